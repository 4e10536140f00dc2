"""Applies patterns that people bring (:mod:`casebook_analyzer.redaction_policy`)."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from casebook_analyzer.redaction_policy import OwnPattern, any_of, compiled

_MARKER = re.compile(rb"\xe2\x80\xb9redacted:[a-z0-9-]+:[0-9a-f]{8}\xe2\x80\xba")
_MARKER_BEGINS = b"\xe2\x80\xb9redacted:"
_MOST = 100
"""Matches in a line. To find the next one RE2 may read the line to its end, so that all of a line would take the square
of its length; where there are more, the rest of the line is replaced as a whole."""
_NAMED = "secret"

Mark = Callable[[str, str], str]
"""The marker of a kind and a secret."""


def without_own(patterns: tuple[OwnPattern, ...], text: str, mark: Mark) -> str:
    """The text in which what the patterns find is marked. Markers that are in it stay, whatever finds them."""
    anything = any_of(patterns)
    if anything is not None and anything.search(text.encode(errors="surrogatepass")) is None:
        return text
    for pattern in patterns:
        text = _without(pattern, text, mark)
    return text


def _without(pattern: OwnPattern, text: str, mark: Mark) -> str:
    data = text.encode(errors="surrogatepass")
    pieces: list[str] = []
    done = 0
    for start, end in _outside_of_markers(data, _found(compiled(pattern.regex), data)):
        pieces += _text(data[done:start]), mark(pattern.name, _text(data[start:end]))
        done = end
    return "".join((*pieces, _text(data[done:]))) if pieces else text


def _text(data: bytes) -> str:
    return data.decode(errors="surrogatepass")


def _found(expression: Any, data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of what is to be replaced, in bytes and in their order."""
    group = expression.groupindex.get(_NAMED, min(1, expression.groups))
    position = line_ends = in_line = 0
    while (match := expression.search(data, position)) is not None:
        start, end = match.span()
        if start >= line_ends:
            line_ends, in_line = _end_of_line(data, start), 0
        in_line += 1
        if in_line > _MOST:
            yield start, line_ends
            position = line_ends
            continue
        part = match.span(group)
        yield part if part[0] >= 0 else (start, end)  # a group of an alternative that was not taken
        position = max(end, position + 1)
        if position > len(data):
            break


def _end_of_line(data: bytes, start: int) -> int:
    end = data.find(b"\n", start)
    return len(data) if end < 0 else end


def _outside_of_markers(data: bytes, found: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of what was found that are not markers already, nor pieces of one."""
    markers = [m.span() for m in _MARKER.finditer(data)] if _MARKER_BEGINS in data else []
    following = 0
    for start, end in found:
        while following < len(markers) and markers[following][1] <= start:
            following += 1
        position = start
        for index in range(following, len(markers)):
            begin, stop = markers[index]
            if begin >= end:
                break
            yield from _unless_empty(position, begin)
            position = stop
        yield from _unless_empty(position, end)


def _unless_empty(start: int, end: int) -> Iterator[tuple[int, int]]:
    if start < end:
        yield start, end
