"""The screens of all patterns, in families that are looked for one after the other.

An automaton of several patterns has a state for each combination in which they may stand, so that three of a third of
the patterns have less than half of the states of one of all, and stay in a processor's cache. Most lines concern one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from casebook_analyzer.redaction.grammar import (
    NAMES_A_SECRET,
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
        self._screen = SecretScreen([pattern.screen for pattern in patterns], prefilters)

    def regions(self, data: bytes) -> list[Region]:
        return [Region(start, end, self._places_of(found)) for start, end, found in self._screen.regions(data)]

    def possible(self, data: bytes) -> list[int]:
        return self._places_of(self._screen.possible(data))

    def _places_of(self, numbers: Sequence[int]) -> list[int]:
        return [self._places[number] for number in numbers]


class Screens:
    """Finds the runs of lines that one of the patterns can match, and which of them."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        families: dict[str, list[tuple[int, Pattern]]] = {}
        for place, pattern in enumerate(patterns):
            families.setdefault(_told_by(pattern), []).append((place, pattern))
        self._families = [_Family(members) for members in families.values()]

    def regions(self, data: bytes) -> list[Region]:
        """No match of any pattern reaches out of its region."""
        found: list[Region] = []
        for family in self._families:
            found += family.regions(data)
        return _joined(sorted(found)) if len(found) > 1 else found

    def possible(self, data: bytes) -> list[int]:
        """The patterns that may match, in their order."""
        return sorted(pattern for family in self._families for pattern in family.possible(data))


def _told_by(pattern: Pattern) -> str:
    """What tells a secret: a name before it, its own shape, or another context."""
    if NAMES_A_SECRET in pattern.prefilters or any(name in pattern.screen for name in _NAMES):
        return "name"
    return "shape" if pattern.exact.startswith(_SHAPE) else "context"


def _joined(found: Sequence[Region]) -> list[Region]:
    """Regions that share no line, with the patterns of all that they are made of."""
    joined: list[Region] = []
    for region in found:
        if joined and region.start < joined[-1].end:
            last = joined[-1]
            patterns = sorted({*last.patterns, *region.patterns})
            joined[-1] = Region(last.start, max(last.end, region.end), patterns)
        else:
            joined.append(region)
    return joined
