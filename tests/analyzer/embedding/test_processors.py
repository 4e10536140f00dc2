"""How many threads are of use in a container."""

import os
from pathlib import Path

import pytest

from casebook_analyzer.embedding.processors import usable_processors


@pytest.fixture(autouse=True)
def eight_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))


@pytest.mark.parametrize(
    ("limit", "processors"),
    [
        ("max 100000", 8),
        ("50000 100000", 1),
        ("100000 100000", 1),
        ("150000 100000", 2),
        ("1600000 100000", 8),
        ("", 8),
        ("100000 0", 8),
    ],
)
def test_the_limit_of_the_container_counts_and_so_does_the_affinity(
    limit: str, processors: int, tmp_path: Path
) -> None:
    (tmp_path / "cpu.max").write_text(f"{limit}\n")
    assert usable_processors(tmp_path / "cpu.max") == processors


def test_without_a_limit_the_affinity_counts(tmp_path: Path) -> None:
    assert usable_processors(tmp_path / "cpu.max") == 8
