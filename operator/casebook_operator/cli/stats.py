"""``casebook stats``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import reading
from casebook_operator.cli.remote import RemoteCasebook, chosen_server
from casebook_operator.cli.when import chosen_period, period_options

if TYPE_CHECKING:
    from casebook_analyzer.memory.browse.overview_shapes import Overview
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings


@click.command()
@click.option("-n", "--namespace", default="", help="Only of this namespace.")
@click.option("--owner", default="", help="Only what this owner is asked about: the tag owner of an incident.")
@period_options
@config_option
@page_option
def stats(
    namespace: str, owner: str, since: datetime | None, until: datetime | None, config: Path | None, output: str
) -> None:
    """Show what is open, what failed when, how long it took, what recurs and which fixes worked.

    Of the last 30 days, unless --since says otherwise. What is open is counted whenever it was opened.

    \b
    Examples:
      casebook stats
      casebook stats -n shop --since yesterday --until today
      casebook stats --owner payments --since 90d -o json
    """
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.views.overview import USUAL, overview_page

    since, until = chosen_period(since, until, USUAL)
    spaces = frozenset({namespace}) if namespace else None
    wanted = IncidentFilter(namespaces=spaces, owner=owner, since=since, until=until)
    server = chosen_server()
    reading_ = _read_from(server, namespace, wanted) if server else None
    found = asyncio.run(reading_ or _read(settings_with(config), wanted))
    print_answer(output, found, lambda: overview_page(found))


async def _read_from(server: RemoteCasebook, namespace: str, wanted: IncidentFilter) -> Overview:
    from casebook_analyzer.memory.browse.overview_shapes import Overview

    times = {name: time.isoformat() for name in ("since", "until") if (time := getattr(wanted, name))}
    return await server.read("/overview", Overview, namespace=namespace, owner=wanted.owner, **times)


async def _read(settings: Settings, wanted: IncidentFilter) -> Overview:
    async with reading(settings) as memory:
        recurrence = timedelta(days=settings.memory.recurrence_days)
        return await memory.overview(wanted, datetime.now(UTC), recurrence=recurrence)
