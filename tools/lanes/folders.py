"""`python -m tools.lanes.folders before.xml after.xml ...`: what each folder of tests took, as a table in Markdown."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.lanes import junit

_DEPTH = 3
"""``tests/operator/web`` is a row, and so is ``tests/docs``."""


def table(before: Iterable[junit.Case], after: Iterable[junit.Case]) -> str:
    """Return rows with seconds and numbers of tests, of the longest folder first, and the sums."""
    took = [defaultdict[str, float](float), defaultdict[str, float](float)]
    number = [Counter[str](), Counter[str]()]
    for run, cases in enumerate((before, after)):
        for case in cases:
            for row in (_row(case), _SUM):
                took[run][row] += case.seconds
                number[run][row] += 1
    longest = {row: max(took[0][row], took[1][row]) for row in took[0].keys() | took[1].keys()}
    rows = sorted(longest, key=lambda row: (row == _SUM, longest[row]), reverse=True)
    lines = (
        f"| {row} | {took[0][row]:.0f} | {number[0][row]} | {took[1][row]:.0f} | {number[1][row]} |" for row in rows
    )
    return "\n".join([_HEAD, *lines])


_SUM = "all"
_HEAD = "| Folder | s before | tests | s after | tests |\n|---|---:|---:|---:|---:|"


def _row(case: junit.Case) -> str:
    return "/".join(case.folder.split("/")[:_DEPTH])


def main(arguments: Sequence[str]) -> None:
    """Print the table. What is after may be several files, one of each lane."""
    before, *after = (junit.read(Path(name)) for name in arguments)
    print(table(before, [case for cases in after for case in cases]))


if __name__ == "__main__":
    main(sys.argv[1:])
