"""One bundle of what all collectors found: redacted, in one order, numbered and bounded."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from casebook_analyzer.evidence.collected import Collected
from casebook_analyzer.models import (
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    GapReason,
    ObjectState,
    Signal,
    SubjectRef,
    WorkloadTemplate,
)
from casebook_analyzer.redaction import Sanitizer

BUDGET_BYTES = 65_536
"""Of the bundle as JSON. It is stored per incident, and 10,000 of them should fit in a small database."""
MAX_ENTITIES = 200
MAX_LOOKED_FOR = 20
"""Lines on what was searched. A reader skims them."""

MAX_OBJECTS = 32
"""Objects that recovery reads again, each with one request."""

_KINDS = tuple(FactKind)
_ORDER = {
    FactKind.STATE: 0,
    FactKind.ALERT: 1,
    FactKind.CHANGE: 2,
    FactKind.OBJECT: 3,
    FactKind.EVENT: 4,
    FactKind.NODE: 5,
    FactKind.METRIC: 6,
    FactKind.COMMAND: 7,
    FactKind.KERNEL: 8,
    FactKind.LOG: 9,
}
_LATEST = datetime.max.replace(tzinfo=UTC)
_TELLING = re.compile(
    r"error|fatal|panic|exception|traceback|denied|refused|timed? ?out|not found|missing|xid", re.IGNORECASE
)


def assemble(
    *,
    subject: SubjectRef,
    signal: Signal,
    collected_at: datetime,
    collected: Iterable[Collected],
    sanitizer: Sanitizer,
    budget_bytes: int = BUDGET_BYTES,
) -> EvidenceBundle:
    """Put what all collectors found into one bundle. The order in which they finished does not matter.

    Every string in it is clean and redacted. What does not fit into ``budget_bytes`` of JSON is dropped, logs first
    and states never, and a gap says how much it was.
    """
    parts = sorted(collected, key=msgspec.json.encode)
    everything = Collected()
    for part in parts:
        everything = everything.merge(part)
    whole = EvidenceBundle(
        subject=subject,
        signal=signal,
        collected_at=collected_at,
        facts=tuple(_ordered(parts)),
        gaps=everything.gaps,
        entities=everything.entities,
        looked_for=everything.looked_for,
        template=everything.template,
        objects=_distinct_objects(everything.objects),
        environment=everything.environment,
    )
    clean = msgspec.convert(_sanitized(msgspec.to_builtins(whole), sanitizer), EvidenceBundle)
    entities = tuple(sorted(set(clean.entities)))
    gaps = [*_unique_gaps(clean.gaps)]
    if len(entities) > MAX_ENTITIES:
        gaps.append(_dropped("entities", len(entities) - MAX_ENTITIES, len(entities)))
    looked_for = tuple(sorted(set(clean.looked_for)))[:MAX_LOOKED_FOR]
    bundle = msgspec.structs.replace(
        clean, entities=entities[:MAX_ENTITIES], looked_for=looked_for, gaps=tuple(gaps), facts=()
    )
    return _within(bundle, _distinct(clean.facts), budget_bytes)


def clean_template(template: WorkloadTemplate, sanitizer: Sanitizer) -> WorkloadTemplate:
    """A template as it stands in a bundle: only two that were cleaned alike may be compared."""
    return msgspec.convert(_sanitized(msgspec.to_builtins(template), sanitizer), WorkloadTemplate)


def clean_objects(objects: Iterable[ObjectState], sanitizer: Sanitizer) -> tuple[ObjectState, ...]:
    """Objects as they stand in a bundle: only two that were cleaned alike may be compared."""
    return msgspec.convert(_sanitized(msgspec.to_builtins(list(objects)), sanitizer), tuple[ObjectState, ...])


def _distinct_objects(objects: Iterable[ObjectState]) -> tuple[ObjectState, ...]:
    """Each once, in one order. Collectors share what they read, so two of one object say the same."""
    each = {one.place: one for one in objects}
    return tuple(each[key] for key in sorted(each))[:MAX_OBJECTS]


def _ordered(parts: list[Collected]) -> list[Fact]:
    """Facts by kind, then by time; states and logs by source, in the order in which they were read."""
    keyed = []
    for part in parts:
        for index, fact in enumerate(part.facts):
            together = fact.kind in {FactKind.STATE, FactKind.LOG}
            when = _LATEST if together or fact.time is None else fact.time
            place = fact.source if together else ""
            keyed.append(((_ORDER[fact.kind], when, place, index, fact.source, fact.text), fact))
    return [fact for _, fact in sorted(keyed, key=lambda pair: pair[0])]


def _sanitized(value: Any, sanitizer: Sanitizer, key: str = "") -> Any:
    if isinstance(value, str):
        return sanitizer.line(value)
    if isinstance(value, dict):
        if key in {"attributes", "environment"}:
            return {sanitizer.line(name): sanitizer.line(text, field=name) for name, text in value.items()}
        return {sanitizer.line(name): _sanitized(item, sanitizer, name) for name, item in value.items()}
    if isinstance(value, list | tuple):
        items = sanitizer.arguments(map(str, value)) if key == "command" else value
        return [_sanitized(item, sanitizer) for item in items]
    return value


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    """Facts without repeats: two collectors may have read the same text in the same place."""
    seen: dict[tuple[Any, ...], Fact] = {}
    for fact in facts:
        key = (fact.kind, fact.source, fact.text, fact.entity, tuple(sorted(fact.attributes.items())))
        known = seen.get(key)
        if known is None:
            seen[key] = fact
        else:
            times = [time for time in (known.time, fact.time) if time is not None]
            seen[key] = msgspec.structs.replace(
                known, count=max(known.count, fact.count), time=min(times, default=None)
            )
    return list(seen.values())


def _unique_gaps(gaps: Iterable[Gap]) -> list[Gap]:
    return sorted(set(gaps), key=lambda gap: (gap.collector, gap.what, gap.reason, gap.detail))


def _within(bundle: EvidenceBundle, facts: list[Fact], budget: int) -> EvidenceBundle:
    numbered = [msgspec.structs.replace(fact, id=f"F{i}") for i, fact in enumerate(facts, 1)]
    sizes = {fact.id: len(msgspec.json.encode(fact)) + 1 for fact in numbered}
    size = len(msgspec.json.encode(bundle)) + sum(sizes.values())
    room_for_gap = 400
    dropped: list[Fact] = []
    for fact in _least_telling_first(numbered):
        if size + (room_for_gap if dropped else 0) <= budget:
            break
        dropped.append(fact)
        size -= sizes[fact.id]
    if not dropped:
        return msgspec.structs.replace(bundle, facts=tuple(numbered))
    gone = {fact.id for fact in dropped}
    kept = [fact for fact in numbered if fact.id not in gone]
    renumbered = tuple(msgspec.structs.replace(fact, id=f"F{i}") for i, fact in enumerate(kept, 1))
    gaps = [*bundle.gaps]
    for kind in _KINDS:
        lost = sum(1 for fact in dropped if fact.kind is kind)
        if lost:
            gaps.append(_dropped(f"{kind} facts", lost, sum(1 for fact in numbered if fact.kind is kind)))
    return msgspec.structs.replace(bundle, facts=renumbered, gaps=tuple(gaps))


def _least_telling_first(facts: list[Fact]) -> list[Fact]:
    """Facts in the order in which they are dropped: logs, quiet lines and the middle of a log first; never states."""
    last = {fact.source: index for index, fact in enumerate(facts)}

    def worth(indexed: tuple[int, Fact]) -> tuple[int, bool, int]:
        index, fact = indexed
        return -_ORDER[fact.kind], bool(_TELLING.search(fact.text)), index - last[fact.source]

    candidates = [(index, fact) for index, fact in enumerate(facts) if fact.kind is not FactKind.STATE]
    return [fact for _, fact in sorted(candidates, key=worth)]


def _dropped(what: str, lost: int, of: int) -> Gap:
    return Gap(
        collector="assemble",
        what=what,
        reason=GapReason.TRUNCATED,
        detail=f"{lost} of {of} were dropped: the evidence is larger than its budget",
    )
