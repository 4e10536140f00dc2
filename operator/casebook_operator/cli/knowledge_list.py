"""``casebook knowledge list``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_operator.settings import Settings
    from casebook_operator.views.knowledge import DocumentPage


@click.command(name="list")
@click.option("--source", default="", help="Only of this source.")
@click.option("--text", default="", help="Only those that have it in title, path or names.")
@click.option("--limit", type=click.IntRange(1, 100), default=50, show_default=True, help="How many at most.")
@click.option("--cursor", default="", help="Where the page before ended: what it says below its rows, and as `next`.")
@config_option
@page_option
def list_(source: str, text: str, limit: int, cursor: str, config: Path | None, output: str) -> None:
    """List the documents that were read, by source and path, with what they say they are about.

    \b
    Examples:
      casebook knowledge list --source runbooks
      casebook knowledge list --text kubepod -o json
    """
    from casebook_operator.views.knowledge import documents_page

    asked = {"source": source, "text": text, "cursor": cursor}
    server = chosen_server()
    found = asyncio.run(_from(server, asked, limit) if server else _list(settings_with(config), asked, limit))
    print_answer(output, found, lambda: documents_page(found, filtered=any(asked.values())))


async def _from(server: RemoteCasebook, asked: dict[str, str], limit: int) -> DocumentPage:
    from casebook_operator.views.knowledge import DocumentPage

    return await server.read("/knowledge/documents", DocumentPage, **asked, limit=limit)


async def _list(settings: Settings, asked: dict[str, str], limit: int) -> DocumentPage:
    from casebook_analyzer.memory.knowledge.listing import DocumentFilter
    from casebook_operator.web.reads.knowledge import list_knowledge

    wanted = DocumentFilter(source=asked["source"], text=asked["text"])
    async with as_pages_read(settings) as (records, reader):
        return await list_knowledge(records, reader, wanted, cursor=asked["cursor"], limit=limit)
