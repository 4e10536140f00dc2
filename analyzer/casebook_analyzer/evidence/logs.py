"""A container's log, reduced to the records that can tell why it ended."""

import re
from collections.abc import Iterator
from typing import Literal

from casebook_analyzer.evidence.answers import total
from casebook_analyzer.evidence.collected import Collected
from casebook_analyzer.evidence.folding import Folded, choose, fold
from casebook_analyzer.evidence.jsonlog import flatten
from casebook_analyzer.evidence.records import Line
from casebook_analyzer.evidence.starting import STARTING, ends_while_starting
from casebook_analyzer.models import Entity, Fact, FactKind, Gap, GapReason, read_time
from casebook_analyzer.redaction import private_blocks_in_lines
from casebook_analyzer.text import decode
from casebook_analyzer.text.cleaning import clean_line

MAX_LINES = 120
MAX_BYTES = 2 * 1024 * 1024
"""Bytes that are looked at; a quarter from the head. The collector's own budget is far below."""
_RAW_LINE = 16_384
"""Characters of one raw line that are looked at: a record is bounded to 2,000 after its secrets are gone."""
_STAMP = re.compile(r"^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})) ?")
_ESCAPED_QUOTE = re.compile(r'\\{1,3}"')
"""How loggers write the quotes of an error in a field (klog, logfmt, zap): rules know them without backslashes."""
# pkg/kubelet answers HTTP 200 with these when the container or its log file is gone.
_NO_LOG = re.compile(
    r"^(?:unable to retrieve container logs for \S+"
    r"|failed to (?:try resolving symlinks in path|open log file) .*: no such file or directory)\s*$"
)
SPACING, UNEVEN = "spacing", "uneven"
"""Attribute of a record that came again and again between others, now after many and now after few."""
FOLLOWED_BY, USUAL = "followedBy", "usual"
"""Attribute of such a record after whose last one the program wrote what it had written before."""
BETWEEN, WORK = "between", "work"
"""Attribute of a record that came again and again at even distances, with records of other work in each of them."""
_UNREADABLE = 0.3
"""Share of replacement characters from which a line is data and not text."""


def container_is_gone(gap: Gap) -> bool:
    """Whether kubelet has no such container any more: it deletes a dead one when the next has died."""
    return gap.reason is GapReason.UNAVAILABLE and _NO_LOG.match(gap.detail) is not None


def sample_log(
    raw: bytes,
    *,
    container: str,
    which: Literal["current", "previous"],
    pod: Entity,
    source: str,
    max_lines: int = MAX_LINES,
    truncated: bool = False,
) -> Collected:
    """At most ``max_lines`` facts of a log as the kubelet returns it, with or without ``timestamps=true``.

    Repeats of one template are one fact with a count. Of what is left head, tail and the loud or rare records stay,
    in order of time. Facts are not redacted yet: ``assemble`` does that.
    """
    what = f"{which} log of container {container}"
    cut, clipped = _clip(raw)
    lines = list(_lines(cut, starts_midway=truncated))
    refused = next((line.text for line in lines if _NO_LOG.match(line.text)), None)
    if refused is not None and len(lines) == 1:
        return Collected(gaps=(_gap(what, GapReason.UNAVAILABLE, refused),))
    if not lines:
        return Collected(gaps=(_gap(what, GapReason.NOT_FOUND, "the log is empty"),))
    folded = fold(lines)
    chosen = choose(folded, max_lines)
    gaps = []
    if truncated or clipped:
        gaps.append(
            _gap(what, GapReason.TRUNCATED, "only a part of the log was read: it is longer than the byte budget")
        )
    if len(chosen) < len(folded):
        detail = f"{len(chosen)} of {len(folded)} different records are kept, of {len(lines)} lines"
        gaps.append(_gap(what, GapReason.TRUNCATED, detail))
    attributes = {"container": container, "log": which}
    last_repeated = max((f.last_order for f in folded if f.count > 1), default=0)
    answers = total(f.answers for f in folded) if which == "current" else {}
    worst, begun = max(chosen, key=lambda f: f.answers.failed), _still_starts(folded)

    def told(f: Folded) -> dict[str, str]:
        of_all = {**(answers if f is worst else {}), **({STARTING: "true"} if f is begun else {})}
        return {**attributes, **_place(f, last_repeated), **of_all}

    facts = tuple(_fact(f, source, pod, told(f)) for f in chosen)
    return Collected(facts=facts, gaps=tuple(gaps))


def _still_starts(folded: list[Folded]) -> Folded | None:
    """The record that says what the program still did to start when its log ended."""
    in_order = sorted(folded, key=lambda f: f.last_order)
    number = ends_while_starting([f.text for f in in_order])
    return None if number is None else in_order[number]


def _gap(what: str, reason: GapReason, detail: str) -> Gap:
    return Gap(collector="logs", what=what, reason=reason, detail=detail)


def _clip(raw: bytes) -> tuple[bytes, bool]:
    if len(raw) <= MAX_BYTES:
        return raw, False
    head = MAX_BYTES // 4
    return raw[:head] + b"\n" + raw[-(MAX_BYTES - head) :], True


def _lines(raw: bytes, *, starts_midway: bool) -> Iterator[Line]:
    rows = private_blocks_in_lines(decode(raw)).split("\n")
    if starts_midway and len(rows) > 1 and not _STAMP.match(rows[0]):
        rows = rows[1:]  # half a line can hide the half of a secret that tells what it is
    for row in rows:
        match = _STAMP.match(row)
        stamp, text = (match[1], row[match.end() :]) if match else ("", row)
        text = _readable(text.rstrip("\r").rsplit("\r", 1)[-1])  # a progress bar shows its last state
        if text.strip():
            yield Line(stamp=stamp, text=text)


def _readable(text: str) -> str:
    unreadable = text.count("\ufffd") + text.count("\x00")
    if unreadable > _UNREADABLE * len(text):
        return f"[{len(text)} characters of binary data]"
    indent = text[: len(text) - len(text.lstrip())].replace("\t", " ")
    return indent[:8] + _ESCAPED_QUOTE.sub('"', flatten(clean_line(text, _RAW_LINE)))


def _place(folded: Folded, last_repeated: int) -> dict[str, str]:
    """How a repeated record lies among the others, which is known also where no line has a time."""
    if not folded.is_uneven:
        return {BETWEEN: WORK} if folded.is_amid_work else {}
    return {SPACING: UNEVEN, **({FOLLOWED_BY: USUAL} if folded.last_order < last_repeated else {})}


def _fact(folded: Folded, source: str, pod: Entity, attributes: dict[str, str]) -> Fact:
    first = folded.first[0].stamp
    more = {"lastTime": folded.last_stamp} if folded.count > 1 and folded.last_stamp else {}
    return Fact(
        id="",
        kind=FactKind.LOG,
        source=source,
        text=folded.text,
        time=read_time(first),
        count=folded.count,
        entity=pod,
        attributes={**attributes, **more},
    )
