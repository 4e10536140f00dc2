"""``casebook memory index``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


@click.command()
@config_option
def index(config: Path | None) -> None:
    """Build the indexes that a large memory lacks, and drop those that nothing asks for.

    The operator does so by itself where its login owns the tables. Where it has a plain login, let the owner run this
    once a day. Writers and searches go on meanwhile; a hundred thousand incidents take some minutes.

    \b
    Example:
      casebook memory index
    """
    done = asyncio.run(_index(settings_with(config)))
    for line in done or ["Nothing was built or dropped."]:
        click.echo(line)


async def _index(settings: Settings) -> Sequence[str]:
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings) as memory:
        await memory.check()
        return await memory.maintain_indexes()
