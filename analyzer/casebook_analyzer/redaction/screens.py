"""The screens of all patterns, in families that are looked for one after the other.

An automaton of several patterns has a state for each combination in which they may stand, so that three of a third of
the patterns have less than half of the states of one of all, and stay in a processor's cache. Most lines concern one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casebook_analyzer.redaction.grammar import (
    SCREENED_FOREIGN,
    SCREENED_MAYBE,
    SCREENED_PASSWORD,
    SCREENED_TOKEN,
)
from casebook_analyzer.redaction.pattern import Pattern
from casebook_analyzer.redaction.secret_screen import SecretScreen

_NAMES = (SCREENED_PASSWORD, SCREENED_TOKEN, SCREENED_MAYBE, SCREENED_FOREIGN)
_SHAPE = "(?P<secret>"


class Region(NamedTuple):
    """A run of whole lines, and what may match there."""

    start: int
    """In bytes, as ``end``."""
    end: int
    patterns: Sequence[int]
    """In their order."""


class _Family:
    """Patterns that have a screen of their own, by their places among all."""

    def __init__(self, members: Sequence[tuple[int, Pattern]]) -> None:
        self._places = [place for place, _ in members]
        patterns = [pattern for _, pattern in members]
        prefilters = [one for pattern in patterns for one in pattern.prefilters]
        self.screen = SecretScreen([pattern.screen for pattern in patterns], prefilters)

    def possible(self, data: bytes) -> Iterator[int]:
        return (self._places[number] for number in self.screen.possible(data))


class Screens:
    """Finds the runs of lines that one of the patterns can match, and which of them."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        families: dict[str, list[tuple[int, Pattern]]] = {}
        for place, pattern in enumerate(patterns):
            families.setdefault(_told_by(pattern), []).append((place, pattern))
        self._families = [_Family(members) for members in families.values()]

    def regions(self, data: bytes) -> list[Region]:
        """No match of any pattern reaches out of its region."""
        runs = _joined([list(family.screen.regions(data)) for family in self._families])
        possible: list[list[int]] = [[] for _ in runs]
        for number, family in enumerate(self._families):
            for (start, end, concerned), patterns in zip(runs, possible, strict=True):
                if number in concerned:
                    patterns.extend(family.possible(data[start:end]))
        return [Region(start, end, sorted(patterns)) for (start, end, _), patterns in zip(runs, possible, strict=True)]

    def possible(self, data: bytes) -> list[int]:
        """The patterns that may match, in their order."""
        return sorted(pattern for family in self._families for pattern in family.possible(data))


def _told_by(pattern: Pattern) -> str:
    """What tells a secret: a name before it, its own shape, or another context."""
    if any(name in pattern.screen for name in _NAMES):
        return "name"
    return "shape" if pattern.exact.startswith(_SHAPE) else "context"


def _joined(found: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[int, int, set[int]]]:
    """(start, end, families that it concerns) of runs that share no line."""
    runs: list[tuple[int, int, set[int]]] = []
    for start, end, number in sorted((*run, number) for number, of_one in enumerate(found) for run in of_one):
        if runs and start < runs[-1][1]:
            first, last, concerned = runs[-1]
            runs[-1] = first, max(last, end), concerned | {number}
        else:
            runs.append((start, end, {number}))
    return runs
