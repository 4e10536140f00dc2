"""``casebook knowledge search``."""

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
    from casebook_analyzer.memory.knowledge.results import KnowledgeResult
    from casebook_operator.settings import Settings


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--source", default="", help="Only documents of this source.")
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="How many at most.")
@config_option
@page_option
def search(text: tuple[str, ...], source: str, limit: int, config: Path | None, output: str) -> None:
    """Search what people wrote for a text, such as an alert with its labels: the best passage of each document.

    \b
    Examples:
      casebook knowledge search 'pods keep restarting after a deploy'
      casebook knowledge search KubePodCrashLooping -o json
    """
    from casebook_operator.views.knowledge import knowledge_page

    query, server = " ".join(text), chosen_server()
    reading = _from(server, query, source, limit) if server else None
    found = asyncio.run(reading or _search(settings_with(config), query, source, limit))
    print_answer(output, found, lambda: knowledge_page(query, found))


async def _from(server: RemoteCasebook, query: str, source: str, limit: int) -> KnowledgeResult:
    from casebook_analyzer.memory.knowledge.results import KnowledgeResult

    return await server.read("/knowledge", KnowledgeResult, q=query, source=source, limit=limit)


async def _search(settings: Settings, query: str, source: str, limit: int) -> KnowledgeResult:
    from casebook_operator.web.reads.knowledge import search_knowledge

    async with as_pages_read(settings, embeds=True) as (records, reader):
        return await search_knowledge(records, reader, query, source=source, limit=limit)
