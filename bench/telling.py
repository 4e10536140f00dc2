"""How a benchmark tells what it measured: the machine, a table, and the same as JSON, so that runs can be compared."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.machine import described, sentence

JSON_ENV = "CASEBOOK_BENCH_JSON"
"""A file that gets the figures of one benchmark: set by ``python -m bench``."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_WIDTH = 170


def tell(name: str, *tables: Table, machine: dict[str, Any] | None = None) -> None:
    """Print them below a sentence on the machine, then as one line of JSON, and write that where it is asked for.

    ``machine`` is what :func:`bench.machine.described` said before the measurement: the load after it is its own.
    """
    console, machine = Console(width=_WIDTH), machine or described()
    console.print(sentence(machine), soft_wrap=True)
    for table in tables:
        console.print(table)
    figures = {"bench": name, "machine": machine, "rows": [row for table in tables for row in rows_of(table)]}
    print(json.dumps(figures))
    if path := os.environ.get(JSON_ENV):
        Path(path).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def rows_of(table: Table) -> list[dict[str, Any]]:
    """Each row: what it is called, and the numbers of its cells by column. A cell may have several.

    A cell without a number belongs to the name, and so do all cells before the first column that has a unit or a point:
    of two rows with one name in a table, the second is another run of the same.
    """
    headers = [str(column.header) for column in table.columns]
    cells = list(zip(*(list(column.cells) for column in table.columns), strict=True))
    return [_row(headers, [str(cell) for cell in row]) for row in cells]


def _row(headers: Sequence[str], cells: Sequence[str]) -> dict[str, Any]:
    named = [cell.strip() for header, cell in zip(headers, cells, strict=True) if header in NAMES]
    names = named or [cells[0].strip()]
    figures = {
        (f"{group} {header}" if header in _REPEATED else header): [float(one) for one in _NUMBER.findall(cell)]
        for header, group, cell in _grouped(headers, cells)
        if header not in NAMES
    }
    return {"name": ", ".join(names), "figures": {key: value for key, value in figures.items() if value}}


NAMES = ("nodes", "pods", "tree", "storm", "flood", "page", "query", "incidents", "cluster of", "asked", "pods at once")
"""Columns that say what a row is about, also where they hold numbers."""
_REPEATED = ("p50", "p95", "p99", "max", "max s", "p50, p99, max s", "cpu", "worst")
"""Columns that mean nothing without the one before them that is not among these."""


def _grouped(headers: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str, str]]:
    group, found = "", []
    for header, cell in zip(headers, cells, strict=True):
        if header not in _REPEATED:
            group = header
        found.append((header, group, cell))
    return found
