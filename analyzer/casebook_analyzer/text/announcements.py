"""Rows that only announce what is wrong: it stands in the rows below them, as a list, a message or a cause.

``1 validation error for Settings`` names nothing; the field does, and it stands in the next row.
"""

import re
from collections.abc import Sequence

from casebook_analyzer.text.frames import is_frame

MOST_ANNOUNCED = 20
"""Rows that one row can announce: a record of so many is kept whole."""
_COMPLAINS = re.compile(
    r"error|exception|fail|fatal|panic|invalid|missing|cannot|can't|could ?n[o']t|unable|refus|denied|reject|mismatch"
    r"|not (?:found|valid|allowed|set)|violat|problem|issues?\b|terminat",
    re.IGNORECASE,
)
_OPEN = (":", "[", "{", "(")
_COUNTED = re.compile(
    r"\b\d+ validation errors? for \S+$"  # pydantic: ValidationError.__str__
    r"|^\S{1,200}:in ['`].{0,400}\(\w+(?:::\w+)*\)$"  # Ruby: the class stands at the end of the first row
    r"|^\s*Error: {1,3}\u00d7 "  # miette of Rust: causes hang below on a line
)
_OF_COUNTED = ("validation error", ":in ", "\u00d7 ")
_TRACEBACK = "Traceback (most recent call last):"
_ITEM = re.compile(r"^\s*(?:[-*•·+\u00d7>✖✗] |\d{1,3}[.:)] |[│├╰└╭┌|]|[\]})>,;]{1,4}$)")
"""Of a list, or what closes one."""
_KEY = re.compile(r"^[\w./@$-]+(?:\[[^\]]{0,80}\])?(?:: | = |: ?$|$)")
_BEGINS = re.compile(
    r"^[\[(<\"]{0,2}(?:\d{2,4}[-/.]\d\d[-/.]\d\d|\d\d:\d\d:\d\d)|^[IWEF]\d{4} |^\w{3} [ \d]\d \d\d:\d\d"
    r"|^\W{0,2}(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|SEVERE)\b"
    r"|^\[?(?:trace|debug|info|notice|warn(?:ing)?|fail|crit)\b[\]:]|^(?:time|ts|level)=|^\{\""
    r"|^\s*Traceback \(|^panic: |^(?:apiVersion|kind): |^-----BEGIN "
)
"""A record of its own: a time, a level, a trace, a manifest, a key."""


def announces(row: str) -> bool:
    """Whether a row says that something is wrong, and leaves what it is to the rows below."""
    row = row.rstrip()
    if row.endswith(_OPEN):
        return _COMPLAINS.search(row) is not None and not row.endswith(_TRACEBACK)
    return any(word in row for word in _OF_COUNTED) and _COUNTED.search(row) is not None


def begins_a_record(row: str) -> bool:
    """Whether a row has what no row in the middle of a message has."""
    return _BEGINS.match(row) is not None


def is_announced(above: Sequence[str], row: str) -> bool:
    """Whether a row belongs to what a row above it announces.

    Deeper rows do. As deep as the announcement, the first one does, and items of a list, and keys where that was one.
    """
    recent, depth = above[-MOST_ANNOUNCED:], depth_of(row)
    number = _announcement(recent, depth)
    if number is None or is_frame(row) or begins_a_record(row):
        return False
    between = recent[number + 1 :]
    if not between or depth > depth_of(recent[number]):
        return True
    first = next((other for other in between if depth_of(other) == depth), "")
    is_key = _KEY.match(row) is not None and first != "" and _KEY.match(first) is not None
    return is_key or _ITEM.match(row) is not None or between[-1].rstrip().endswith(":")


def _announcement(rows: Sequence[str], depth: int) -> int | None:
    for number in range(len(rows) - 1, -1, -1):
        if is_frame(rows[number]):
            return None
        if depth_of(rows[number]) <= depth and announces(rows[number]):
            return number
    return None


def depth_of(row: str) -> int:
    """Blanks before the words of a row."""
    return len(row) - len(row.lstrip(" \t"))
