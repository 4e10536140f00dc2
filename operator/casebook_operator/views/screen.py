"""Standard output, as tables and pages are printed to it: one place says how wide it is."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

_ENDLESS = 100_000
"""Columns of what has no width, such as a pipe: no row of a table has so many, so none is folded for grep to miss."""


def on_terminal() -> bool:
    """Whether somebody looks, or says so (``FORCE_COLOR``)."""
    return Console().is_terminal


@contextmanager
def screen() -> Iterator[Console]:
    """Print to the console until the block ends: as wide as the terminal is, or as ``COLUMNS`` says.

    Elsewhere each row of a table is one line, and each paragraph, without spaces at its end.
    """
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit():
        yield Console()
        return
    console = Console(width=_ENDLESS)
    with console.capture() as captured:
        yield console
    lines = captured.get().removesuffix("\n").split("\n")
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in lines))
