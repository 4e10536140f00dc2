"""``casebook family``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click

from casebook_operator.cli.filters import judged_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read, one_incident
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings
    from casebook_operator.views.families import FamilyPage, ShownFamily


@click.command()
@click.argument("which", required=False, metavar="[FAMILY|INCIDENT]")
@judged_options("Families of this namespace; of one, what counts for its readers. May be repeated.")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="How many lines at most.")
@click.option("--cursor", default="", help="Where the page before ended: what it says below its rows, and as `next`.")
@config_option
@page_option
def family(
    which: str | None,
    limit: int,
    cursor: str,
    config: Path | None,
    output: str,
    **filters: Any,
) -> None:
    """Show the families that were seen last, or one family in full.

    With filters: the families that have such an incident. What is told of them is of all their incidents.

    Incidents that share a signature are one family. Of one it is shown how often it was seen, what fixed it and how
    often that worked, and its latest incidents.

    A fix is ranked by the lower end of the 95 % interval of its rate of success, so that one lucky success does not
    win against ten out of eleven.

    \b
    Examples:
      casebook family
      casebook family -n shop --category config_error --since 7d
      casebook family -n shop -n media
      casebook family 49424b9ecced3eca
      casebook family shop/checkout-0a1b2c3d4e-1 -o markdown
    """
    from casebook_operator.views.families import families_page, family_page

    wanted = wanted_of(filters)
    if which and (cursor or wanted.terms - {"namespaces"}):
        raise click.UsageError("--cursor and filters are for the list of families.")
    server, settings = chosen_server(), settings_with(config)
    if which is None:
        listing = _list_from(server, wanted, cursor, limit) if server else _list(settings, wanted, cursor, limit)
        families, filtered = asyncio.run(listing), bool(wanted.terms or cursor)
        print_answer(output, families, lambda: families_page(families, datetime.now(UTC), filtered=filtered))
        return
    namespaces = sorted(wanted.namespaces or ())
    reading = _one_from(server, which, namespaces, limit) if server else _one(settings, which, namespaces, limit)
    shown = asyncio.run(reading)
    print_answer(output, shown, lambda: family_page(shown))


async def _list_from(server: RemoteCasebook, wanted: IncidentFilter, cursor: str, limit: int) -> FamilyPage:
    from casebook_operator.views.families import FamilyPage

    return await server.read("/families", FamilyPage, **query_of(wanted), cursor=cursor, limit=limit)


async def _one_from(server: RemoteCasebook, which: str, namespaces: Sequence[str], limit: int) -> ShownFamily:
    from casebook_operator.views.families import ShownFamily
    from casebook_operator.views.incident import ShownIncident

    if "/" in which:
        case = await server.read(incident_path(which), ShownIncident)
        which = case.incident.conclusion.signature.key
    return await server.read(f"/families/{quote(which, safe='')}", ShownFamily, namespace=namespaces, limit=limit)


async def _list(settings: Settings, wanted: IncidentFilter, cursor: str, limit: int) -> FamilyPage:
    from casebook_operator.web.reads.families import read_families

    async with as_pages_read(settings) as (records, _):
        return await read_families(records, wanted, cursor, limit)


async def _one(settings: Settings, which: str, namespaces: Sequence[str], limit: int) -> ShownFamily:
    from casebook_analyzer.memory.browse.lookup import signature_of
    from casebook_operator.web.reads.families import read_family, shown

    async with as_pages_read(settings) as (records, reader):
        if await signature_of(records.memory.session, which) is None:
            which = (await one_incident(records.memory, which, "family or incident")).conclusion.signature.key
        return shown(await read_family(records, reader, which, namespaces, limit))
