"""``casebook knowledge list``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import reading

if TYPE_CHECKING:
    from casebook_analyzer.memory.knowledge.results import StoredDocument
    from casebook_operator.settings import Settings


@click.command(name="list")
@click.option("--source", default="", help="Only of this source.")
@config_option
@page_option
def list_(source: str, config: Path | None, output: str) -> None:
    """List the documents that were read, with what they say they are about.

    \b
    Example:
      casebook knowledge list --source runbooks
    """
    from casebook_operator.views.knowledge import documents_page

    found = asyncio.run(_read(settings_with(config), source))
    print_answer(output, found, lambda: documents_page(found, filtered=bool(source)))


async def _read(settings: Settings, source: str) -> Sequence[StoredDocument]:
    async with reading(settings) as memory:
        return await memory.knowledge.documents(source=source)
