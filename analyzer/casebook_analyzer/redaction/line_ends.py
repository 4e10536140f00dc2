"""How a line ends in which a match begins that goes on in the next one."""

import re
from collections.abc import Iterator
from functools import reduce

from casebook_analyzer.redaction.prefilters import can_be_a_break

_PIECE = re.compile(
    r"(?:(?P<open>\((?:\?\w{0,4}:)?)|(?P<close>\))|(?P<either>\|)"
    r"|(?P<sign>\\x[0-9A-Fa-f]{2}|\\.|\[\^?\]?(?:\\.|[^\[\]\\]){0,80}+\]|.))(?P<times>(?:[*+?]|\{[\d,]{1,8}\})?)",
    re.DOTALL,
)
_AT_MOST_ONCE = frozenset({"", "?"})


def ends_of(screen: str) -> str:
    """A pattern of RE2 for all that a match of ``screen`` has up to its first line break, and the line break.

    It may match a little more, and is empty where no match goes over lines.
    """
    return _ways(_PIECE.finditer(screen))[0]


def _ways(pieces: Iterator[re.Match[str]]) -> tuple[str, re.Match[str] | None]:
    """The ends of what stands before the end of a group, and that end."""
    ways: list[str] = []
    parts: list[tuple[str, str]] = []
    for piece in pieces:
        if piece["close"]:
            return _either(*ways, _joined(parts)), piece
        if piece["either"]:
            ways.append(_joined(parts))
            parts.clear()
        else:
            parts.append(_part(piece, pieces))
    return _either(*ways, _joined(parts)), None


def _part(piece: re.Match[str], pieces: Iterator[re.Match[str]]) -> tuple[str, str]:
    """A part of a screen, and its ends."""
    last = piece
    if piece["open"]:
        inner, close = _ways(pieces)
        last = close or piece
        ends = inner and f"{piece['open']}{inner})"
    else:
        ends = "\n" if can_be_a_break(piece["sign"]) else ""
    once = piece.string[piece.start() : last.start("times")]
    if ends and last["times"] not in _AT_MOST_ONCE:
        ends = f"{once}*{ends}"
    return once + last["times"], ends


def _joined(parts: list[tuple[str, str]]) -> str:
    """Of parts one behind the other: the line ends in the first, or in what follows it."""
    return reduce(lambda rest, part: _either(part[1], rest and part[0] + rest), reversed(parts), "")


def _either(*ways: str) -> str:
    found = [way for way in ways if way]
    return f"(?:{'|'.join(found)})" if len(found) > 1 else "".join(found)
