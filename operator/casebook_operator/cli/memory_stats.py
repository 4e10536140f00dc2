"""``casebook memory stats``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.remote import chosen_server

if TYPE_CHECKING:
    from casebook_operator.settings import Settings
    from casebook_operator.views.stats import ShownStats


@click.command()
@config_option
@page_option
def stats(config: Path | None, output: str) -> None:
    """Show how much is remembered, since when, and what has vectors of the current model.

    With --server it is for whoever may list the incidents of all namespaces; the model is that of the web, and of the
    database's size nothing is said.

    \b
    Examples:
      casebook memory stats
      casebook memory stats -o json | jq .stats.pending
    """
    from casebook_operator.views.stats import ShownStats, stats_page

    server = chosen_server()
    shown = asyncio.run(server.read("/memory", ShownStats) if server else _read(settings_with(config)))
    print_answer(output, shown, lambda: stats_page(shown))


async def _read(settings: Settings) -> ShownStats:
    # With the model's name, as vectors of another one count for nothing; its weights are hashed, but not loaded.
    from casebook_analyzer.memory.maintenance.contents import read_contents
    from casebook_operator.recall import opened_memory
    from casebook_operator.views.stats import ShownStats

    async with opened_memory(settings) as memory:
        found, extent = await memory.stats(), await read_contents(memory.session)
    return ShownStats(cluster=settings.cluster.name, stats=found, extent=extent)
