"""Reads messages from the rows of a kernel log. One message may be printed over several rows."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from casebook_analyzer.evidence.kernel_clock import Stamp, read_stamp
from casebook_analyzer.evidence.kernel_table import KernelMessage, KernelTable, groups_of
from casebook_analyzer.text import LINE_BREAK, compiled
from casebook_analyzer.text.cleaning import clean_line

VARY = {"pid": "pids", "victim_pid": "pids", "place": "places", "address": "addresses", "seconds": ""}
"""Attributes that differ from line to line of one failure, and the attribute that says how many there were."""

Identity = tuple[str, tuple[tuple[str, str], ...]]
"""What makes two messages repeats of one: its name, and its attributes that do not vary."""

_ROWS = re.compile(rf"{LINE_BREAK.strip()}|[\r\n]+|;(?=\s*(?:ErrorCode:|NVRM:))")
_MOST_KNOWN = 4_096
"""Texts whose parsing is remembered: a flood repeats few."""
_LONGEST_ROW = 16_384
"""Characters of one row. The kernel cuts its own at 1,024 (include/linux/printk.h, PRINTKRB_RECORD_MAX)."""
_TROUBLE = re.compile(
    r"\b(?:err(?:or)?s?|fail(?:s|ed|ure|ing)?|fault(?:s|ed)?|time(?:d |-)?out|hung|hangs?|stuck|unable|cannot|can't"
    r"|panic|BUG|corrupt\w*|dropp\w+|refused|invalid|rejected|aborted|lost|dead)\b|_ERROR\b",
    re.IGNORECASE,
)
_ESCAPE = "\x1b"
_CONDITION_CHANGED = ("Node condition ", ', message: "')
"""How node-problem-detector begins an Event about a condition, and what stands before the line itself, which Go has
quoted (pkg/util/helpers.go, GenerateConditionChangeEvent)."""


class ReadMessage(NamedTuple):
    """One message as it was printed."""

    message: KernelMessage
    text: str
    attributes: dict[str, str]
    identity: Identity
    varying: tuple[tuple[str, str], ...]


class _Row(NamedTuple):
    text: str
    """Without its stamp."""
    stamp: Stamp


class KernelReader:
    """Reads one text. What it has parsed it remembers, because failing devices repeat themselves."""

    def __init__(self, table: KernelTable) -> None:
        self._table = table
        self._known: dict[str, ReadMessage | None] = {}

    def read(self, text: str, reference: datetime | None) -> Iterator[tuple[ReadMessage, Stamp]]:
        """Messages that are no noise, in the order of the text, each with all of its rows as one."""
        rows = _rows(text, reference)
        taken: set[int] = set()
        for index, row in enumerate(rows):
            found = None if index in taken else self._parsed(row.text)
            if found is not None and found.message.follows:
                belonging = list(self._belonging(rows, index, found.message))
                taken.update(belonging)
                whole = " ".join([row.text, *(rows[i].text for i in belonging)])
                found = self._parsed(whole) if belonging else found
            if found is not None and not found.message.noise:
                yield found, row.stamp

    def strange(self, text: str, reference: datetime | None) -> Iterator[tuple[str, Stamp]]:
        """Rows that no pattern knows, noise among them, and that sound like trouble, in the order of the text."""
        for row in _rows(text, reference):
            if _TROUBLE.search(row.text) and self._parsed(row.text) is None:
                yield row.text, row.stamp

    def _belonging(self, rows: list[_Row], index: int, message: KernelMessage) -> Iterator[int]:
        """The rows after a message that are part of it: up to the next one that begins a message of several rows."""
        follows = compiled(message.follows)
        for later in range(index + 1, min(index + 1 + message.rows, len(rows))):
            if follows.search(rows[later].text):
                yield later
            else:
                following = self._parsed(rows[later].text)
                if following is not None and following.message.follows:
                    return

    def _parsed(self, text: str) -> ReadMessage | None:
        if text in self._known:
            return self._known[text]
        found = self._table.message_of(text)
        parsed = None if found is None else _parse(*found, text)
        if len(self._known) < _MOST_KNOWN:
            self._known[text] = parsed
        return parsed


def _parse(message: KernelMessage, groups: dict[str, str], text: str) -> ReadMessage:
    attributes = {**groups_of(message.also, text), **groups}
    same = tuple(sorted((name, value) for name, value in attributes.items() if name not in VARY))
    varying = tuple((name, value) for name, value in attributes.items() if name in VARY)
    return ReadMessage(message, text, attributes, (message.name, same), varying)


def _rows(text: str, reference: datetime | None) -> list[_Row]:
    rows = []
    for raw in _ROWS.split(_unquoted(text)):
        row = clean_line(raw) if _ESCAPE in raw else raw[:_LONGEST_ROW]
        stamp = read_stamp(row, reference)
        if rest := row[stamp.end :].strip():
            rows.append(_Row(rest, stamp))
    return rows


def _unquoted(text: str) -> str:
    begins, announces = _CONDITION_CHANGED
    head, quoted, line = text.partition(announces)
    if not quoted or not head.startswith(begins):
        return text
    return line.removesuffix('"').replace("\\n", "\n").replace('\\"', '"')
