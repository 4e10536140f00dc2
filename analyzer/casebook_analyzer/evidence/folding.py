"""Many records of a log, folded by template, and the few that are kept."""

import re
from collections.abc import Iterable

import msgspec

from casebook_analyzer.evidence.records import Line, records
from casebook_analyzer.text import LINE_BREAK, bound, mask

_RECORD_LINES, _RECORD_CHARACTERS, _ROW_CHARACTERS = 26, 1_900, 600
"""Bounds of a record of many lines. It loses its middle: Go and Java name the fault at the head, Python at the tail."""

_SEVERE = re.compile(
    r"\b(?:error|err|fatal|panic|critical|severe|alert|emerg(?:ency)?)\b|exception|traceback|segfault|\bxid\b"
    r"|^[EF]\d{4} \d\d:\d\d:",
    re.IGNORECASE,
)
"""Levels as loggers spell them (syslog, log4j, zap, slog), ``level=error`` included; klog's ``E0312 09:14:03``."""
_LOUD = re.compile(
    r"error|warn|fail|denied|refused|timed? ?out|cannot|could not|unable|not found|missing"
    r"|invalid|killed|abort|unreachable|unhealthy|retry|^W\d{4} \d\d:\d\d:",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"-----BEGIN |apiVersion: |[A-Za-z0-9+/]{40,80}={0,2}$")
"""Keys and manifests stay whole until they are redacted."""


class Folded(msgspec.Struct):
    """Log records with one template: the first of them whole, and how many there are."""

    order: int
    first: tuple[Line, ...]
    text: str
    count: int = 1
    last_stamp: str = ""


def fold(lines: Iterable[Line]) -> list[Folded]:
    """One entry per template, in the order of the first occurrence."""
    by_template: dict[str, Folded] = {}
    templates: dict[str, str] = {}  # programs in a loop print the very same line: mask it once
    for order, record in enumerate(records(lines)):
        text = _text(record)
        template = templates.get(text)
        if template is None:
            template = templates[text] = mask(text)
        seen = by_template.get(template)
        if seen is None:
            by_template[template] = Folded(order, record, text, last_stamp=record[0].stamp)
        else:
            seen.count += 1
            seen.last_stamp = record[0].stamp
    return list(by_template.values())


def _text(record: tuple[Line, ...]) -> str:
    if len(record) == 1:
        return record[0].text.strip()
    rows = [line.text.rstrip() for line in record]
    if not _WHOLE.match(rows[0]):
        rows = _shorten([bound(row, _ROW_CHARACTERS) for row in rows])
    return LINE_BREAK.join(rows).strip()


def _shorten(rows: list[str]) -> list[str]:
    size, cut = sum(len(row) + len(LINE_BREAK) for row in rows), 0
    while len(rows) > _RECORD_LINES or (size > _RECORD_CHARACTERS and len(rows) > 1):
        size -= len(rows.pop(len(rows) // 2)) + len(LINE_BREAK)
        cut += 1
    if cut:
        rows.insert((len(rows) + 1) // 2, f"[{cut} lines cut]")
    return rows


def choose(folded: list[Folded], limit: int) -> list[Folded]:
    """At most ``limit`` records in their order: head, tail, and of the middle the severe, the loud, then the rarest.

    A program that goes on running buries its errors: they stand anywhere, and far from the end.
    """
    if len(folded) <= limit:
        return folded
    head, tail = limit // 6, limit // 2
    ends = folded[:head] + folded[-tail:]
    middle = sorted(folded[head:-tail], key=lambda f: (_quietness(f.text), f.count, -f.order))
    return sorted(ends + middle[: limit - len(ends)], key=lambda f: f.order)


def _quietness(text: str) -> int:
    if _SEVERE.search(text):
        return 0
    return 1 if _LOUD.search(text) else 2
