"""Progress of long work, on standard error and only where a person looks: standard output belongs to the answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


class Counted:
    """How many incidents are done."""

    def __init__(self, progress: Progress, verb: str, total: int | None) -> None:
        self.done = 0
        self._progress = progress
        self._task = progress.add_task(verb, total=total)

    def advance(self, number: int = 1) -> None:
        """So many more are done."""
        self.done += number
        self._progress.advance(self._task, number)


@contextmanager
def counting(verb: str, total: int | None = None) -> Iterator[Counted]:
    """A bar for as long as the block lasts. ``total`` incidents are to be ``verb``, if that is known."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("incidents"),
        TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield Counted(progress, verb, total)
