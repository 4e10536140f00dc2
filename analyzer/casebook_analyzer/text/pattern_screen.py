"""Which of many patterns can match a text, told for all of them at once.

A taxonomy has a thousand patterns and a bundle two hundred texts. RE2's prefilter (re2/prefilter_tree.h) looks for the
literal words that a pattern cannot match without, in one pass over the text; only what is left is searched for.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import re2

from casebook_analyzer.text.patterns import engine_options

_CHUNK = 64_000
"""Characters of patterns in one prefilter. The automaton of its words has RE2's default bound of 8 MiB and is silent
when it does not fit: a hundred times as much as the words of such a chunk take."""

_KEPT, _LONGEST = 1024, 400
"""Texts of at most so many characters whose answers are kept: a bundle is looked at three times for one conclusion, and
cases of one storm say the same."""


class PatternScreen:
    """Narrows down patterns. What it names may match; what it does not name cannot."""

    def __init__(self, patterns: Iterable[str]) -> None:
        distinct = tuple(dict.fromkeys(patterns))
        self.patterns = frozenset(distinct)
        self._prefilters = [(chunk, _prefilter(chunk)) for chunk in _chunks(distinct)]
        self._known = lru_cache(_KEPT)(self._search)

    def possible(self, text: str) -> tuple[str, ...]:
        """The patterns that may match the text."""
        return self._known(text) if len(text) <= _LONGEST else self._search(text)

    def _search(self, text: str) -> tuple[str, ...]:
        return tuple(
            chunk[number]
            for chunk, prefilter in self._prefilters
            for number in prefilter.Match(text, potential=True) or ()
        )


def _chunks(patterns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    chunk: list[str] = []
    size = 0
    for pattern in patterns:
        if chunk and size + len(pattern) > _CHUNK:
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(pattern)
        size += len(pattern)
    if chunk:
        yield tuple(chunk)


def _prefilter(patterns: tuple[str, ...]) -> Any:
    prefilter = re2.Filter()
    for pattern in patterns:
        prefilter.Add(pattern, engine_options())
    prefilter.Compile()
    return prefilter
