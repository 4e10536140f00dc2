"""A page on a terminal."""

import os
from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casebook_analyzer.text import clean_line
from casebook_operator.views.page import Block, Fields, Grid, Items, Page, Words

_INDENT = 2
WIDTH = 120
"""Columns where there is no terminal that has a width: a pipe, a file."""


def print_page(page: Page) -> None:
    """To standard output."""
    console = Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(width=WIDTH)
    separated = False
    if page.title:
        console.print(Text(clean_line(page.title), style="bold"))
        separated = True
    for section in page.sections:
        if separated:
            console.print()
        if section.title:
            console.print(Text(clean_line(section.title), style="bold"))
        for block in section.blocks:
            console.print(Padding.indent(_renderable(block), _INDENT if section.title else 0))
        separated = True


def _renderable(block: Block) -> Table | Text:
    match block:
        case Fields():
            return _pairs([(Text(name, style="dim"), _text(value)) for name, value in block.filled])
        case Items():
            return _pairs([(Text(mark), _text(line)) for mark, line in _items(block)])
        case Grid():
            return _grid(block)
        case Words():
            return _text(block.text)


def _items(block: Items) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(block.lines, start=1):
        if block.marked:
            yield line[:1], line[1:]
        else:
            yield f"{number}." if block.numbered else "-", line


def _pairs(rows: list[tuple[Text, Text]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _grid(block: Grid) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in block.columns:
        table.add_column(name, overflow="fold", no_wrap=name in block.whole)
    for row in block.rows:
        table.add_row(*map(_text, row))
    return table


def _text(value: str) -> Text:
    return Text(clean_line(value))
