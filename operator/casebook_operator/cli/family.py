"""``casebook family``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

import click

from casebook_operator.cli.filters import judged_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read, one_incident
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings
    from casebook_operator.views.families import FamilyPage, ShownFamily


@click.command()
@click.argument("which", required=False, metavar="[FAMILY|INCIDENT]")
@click.option("-n", "--namespace", default="", help="Families of this namespace; of one, what counts for its readers.")
@judged_options
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="How many lines at most.")
@click.option("--cursor", default="", help="Where the page before ended: what it says below its rows, and as `next`.")
@config_option
@page_option
def family(
    which: str | None,
    namespace: str,
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
      casebook family 49424b9ecced3eca
      casebook family shop/checkout-0a1b2c3d4e-1 -o markdown
    """
    from casebook_operator.views.families import families_page, family_page

    wanted = wanted_of(filters)
    if which and (cursor or wanted.terms):
        raise click.UsageError("--cursor and filters are for the list of families.")
    server, settings = chosen_server(), settings_with(config)
    if which is None:
        page = FamilyQuestion(namespace, wanted, cursor, limit)
        families = asyncio.run(_list_from(server, page) if server else _list(settings, page))
        filtered = bool(namespace or wanted.terms or cursor)
        print_answer(output, families, lambda: families_page(families, datetime.now(UTC), filtered=filtered))
        return
    reading = _one_from(server, which, namespace, limit) if server else _one(settings, which, namespace, limit)
    shown = asyncio.run(reading)
    print_answer(output, shown, lambda: family_page(shown))


class FamilyQuestion(NamedTuple):
    """Which page of which families."""

    namespace: str
    wanted: IncidentFilter
    cursor: str
    limit: int


async def _list_from(server: RemoteCasebook, asked: FamilyQuestion) -> FamilyPage:
    from casebook_operator.views.families import FamilyPage

    query = query_of(asked.wanted) | {"namespace": asked.namespace, "cursor": asked.cursor, "limit": asked.limit}
    return await server.read("/families", FamilyPage, **query)


async def _one_from(server: RemoteCasebook, which: str, namespace: str, limit: int) -> ShownFamily:
    from casebook_operator.views.families import ShownFamily
    from casebook_operator.views.incident import ShownIncident

    if "/" in which:
        case = await server.read(incident_path(which), ShownIncident)
        which = case.incident.conclusion.signature.key
    return await server.read(f"/families/{quote(which, safe='')}", ShownFamily, namespace=namespace, limit=limit)


async def _list(settings: Settings, asked: FamilyQuestion) -> FamilyPage:
    from casebook_operator.web.reads.families import read_families

    async with as_pages_read(settings) as (records, reader):
        return await read_families(
            records, reader, asked.namespace, wanted=asked.wanted, cursor=asked.cursor, limit=asked.limit
        )


async def _one(settings: Settings, which: str, namespace: str, limit: int) -> ShownFamily:
    from casebook_analyzer.memory.browse.lookup import signature_of
    from casebook_operator.web.reads.families import read_family, shown

    async with as_pages_read(settings) as (records, reader):
        if await signature_of(records.memory.session, which) is None:
            which = (await one_incident(records.memory, which, "family or incident")).conclusion.signature.key
        return shown(await read_family(records, reader, which, namespace, limit))
