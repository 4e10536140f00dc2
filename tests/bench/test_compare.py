"""``bench --compare`` tells what became worse, and nothing of what did not."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table

from bench.compare import changes, missing
from bench.scale_exponents import exponents
from bench.telling import rows_of
from tests.rows import of_every


def _table(**cells: str) -> Table:
    table = Table()
    for name in cells:
        table.add_column(name)
    table.add_row(*cells.values())
    return table


def _run(**cells: str) -> dict[str, Any]:
    return {"scale": {"machine": {"load": 1.0}, "rows": rows_of(_table(**{"tree": "now", **cells}))}}


def test_the_numbers_of_every_cell_are_kept_by_row_and_column() -> None:
    table = Table()
    for name in ("nodes", "tree", "seen", "p50, p99, max s", "concluded", "p50, p99, max s", "memory"):
        table.add_column(name)
    table.add_row("10", "casebook", "85 of 200", "0.8, 309, 309", "85", "6.5, 309, 310", "158 + 41 MiB")
    (row,) = rows_of(table)
    assert row["name"] == "10, casebook"
    assert row["figures"] == {
        "seen": [85, 200],
        "seen p50, p99, max s": [0.8, 309, 309],
        "concluded": [85],
        "concluded p50, p99, max s": [6.5, 309, 310],
        "memory": [158, 41],
    }


@of_every(
    ("figure", "before", "after", "word"),
    [
        ("peak", "150 MiB", "200 MiB", "worse"),
        ("peak", "200 MiB", "150 MiB", "better"),
        ("peak", "150 MiB", "180 MiB", ""),
        ("recall@10", "0.99", "0.70", "worse"),
        ("recall@10", "0.70", "0.99", "better"),
        ("ready", "0.00 s", "0.01 s", ""),
        ("ready", "0.0 s", "4.0 s", "worse"),
        ("seen", "1000 of 1000", "300 of 1000", "worse"),
    ],
)
def test_a_figure_is_worse_on_its_own_wrong_side(figure: str, before: str, after: str, word: str) -> None:
    change = next(changes(_run(**{figure: before}), _run(**{figure: after})))
    assert ("worse" if change.worse else "better" if change.better else "") == word


def test_a_figure_that_is_gone_is_told() -> None:
    assert missing(_run(ready="1 s", peak="2 MiB"), _run(ready="1 s")) == ["scale: now: peak"]
    assert not missing(_run(ready="1 s"), _run(ready="1 s", peak="2 MiB"))


def test_two_rows_of_one_name_are_compared_in_their_order() -> None:
    table = _table(tree="now", ready="1 s")
    table.add_row("now", "9 s")
    run = {"scale": {"machine": {"load": 1.0}, "rows": rows_of(table)}}
    assert not any(change.worse or change.better for change in changes(run, run))


@pytest.mark.parametrize(("after", "code"), [("3 s", 1), ("1 s", 0)])
def test_the_command_says_by_its_exit_code_whether_something_became_worse(
    tmp_path: Path, after: str, code: int
) -> None:
    files = []
    for name, run in (("before", _run(ready="1 s")), ("after", _run(ready=after))):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps(run))
    done = subprocess.run(
        [sys.executable, "-m", "bench.compare", *map(str, files)], capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert ("worse" in done.stdout) == bool(code)
    assert "load 1.0 then, 1.0 now" in done.stdout


def test_growth_is_told_as_an_exponent_and_what_is_computed_is_called_so() -> None:
    table = Table()
    for name in ("nodes", "pods", "tree", "peak", "cores"):
        table.add_column(name)
    table.add_row("10", "100", "casebook", "100 MiB", "0.01")
    table.add_row("1000", "10000", "casebook", "100 MiB", "1.00")
    rows = {row["name"]: row["figures"] for row in rows_of(exponents(table))}
    assert rows["casebook: peak"]["exponent"] == [0.0]
    assert rows["casebook: cores"]["exponent"] == [1.0]
    assert rows["casebook: cores"]["computed"] == [15.0]
