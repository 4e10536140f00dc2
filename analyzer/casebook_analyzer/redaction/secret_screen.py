"""Where in a text a secret can stand, and of which kinds: one pass of RE2 over all of it.

Nearly every line of a log holds none. Python's engine tries one pattern at a time and reads some 2 MB/s of a log with
all of them; RE2 reads the text once for all of them together, and only the lines that it stops at are looked at. It
reads in three steps, each of which sees only what the one before let through: prefilters, whose automaton is small
enough to stay in a processor's cache, find lines; a set of all screens tells which patterns are worth their time there,
and whether the line ends within a match; if so, the screens that may match a line break tell how far it can reach.

A call of RE2 takes as long as it reads 150 bytes, and what Python does between two calls takes longer still: loops over
lines are plain, and ask nothing twice.
"""

from collections.abc import Callable, Sequence
from typing import Any

import re2
from re2 import _re2

from casebook_analyzer.redaction.line_ends import ends_of
from casebook_analyzer.redaction.parts import PARTS
from casebook_analyzer.redaction.prefilters import goes_over_lines

_ANYWHERE, _HERE = _re2.RE2.Anchor.UNANCHORED, _re2.RE2.Anchor.ANCHOR_START

_MAX_MEMORY = 32 << 20
"""Bytes that one automaton may take while it reads (re2.h, ``max_mem``); it grows with what a text makes it visit, and
begins anew when it is full. With eight times as much a tenant's log made the process grow by 213 MiB instead of 89, and
logs of programs were read no faster; with half as much they take three times as long (docs/decisions, redaction)."""

_MOST_READ = 64
"""So many times may each byte of some lines be read to know how far they reach. In a text in which every line reaches
to the same end, what is left of it counts as one."""


_Finder = Callable[[Any, bytes, int, int], tuple[tuple[int, int]]]


class SecretScreen:
    """Finds the lines that one of many patterns can match. It errs on the side of naming a line.

    ``prefilters`` match, in the line in which it begins, a part of whatever a pattern does; without, the patterns do.
    """

    def __init__(self, patterns: Sequence[str], prefilters: Sequence[str] = ()) -> None:
        options = _options()
        self._prefilter = _finder("|".join(_each(prefilters or patterns)), options)
        over_lines = [pattern for pattern in patterns if goes_over_lines(pattern)]
        self._line = _finder(rf"[^\n]*(?:{_factored(over_lines)})", options)
        self._goes_on = len(patterns)
        ends = [rf"(?:{_factored(over_lines, ends_of)})\z"] if over_lines else []
        self._which = _chooser([*patterns, *ends], options)

    def regions(self, data: bytes) -> list[tuple[int, int, list[int]]]:
        """Start and end of runs of whole lines, in bytes, and the patterns that may match there, in their order.

        No match of any pattern reaches out of its run.
        """
        suspects = self._suspects(data)  # all before the first is asked more: the automata share a cache
        if not suspects:
            return []
        which = self._which
        asked = [(start, end, which(data[start:end])) for start, end in suspects]
        return [(start, end, sorted(found)) for start, end, found in self._runs(data, asked) if found]

    def possible(self, data: bytes) -> list[int]:
        """The patterns that may match, in their order."""
        return sorted(number for number in self._which(data) if number != self._goes_on)

    def _suspects(self, data: bytes) -> list[tuple[int, int]]:
        """Start and end of the lines in which a prefilter does; all lines of one that goes on in others may be such."""
        lines: list[tuple[int, int]] = []
        prefilter, size = self._prefilter, len(data)
        position = 0
        while True:
            ((begin, end),) = prefilter(_ANYWHERE, data, position, size)
            if begin < 0:
                return lines
            start = data.rfind(b"\n", position, begin) + 1 or position
            position = data.find(b"\n", begin) + 1 or size
            lines.append((start, position))
            while position < end:
                start, position = position, data.find(b"\n", position) + 1 or size
                lines.append((start, position))

    def _runs(self, data: bytes, lines: list[tuple[int, int, list[int]]]) -> list[tuple[int, int, list[int]]]:
        """The lines and those to which what begins in them goes on, and what may match there."""
        goes_on, finder, size = self._goes_on, self._line, len(data)
        runs: list[tuple[int, int, list[int]]] = []
        position = 0
        for start, end, found in lines:
            if start < position:
                continue
            position = end
            if goes_on in found:
                found.remove(goes_on)
                if end < size and finder(_HERE, data, start, size)[0][1] > end:
                    position = self._reach(finder, data, start)
                    runs.append((start, position, self.possible(data[start:position])))
                    continue
            runs.append((start, position, found))
        return runs

    def _reach(self, finder: _Finder, data: bytes, start: int) -> int:
        """The end of the last line that a match which begins in this one, or in one that it reaches, goes on in."""
        line = end = start
        read = 0
        while line <= end < len(data):
            # The longest match of any line and what begins in it tells the farthest end of all that begin there.
            ((begin, last),) = finder(_HERE, data, line, len(data))
            line = _end_of_line(data, line)
            if begin >= 0:
                read += last - begin
                end = max(end, line, _end_of_line(data, last - 1))
            if line >= end:
                break
            if read > _MOST_READ * (end - start):
                return len(data)
        return end


def _each(prefilters: Sequence[str]) -> list[str]:
    return [f"(?:{one})" for one in dict.fromkeys(prefilters)]


def _factored(patterns: Sequence[str], change: Callable[[str], str] = str) -> str:
    """One of them all, in which what many begin with stands once: a smaller automaton takes less time."""
    begins = tuple(f"(?:{part.screen})" for part in PARTS.values())
    tails: dict[str, list[str]] = {}
    for pattern in dict.fromkeys(patterns):
        begin = next((begin for begin in begins if pattern.startswith(begin)), "")
        tails.setdefault(begin, []).append(f"(?:{change(pattern[len(begin) :])})")
    return "|".join(f"{begin}(?:{'|'.join(found)})" for begin, found in tails.items())


def _end_of_line(data: bytes, position: int) -> int:
    end = data.find(b"\n", position)
    return len(data) if end < 0 else end + 1


def _finder(pattern: str, options: Any) -> _Finder:
    """(where to look, text, position, end) -> start and end of the match, or -1 and -1.

    The library's own ``search`` makes a generator and an object of each match, which takes four times as long as the
    search of a line.

    Raises:
        re2.error: RE2 does not understand the pattern.
    """
    made = _re2.RE2(pattern.encode("latin-1"), options)
    if not made.ok():
        raise re2.error(made.error())
    return made.Match  # type: ignore[no-any-return]


def _chooser(patterns: Sequence[str], options: Any) -> Callable[[bytes], list[int]]:
    """Text -> the numbers of the patterns that match somewhere in it.

    Raises:
        re2.error: RE2 does not understand one of the patterns, or has no room for all.
    """
    made = _re2.Set(_ANYWHERE, options)
    if any(made.Add(pattern.encode("latin-1")) < 0 for pattern in patterns) or not made.Compile():
        raise re2.error("not a set of patterns")
    return made.Match  # type: ignore[no-any-return]


def _options() -> Any:
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    options.longest_match = True  # the first of several ways may end a line before the pattern does
    options.encoding = re2.Options.Encoding.LATIN1
    return options
