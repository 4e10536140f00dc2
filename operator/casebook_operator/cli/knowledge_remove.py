"""``casebook knowledge remove``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import config_option, settings_with

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


@click.command()
@click.argument("source")
@click.argument("path", default="")
@click.option("--dry-run", is_flag=True, help="Say how many there are, and remove nothing.")
@config_option
def remove(source: str, path: str, dry_run: bool, config: Path | None) -> None:  # noqa: FBT001
    """Remove the document at PATH of a SOURCE, or all documents of the source.

    Reports keep the passages that they were given.

    \b
    Examples:
      casebook knowledge remove runbooks old/disk-full.md
      casebook knowledge remove runbooks --dry-run
    """
    from casebook_analyzer.text import counted

    number = asyncio.run(_remove(settings_with(config), source, path, dry_run=dry_run))
    what = f"{source}/{path}" if path else source
    told = what if path else f"{counted(number, 'document')} of {source}"
    if not number:
        raise ConfigurationError(f"Memory has no document of {what!r}. `casebook knowledge list` names all.")
    click.echo(f"{told} {'would be ' if dry_run else ''}removed.")


async def _remove(settings: Settings, source: str, path: str, *, dry_run: bool) -> int:
    from casebook_analyzer.memory.knowledge.listing import DocumentFilter
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, embeds=False) as memory:
        if dry_run:
            stored = await memory.knowledge.documents(DocumentFilter(source=source))
            return sum(path in ("", one.path) for one in stored)
        return await memory.knowledge.remove(source, path)
