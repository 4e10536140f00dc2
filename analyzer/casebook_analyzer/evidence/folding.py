"""Many records of a log, folded by template, and the few that are kept."""

import re
from collections.abc import Iterable

import msgspec

from casebook_analyzer.evidence.answers import Answers
from casebook_analyzer.evidence.other_work import is_other_work
from casebook_analyzer.evidence.records import Line, records
from casebook_analyzer.text import LINE_BREAK, bound, mask, without_middle

_ROW_CHARACTERS = 600
"""Of one row of a record of many."""

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
_ESCAPED_TRACEBACK = re.compile(r"Traceback \(most recent call last\):\\n")
_WHOLE = re.compile(r"-----BEGIN |apiVersion: |[A-Za-z0-9+/]{40,80}={0,2}$")
"""Keys and manifests stay whole until they are redacted."""


_STEPS = 3
"""Times that a record has to come until its distances can be even, and records of work until it comes amid work."""

_LOOKED_BACK = 50
"""Records before the last one of an even kind that are looked at for work."""


class Folded(msgspec.Struct):
    """Log records with one template: the first of them whole, and how many there are."""

    order: int
    first: tuple[Line, ...]
    text: str
    count: int = 1
    last_stamp: str = ""
    last_order: int = 0
    gap: int = 0
    """Records from the last but one to the last of them."""
    is_uneven: bool = False
    """Whether the numbers of records from one to the next differ: they are no steps of one loop."""
    is_amid_work: bool = False
    """Whether they do not differ, and records between tell of work that is none of the same matter."""
    answers: Answers = msgspec.field(default_factory=Answers)
    """To requests, as far as they tell of some."""


def fold(lines: Iterable[Line]) -> list[Folded]:
    """One entry per template, in the order of the first occurrence."""
    by_template: dict[str, Folded] = {}
    sequence: list[Folded] = []
    templates: dict[str, str] = {}  # programs in a loop print the very same line: mask it once
    for order, record in enumerate(records(lines)):
        text = _text(record)
        template = templates.get(text)
        if template is None:
            template = templates[text] = mask(text)
        seen = by_template.get(template)
        if seen is None:
            seen = by_template[template] = Folded(order, record, text, last_stamp=record[0].stamp, last_order=order)
        else:
            gap = order - seen.last_order
            seen.is_uneven |= seen.count > 1 and gap != seen.gap
            seen.count += 1
            seen.last_stamp, seen.last_order, seen.gap = record[0].stamp, order, gap
        seen.answers.add(text, record[0].stamp)
        sequence.append(seen)
    for one in by_template.values():
        if one.count >= _STEPS and not one.is_uneven:
            between = sequence[max(one.order, one.last_order - _LOOKED_BACK) : one.last_order]
            one.is_amid_work = sum(is_other_work(other.text, one.text) for other in between) >= _STEPS
    return list(by_template.values())


def _text(record: tuple[Line, ...]) -> str:
    if len(record) == 1:
        return _of_one_line(record[0].text.strip())
    rows = [line.text.rstrip() for line in record]
    if not _WHOLE.match(rows[0]):
        rows = without_middle([bound(row, _ROW_CHARACTERS) for row in rows])
    return LINE_BREAK.join(rows).strip()


def _of_one_line(text: str) -> str:
    """A traceback that was written as one line has rows, too: its end names what was wrong."""
    if not _ESCAPED_TRACEBACK.search(text):
        return text
    rows = [bound(row.rstrip(), _ROW_CHARACTERS) for row in text.split(r"\n")]
    return LINE_BREAK.join(without_middle([row for row in rows if row.strip()]))


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
