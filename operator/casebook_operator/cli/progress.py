"""Progress of long work, on standard error and only where a person looks: standard output belongs to the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


class Counted:
    """How many are done."""

    def __init__(self, progress: Progress, verb: str, total: int | None) -> None:
        self.done = 0
        self._progress = progress
        self._task = progress.add_task(verb, total=total)

    def advance(self, number: int = 1) -> None:
        """Add ``number`` to those that are done."""
        self.done += number
        self._progress.advance(self._task, number)


@contextmanager
def counting(verb: str, total: int | None = None, *, things: str = "incidents") -> Iterator[Counted]:
    """Show a progress bar until the block ends.

    ``verb`` is what is done to ``things``, in the past tense; ``total`` is their number, None when it is not known.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(things),
        TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield Counted(progress, verb, total)
