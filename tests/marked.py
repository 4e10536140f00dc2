"""Which files may hold a test that pytest's ``-m`` chooses, told by their text: to import all of them takes seconds."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from pathlib import Path

from _pytest.mark.expression import Expression

_TESTS = Path(__file__).parent
_GIVEN = re.compile(r"\bmark\.(\w+)")
_NAME = re.compile(r"\w+")


def may_hold(file: Path, expression: str) -> bool:
    """Whether the expression is true of any of the markers that the file and the conftests of its folders give."""
    given = sorted(markers(file) & set(_NAME.findall(expression)))
    chosen = Expression.compile(expression)
    subsets = chain.from_iterable(combinations(given, number) for number in range(len(given) + 1))
    return any(chosen.evaluate(lambda name, /, subset=subset, **_: name in subset) for subset in subsets)


def markers(file: Path) -> frozenset[str]:
    """Every marker that a test of this file can have. Only test files and conftests give any."""
    return frozenset().union(*map(_given, (file, *_conftests(file))))


def _conftests(file: Path) -> Iterator[Path]:
    return (folder / "conftest.py" for folder in file.parents if folder.is_relative_to(_TESTS))


@cache
def _given(file: Path) -> frozenset[str]:
    return frozenset(_GIVEN.findall(file.read_text(encoding="utf-8"))) if file.exists() else frozenset()
