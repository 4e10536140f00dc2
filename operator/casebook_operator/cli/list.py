"""``casebook list``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casebook_operator.cli.filters import chosen_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings
    from casebook_operator.views.listing import IncidentPage


@click.command("list")
@chosen_options
@click.option("--limit", type=click.IntRange(1, 100), default=50, show_default=True, help="How many at most.")
@click.option("--cursor", default="", help="Where the page before ended: what it says below its rows, and as `next`.")
@config_option
@page_option
def list_(limit: int, cursor: str, config: Path | None, output: str, **filters: Any) -> None:
    """List incidents, the latest first: all that memory has, or those that fit every filter.

    \b
    Examples:
      casebook list --state open
      casebook list -n shop --category config_error --since 7d
      casebook list --owner payments --severity Critical -o json
      casebook list --entity Secret/shop/pay
    """
    from casebook_operator.views.listing import incidents_page

    wanted, server = wanted_of(filters), chosen_server()
    reading = _read_from(server, wanted, cursor, limit) if server else None
    found = asyncio.run(reading or _read(settings_with(config), wanted, cursor, limit))
    print_answer(output, found, lambda: incidents_page(found, filtered=bool(wanted.terms or cursor)))


async def _read_from(server: RemoteCasebook, wanted: IncidentFilter, cursor: str, limit: int) -> IncidentPage:
    from casebook_operator.views.listing import IncidentPage

    return await server.read("/incidents", IncidentPage, **query_of(wanted), cursor=cursor, limit=limit)


async def _read(settings: Settings, wanted: IncidentFilter, cursor: str, limit: int) -> IncidentPage:
    from casebook_operator.web.reads.lists import read_page

    async with as_pages_read(settings) as (records, _):
        return await read_page(records, wanted, cursor, limit)
