"""``casebook search``."""

import asyncio
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casebook_analyzer.memory import SearchHit
from casebook_operator.cli.options import config_option, output_option, settings_with
from casebook_operator.recall import opened_memory
from casebook_operator.settings import Settings


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, help="How many reports at most.")
@config_option
@output_option("table", "json")
def search(text: tuple[str, ...], limit: int, config: Path | None, output: str) -> None:
    """Search the reports of all remembered incidents.

    \b
    Examples:
      casebook search Xid 79
      casebook search 'DATABASE_URL is not set' -o json
    """
    query = " ".join(text)
    hits = asyncio.run(_search(settings_with(config), query, limit))
    if output == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(hits), indent=2).decode())
    elif not hits:
        click.echo(f"Nothing in memory matches {query!r}.")
    else:
        Console().print(_table(hits))


async def _search(settings: Settings, query: str, limit: int) -> tuple[SearchHit, ...]:
    async with opened_memory(settings) as memory:
        return tuple(await memory.search(query, limit=limit))


def _table(hits: tuple[SearchHit, ...]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("SCORE", "NAMESPACE", "INVESTIGATION", "CATEGORY", "SECTION", "EXCERPT"):
        table.add_column(name, overflow="fold" if name == "INVESTIGATION" else "ellipsis")
    for hit in hits:
        cells = (f"{hit.score_permille / 10:.0f}%", hit.namespace, hit.name, hit.category, hit.heading, hit.excerpt)
        table.add_row(*(Text(cell) for cell in cells))
    return table
