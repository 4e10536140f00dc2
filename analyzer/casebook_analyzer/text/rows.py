"""Records of many rows, such as stack traces: which row names the fault, and which may be left out."""

import re
from collections.abc import Sequence

from casebook_analyzer.text.cleaning import LINE_BREAK

MOST_ROWS, MOST_CHARACTERS = 26, 1_900
"""Bounds of a record of many rows."""

_TRACEBACK = re.compile(r"Traceback \(most recent call last\)")
_FRAME = re.compile(r"^[ \t]{1,40}(?:\|[ \t]{1,40})?File \"")
_CAUSED = re.compile(r"^\s*Caused by: ")
_HEADS_FAULT = re.compile(r"(?:\bpanicked at \S+|\b(?:Unhandled|Uncaught) [Ee]xception):$")
"""Rows of Rust and Dart whose fault stands in the next one."""
_NAMES_FAULT = re.compile(
    r"^\s*(?:Caused by: |panic: |fatal error: |Exception in thread |\[signal |Traceback \(|\S+ panicked at )"
    r"|^(?:\| *)?[A-Za-z_][\w.$]*(?:Error|Exception|Exit|Interrupt|Fault|Warning)\b"
    r"|^\*\* \(\w|\b(?:FATAL|CRITICAL|PANIC)\b"
)
"""Rows that say what was wrong, in Python, Java, .NET, Node.js, Go, Rust and Elixir. The others are frames and their
code."""


def telling_row(text: str) -> str:
    """The row of a record that names the fault: the exception of a traceback, the innermost cause, the panic.

    Of a record of one row, that.
    """
    rows = text.split(LINE_BREAK)
    if len(rows) == 1:
        return text
    if any(_TRACEBACK.search(row) for row in rows[:2]):
        return _of_traceback(rows)
    caused = [row for row in rows if _CAUSED.match(row)]
    if caused:
        return caused[-1].strip()
    if _HEADS_FAULT.search(rows[0].rstrip()):
        return f"{rows[0].strip()} {rows[1].strip()}"
    return next((row for row in rows if _NAMES_FAULT.search(row)), rows[0]).strip()


def _of_traceback(rows: Sequence[str]) -> str:
    """The first row at the margin below the last frame: pydantic and notes write more below it."""
    last = max((number for number, row in enumerate(rows) if _FRAME.match(row)), default=0)
    at_margin = (row for row in rows[last + 1 :] if row[:1].strip() and not row.startswith("["))
    return next(at_margin, rows[-1]).strip()


def without_middle(rows: Sequence[str]) -> list[str]:
    """At most so many rows as a record may have. Frames go first, those of the middle before those of the ends."""
    size = sum(len(row) + len(LINE_BREAK) for row in rows)
    gone: set[int] = set()
    for number in _least_telling_first(rows):
        if len(rows) - len(gone) <= MOST_ROWS and size <= MOST_CHARACTERS:
            break
        gone.add(number)
        size -= len(rows[number]) + len(LINE_BREAK)
    return _marked(rows, gone)


def _least_telling_first(rows: Sequence[str]) -> list[int]:
    """All rows but the first and the last: who logs and what is thrown."""
    middle = (len(rows) - 1) / 2
    inner = range(1, len(rows) - 1)
    return sorted(inner, key=lambda number: (bool(_NAMES_FAULT.search(rows[number])), abs(number - middle), number))


def _marked(rows: Sequence[str], gone: set[int]) -> list[str]:
    """The rows that stay, with a mark where some are missing."""
    kept: list[str] = []
    missing = 0
    for number, row in enumerate(rows):
        if number in gone:
            missing += 1
            continue
        if missing:
            kept.append(f"[{missing} lines cut]")
            missing = 0
        kept.append(row)
    return kept
