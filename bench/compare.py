"""What became worse since a run that was kept.

    .venv/bin/python -m bench.compare before.json after.json
    .venv/bin/python -m bench --only scale --compare before.json

Both files are of ``python -m bench``. A figure is worse when it is beyond the tolerance on the wrong side: less of what
there should be more of, more of anything else. Times of a machine that had other work are not worth much, so both loads
are told. Ends with exit code 1 when something became worse.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

TOLERANCE = 0.25
_MORE_IS_BETTER = re.compile(
    r"recall|found|MB/s|texts|precision|AUROC|nDCG|complete|ratio|^(seen|concluded|answered)( \[\d+\])?$"
)
_SMALL = 0.02
"""A difference below is noise, whatever its share is."""


class Change(NamedTuple):
    """A figure of two runs."""

    bench: str
    row: str
    figure: str
    before: float
    after: float

    @property
    def ratio(self) -> float:
        """After for before."""
        return self.after / self.before if self.before else float("inf")

    @property
    def worse(self) -> bool:
        """Whether it went the wrong way by more than the tolerance."""
        return self._beyond(worse=True)

    @property
    def better(self) -> bool:
        """The same for the right way."""
        return self._beyond(worse=False)

    def _beyond(self, *, worse: bool) -> bool:
        if abs(self.after - self.before) < _SMALL:
            return False
        more = _MORE_IS_BETTER.search(self.figure) is not None
        low, high = sorted((self.before, self.after))
        grown = self.after > self.before
        return high > low * (1 + TOLERANCE) and (grown is not more) == worse


def changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    """Every figure that both runs have. Rows are told apart by their names, and of one name by their order."""
    for bench, found in after.items():
        earlier = _figures(before.get(bench, {"rows": []}))
        for (row, figure), value in _figures(found).items():
            if (row, figure) in earlier:
                yield Change(bench, row, figure, earlier[row, figure], value)


def missing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What the later run no longer has, of the benchmarks that ran: a figure that is gone did not get better."""
    gone = []
    for bench, found in after.items():
        if bench in before:
            gone += [
                f"{bench}: {row}: {figure}" for row, figure in _figures(before[bench]).keys() - _figures(found).keys()
            ]
    return sorted(gone)


def _figures(run: dict[str, Any]) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    often: dict[str, int] = {}
    for row in run["rows"]:
        often[row["name"]] = often.get(row["name"], 0) + 1
        name = row["name"] + (f" ({often[row['name']]})" if often[row["name"]] > 1 else "")
        for figure, numbers in row["figures"].items():
            for place, number in enumerate(numbers):
                found[name, f"{figure} [{place + 1}]" if len(numbers) > 1 else figure] = number
    return found


def compare(before: dict[str, Any], after: dict[str, Any], console: Console) -> bool:
    """Print what changed; whether nothing became worse."""
    found = list(changes(before, after))
    for bench in [bench for bench in after if bench in before]:
        loads = [run[bench]["machine"]["load"] for run in (before, after)]
        console.print(f"{bench}: load {loads[0]} then, {loads[1]} now")
    table = Table(title=f"beyond {TOLERANCE:.0%}, of {len(found)} figures")
    for name in ("", "bench", "row", "figure", "before", "after", "ratio"):
        table.add_column(name)
    for word, some in (
        ("worse", [one for one in found if one.worse]),
        ("better", [one for one in found if one.better]),
    ):
        for one in sorted(some, key=lambda change: (change.bench, change.row, change.figure)):
            table.add_row(word, one.bench, one.row, one.figure, f"{one.before:g}", f"{one.after:g}", f"{one.ratio:.2f}")
    console.print(table)
    gone = missing(before, after)
    for figure in gone:
        console.print(f"gone: {figure}")
    return not gone and not any(one.worse for one in found)


def main() -> None:
    """Compare two files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    given = parser.parse_args()
    before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (given.before, given.after))
    sys.exit(0 if compare(before, after, Console(width=150)) else 1)


if __name__ == "__main__":
    main()
