"""Records of many rows, such as stack traces: which row names the fault, and which may be left out."""

import re
from collections.abc import Sequence

from casebook_analyzer.text.cleaning import LINE_BREAK
from casebook_analyzer.text.frames import is_python_frame
from casebook_analyzer.text.messages import innermost_cause, words_at

MOST_ROWS, MOST_CHARACTERS = 26, 1_900
"""Bounds of a record of many rows."""

_TRACEBACK = re.compile(r"Traceback \(most recent call last\)")
_CHAINED = re.compile(r"^\s*The above exception was the direct cause of the following exception:")
_NAMES_FAULT = re.compile(
    r"^\s*(?:Caused by: |Fortran runtime error: |panic: |fatal error: |Exception in thread |\[signal |Traceback \("
    r"|\S+ panicked at )"
    r"|^(?:\| *)?[A-Za-z_][\w.$]*(?:Error|Exception|Exit|Interrupt|Fault|Warning)\b"
    r"|^\*\* \(\w|\b(?:FATAL|CRITICAL|PANIC)\b"
)
"""Rows that say what was wrong, in Python, Java, .NET, Node.js, Go, Rust and Elixir. The others are frames and their
code."""
_CLASS = re.compile(r"(?:[\w$]+\.)+[A-Z]|\w*(?:Error|Exception)\b")


def telling_row(text: str) -> str:
    """What a record says was wrong, with what that announces: the exception of a traceback, the innermost cause.

    Of a record of one row, that.
    """
    rows = text.split(LINE_BREAK)
    if len(rows) == 1:
        return text
    if any(_TRACEBACK.search(row) for row in rows[:2]):
        return words_at(rows, _of_traceback(rows))
    cause = innermost_cause(rows)
    if cause:
        return f"Caused by: {cause}" if _CLASS.match(cause) else f"{rows[0].strip()} Caused by: {cause}"
    return words_at(rows, next((number for number, row in enumerate(rows) if _NAMES_FAULT.search(row)), 0))


def first_cause(rows: Sequence[str]) -> str:
    """The exception that Python names as the direct cause of those below it; empty where it names none."""
    number = next((number for number, row in enumerate(rows) if _CHAINED.match(row)), 0)
    return words_at(rows[:number], _of_traceback(rows[:number])) if number else ""


def _of_traceback(rows: Sequence[str]) -> int:
    """The first row at the margin below the last frame: pydantic and notes write more below it."""
    last = max((number for number, row in enumerate(rows) if is_python_frame(row)), default=0)
    below = range(last + 1, len(rows))
    return next((n for n in below if rows[n][:1].strip() and not rows[n].startswith("[")), len(rows) - 1)


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
