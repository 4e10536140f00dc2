"""``casebook memory stats``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer

if TYPE_CHECKING:
    from casebook_analyzer.memory import MemoryStats
    from casebook_analyzer.memory.maintenance.contents import MemoryContents
    from casebook_operator.settings import Settings


@click.command()
@config_option
@page_option
def stats(config: Path | None, output: str) -> None:
    """Show how much is remembered, since when, and what has vectors of the current model.

    \b
    Examples:
      casebook memory stats
      casebook memory stats -o json | jq .stats.pending
    """
    from casebook_operator.views.stats import ShownStats, stats_page

    settings = settings_with(config)
    found, extent = asyncio.run(_read(settings))
    shown = ShownStats(cluster=settings.cluster.name, stats=found, extent=extent)
    print_answer(output, shown, lambda: stats_page(shown))


async def _read(settings: Settings) -> tuple[MemoryStats, MemoryContents]:
    # With the model's name, as vectors of another one count for nothing; its weights are hashed, but not loaded.
    from casebook_analyzer.memory.maintenance.contents import read_contents
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings) as memory:
        return await memory.stats(), await read_contents(memory.session)
