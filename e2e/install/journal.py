"""What was done, how long it took and what was seen."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape
from rich.table import Table

console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)


@dataclass(slots=True)
class Journal:
    """Runs steps and keeps their results for the summary."""

    rows: list[tuple[str, float, str]] = field(default_factory=list)
    start: float = field(default_factory=time.monotonic)
    owns_cluster: bool = False
    """Whether this run started the cluster, and so ends it."""

    def step(self, title: str, do: Callable[[], str]) -> None:
        """Do something and write down what it says that it saw."""
        console.print(f"[dim]{time.monotonic() - self.start:6.1f} s[/dim]  {escape(title)}")
        begun = time.monotonic()
        seen = do()
        self.rows.append((title, time.monotonic() - begun, seen))
        for line in seen.splitlines():
            console.print(f"            [green]{escape(line)}[/green]", soft_wrap=True)

    def summary(self) -> Table:
        """Return everything as a table."""
        table = Table("step", "seconds", "seen", title="The chart on a real node")
        for title, seconds, seen in self.rows:
            table.add_row(escape(title), f"{seconds:.1f}", escape(seen))
        return table
