"""The fix of an incident is the same for everybody who did the same, and bounded."""

from itertools import permutations

import pytest

from casebook_analyzer.evidence import joined_fix
from casebook_analyzer.models import Change


def change(fix: str) -> Change:
    return Change(text=f"{fix}, in one place", fix=fix)


def test_each_fix_is_told_once_and_in_one_order() -> None:
    changes = [change("raise the memory limit"), change("change the command"), change("raise the memory limit")]
    assert {joined_fix(each) for each in permutations(changes)} == {"change the command; raise the memory limit"}


def test_nothing_that_was_changed_is_nothing_to_do() -> None:
    assert joined_fix([]) == ""
    assert joined_fix([change("")]) == ""


@pytest.mark.parametrize(
    ("count", "named", "more"), [(6, 6, ""), (7, 6, "; and 1 more change"), (100, 6, "; and 94 more changes")]
)
def test_a_whole_release_is_counted_beyond_six_fixes(count: int, named: int, more: str) -> None:
    fix = joined_fix(change(f"set the environment variable V{number:03d}") for number in range(count))
    assert fix == "; ".join(f"set the environment variable V{number:03d}" for number in range(named)) + more


def test_the_longest_fix_is_bounded() -> None:
    fixes = [change(f"set the environment variable {number}{'X' * 10_000}") for number in range(100)]
    assert len(joined_fix(fixes)) < 1000
