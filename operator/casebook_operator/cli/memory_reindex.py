"""``casebook memory reindex``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.progress import counting

if TYPE_CHECKING:
    from casebook_analyzer.memory import MemoryStats
    from casebook_operator.settings import Settings


@click.command()
@config_option
def reindex(config: Path | None) -> None:
    """Make everything anew that is derived from incidents: pieces of reports, words, vectors.

    Needed after an upgrade that reads texts in another way, and to try incidents again that the embedding model could
    not read.

    Searches go on meanwhile. It can be stopped and run again.

    \b
    Example:
      casebook memory reindex
    """
    from casebook_analyzer.text import counted

    done, stats = asyncio.run(_reindex(settings_with(config)))
    if not stats.incidents:
        click.echo("Memory is empty: there is nothing to index.")
        return
    waiting = f", {stats.pending} wait for a model" if stats.pending else ""
    failed = f", {stats.failed} failed: see `casebook memory stats`" if stats.failed else ""
    click.echo(f"{counted(done, 'incident')} indexed again; {stats.embedded} have vectors{waiting}{failed}.")


async def _reindex(settings: Settings) -> tuple[int, MemoryStats]:
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings) as memory:
        total = (await memory.stats()).incidents
        with counting("indexed", total) as count:
            async for _ in memory.reindex():
                count.advance()
        with counting("embedded", (await memory.backlog()).pending) as embedded:
            while number := await memory.embed_pending():
                embedded.advance(number)
        return count.done, await memory.stats()
