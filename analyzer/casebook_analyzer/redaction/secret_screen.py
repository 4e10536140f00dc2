"""Where in a text a secret can stand, and of which kinds: one pass of RE2 over all of it.

Nearly every line of a log holds none. Python's engine tries one pattern at a time and reads some 2 MB/s of a log with
all of them; RE2 reads the text once for all of them together, and only the lines that it stops at are looked at.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import re2

from casebook_analyzer.redaction.parts import PARTS

_MAX_MEMORY = 256 << 20
"""Bytes that the automaton may take while it reads (re2.h, ``max_mem``); it grows with what a text makes it visit."""

_TAIL = 256
"""Bytes at the end of a line in which a match can begin that goes on in the next line: twice what any pattern allows
before a line break. What begins before them in a line that was hit adds nothing, and each search may read all of it."""


class SecretScreen:
    """Finds the lines that one of many patterns can match. It errs on the side of naming a line."""

    def __init__(self, patterns: Sequence[str]) -> None:
        options = _options()
        self._any = re2.compile(_factored(patterns).encode("latin-1"), options)
        self._which = re2.Set.SearchSet(options)
        for pattern in patterns:
            self._which.Add(pattern.encode("latin-1"))
        self._which.Compile()

    def regions(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Start and end of runs of whole lines, in bytes: no match of any pattern reaches out of its run."""
        hit = self._any.search(data)
        while hit is not None:
            start, end = data.rfind(b"\n", 0, hit.start()) + 1, _end_of_line(data, hit.end())
            hit = self._any.search(data, max(hit.end(), end - _TAIL))
            while hit is not None and hit.start() < end:
                end = _end_of_line(data, hit.end())
                hit = self._any.search(data, max(hit.end(), end - _TAIL))
            yield start, end

    def possible(self, data: bytes) -> list[int]:
        """The patterns that may match, in their order."""
        return sorted(self._which.Match(data) or ())


def _factored(patterns: Sequence[str]) -> str:
    """One of them all, in which what many begin with stands once: a smaller automaton takes less time."""
    begins = tuple(f"(?:{part.screen})" for part in PARTS.values())
    tails: dict[str, list[str]] = {}
    for pattern in dict.fromkeys(patterns):
        begin = next((begin for begin in begins if pattern.startswith(begin)), "")
        tails.setdefault(begin, []).append(f"(?:{pattern[len(begin) :]})")
    return "|".join(f"{begin}(?:{'|'.join(found)})" for begin, found in tails.items())


def _end_of_line(data: bytes, position: int) -> int:
    end = data.find(b"\n", position - 1)
    return len(data) if end < 0 else end + 1


def _options() -> Any:
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    options.longest_match = True  # the first of several ways may end a line before the pattern does
    options.encoding = re2.Options.Encoding.LATIN1
    return options
