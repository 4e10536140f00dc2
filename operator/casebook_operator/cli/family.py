"""``casebook family``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import FamilyRecord
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import one_incident, reading
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from casebook_analyzer.learning import View
    from casebook_analyzer.memory import Memory
    from casebook_operator.settings import Settings
    from casebook_operator.views.families import ShownFamily


_LISTED = 100
"""What a server gives at most (``web/api/queries.py``)."""


@click.command()
@click.argument("which", required=False, metavar="[FAMILY|INCIDENT]")
@click.option("-n", "--namespace", default=None, help="Learn from incidents of this namespace only. Default: all.")
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many lines at most.")
@config_option
@page_option
def family(which: str | None, namespace: str | None, limit: int, config: Path | None, output: str) -> None:
    """Show the families that were seen last, or one family in full.

    Incidents that share a signature are one family. Of one it is shown how often it was seen, what fixed it and how
    often that worked, and its latest incidents.

    A fix is ranked by the lower end of the 95 % interval of its rate of success, so that one lucky success does not
    win against ten out of eleven.

    \b
    Examples:
      casebook family
      casebook family 49424b9ecced3eca
      casebook family shop/checkout-0a1b2c3d4e-1 -o markdown
    """
    from casebook_analyzer.learning import View
    from casebook_operator.views.families import families_page, family_page

    server, settings = chosen_server(), settings_with(config)
    view = View(namespace=namespace, recurrence=timedelta(days=settings.memory.recurrence_days))
    if which is None:
        families = asyncio.run(_list_from(server, namespace, limit) if server else _list(settings, view, limit))
        print_answer(output, families, lambda: families_page(families, datetime.now(UTC)))
        return
    shown = asyncio.run(_one_from(server, which, namespace) if server else _one(settings, which, view, limit))
    print_answer(output, shown, lambda: family_page(shown))


async def _list_from(server: RemoteCasebook, namespace: str | None, limit: int) -> Sequence[FamilyRecord]:
    from casebook_operator.web.api.operations import Families

    return (await server.read("/families", Families, namespace=namespace, limit=min(limit, _LISTED))).items


async def _one_from(server: RemoteCasebook, which: str, namespace: str | None) -> ShownFamily:
    from casebook_operator.views.families import ShownFamily
    from casebook_operator.views.incident import ShownIncident

    if "/" in which:
        case = await server.read(incident_path(which), ShownIncident)
        which = case.incident.conclusion.signature.key
    return await server.read(f"/families/{quote(which, safe='')}", ShownFamily, namespace=namespace)


async def _list(settings: Settings, view: View, limit: int) -> Sequence[FamilyRecord]:
    async with reading(settings) as memory:
        return await memory.families(view, limit=limit)


async def _one(settings: Settings, which: str, view: View, limit: int) -> ShownFamily:
    from casebook_analyzer.memory.browse.lookup import signature_of

    async with reading(settings) as memory:
        signature = await signature_of(memory.session, which)
        if signature is None:
            signature = (await one_incident(memory, which, "family or incident")).conclusion.signature
        return await _shown(memory, signature.key, view, limit)


async def _shown(memory: Memory, key: str, view: View, limit: int) -> ShownFamily:
    from casebook_analyzer.memory.browse.lookup import signature_of
    from casebook_analyzer.memory.families.records import read_members
    from casebook_operator.views.families import ShownFamily

    found, signature = await memory.family(key, view), await signature_of(memory.session, key)
    if found is None or signature is None:
        where = f" in {view.namespace}" if view.namespace else ""
        raise ConfigurationError(f"Nothing is known of the family {key}{where}: no incident, or all of them rejected.")
    found = await memory.usage.of_fixes(found, view)
    async with memory.session.transaction() as connection:
        members = await read_members(connection, memory.session.tenant, key, view, limit)
    return ShownFamily(family=found, signature=signature, incidents=members)
