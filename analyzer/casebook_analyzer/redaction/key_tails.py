"""Private keys whose beginning was cut away: the lines of base64 in front of an end that says what they were."""

import re
from collections.abc import Callable

_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_LINE = re.compile(r"[A-Za-z0-9+/]{1,80}={0,2}")
_LONGEST_LINE = 82
_MOST_LINES = 200
"""A key of RSA with 16,384 bits has 195 lines of 64 characters (RFC 7468)."""
_WHITE, _MOST_WHITE = "\t\n\f\r ", 8


def without_key_tails(text: str, mark: Callable[[str], str]) -> str:
    """Marks the end of a key together with the lines before it. One pattern for all of it would take quadratic time."""
    pieces: list[str] = []
    done = 0
    for end in _END.finditer(text):
        start = _first_line(text, done, end.start())
        if start < end.start():
            pieces += text[done:start], mark(text[start : end.end()])
            done = end.end()
    return "".join((*pieces, text[done:])) if pieces else text


def _first_line(text: str, least: int, end: int) -> int:
    """Where the lines begin that stand directly before ``end``; ``end`` when there is none."""
    for _ in range(_MOST_LINES):
        after = end
        while after > max(least, end - _MOST_WHITE) and text[after - 1] in _WHITE:
            after -= 1
        line = text.rfind("\n", max(least, after - _LONGEST_LINE - 1), after) + 1
        if after == end or (line <= least and least > 0) or not _LINE.fullmatch(text, line, after):
            break
        end = line
    return end
