"""``casebook stats``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casebook_operator.cli.filters import narrowed_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_analyzer.memory.browse.overview_shapes import Overview
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings


@click.command()
@narrowed_options
@config_option
@page_option
def stats(config: Path | None, output: str, **filters: Any) -> None:
    """Show what is open, what failed when, how long it took, what recurs and which fixes worked.

    Of the last 30 days, unless --since says otherwise. What is open is counted whenever it was opened.

    \b
    Examples:
      casebook stats
      casebook stats -n shop --since yesterday --until today
      casebook stats --owner payments --since 90d -o json
    """
    from casebook_operator.views.overview import USUAL, overview_page

    wanted, server = wanted_of(filters, USUAL), chosen_server()
    reading_ = _read_from(server, wanted) if server else None
    found = asyncio.run(reading_ or _read(settings_with(config), wanted))
    print_answer(output, found, lambda: overview_page(found))


async def _read_from(server: RemoteCasebook, wanted: IncidentFilter) -> Overview:
    from casebook_analyzer.memory.browse.overview_shapes import Overview

    return await server.read("/overview", Overview, **query_of(wanted))


async def _read(settings: Settings, wanted: IncidentFilter) -> Overview:
    from casebook_operator.web.reads.overviews import read_overview

    async with as_pages_read(settings) as (records, _):
        return await read_overview(records, wanted, datetime.now(UTC))
