"""Standard output, as tables and pages are printed to it: one place says how wide it is."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from typing_extensions import override

_ENDLESS = 100_000
"""Columns of what has no width, such as a pipe: no row of a table has so many, so none is folded for grep to miss."""


class _Screen(Console):
    @override
    def on_broken_pipe(self) -> None:
        """Leave it to whoever runs the command: rich would end the process with the exit code of an error."""
        raise  # noqa: PLE0704 - it is called where the error is handled


def on_terminal() -> bool:
    """Whether somebody looks, or says so (``FORCE_COLOR``)."""
    return Console().is_terminal


@contextmanager
def screen() -> Iterator[Console]:
    """Print to the console until the block ends: as wide as the terminal is, or as ``COLUMNS`` says.

    Elsewhere each row of a table is one line, and each paragraph, without spaces at its end.
    """
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit():
        yield _Screen()
        return
    console = _Screen(width=_ENDLESS)
    with console.capture() as captured:
        yield console
    lines = captured.get().removesuffix("\n").split("\n")
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in lines))
