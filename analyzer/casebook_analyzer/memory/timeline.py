"""What happened to a subject and to the nodes that its pods ran on, on one axis."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import msgspec

from casebook_analyzer.memory.rows import incident_from, incidents, storable
from casebook_analyzer.memory.session import Session
from casebook_analyzer.memory.tables import incident
from casebook_analyzer.models import FactKind, Incident

BEFORE = timedelta(days=1)
"""How long before a subject's first failure a fault of its node may still have to do with it."""

_NODE = "Node/"
_FIRST_DAY = datetime(1970, 1, 2, tzinfo=UTC)
"""Sources without a clock write the first second of 1970."""


class MomentKind(StrEnum):
    """What a point of the axis is. The order is that of points with one time."""

    CHANGE = "change"
    FAILURE = "failure"
    RECOVERY = "recovery"


_ORDER = {kind: place for place, kind in enumerate(MomentKind)}


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One point of the axis."""

    time: datetime
    kind: MomentKind
    on: str
    """The subject or the node that it happened to, as incidents name their subject."""
    text: str
    incident: str = ""
    """``namespace/name`` of the Investigation that tells of it."""


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that memory knows of a subject, the first first."""

    subject: str
    nodes: tuple[str, ...] = ()
    """Nodes its pods ran on when they failed, as subjects: ``Node/worker-1``."""
    moments: tuple[Moment, ...] = ()
    episodes: int = 0
    open: int = 0


async def read_timeline(session: Session, subject: str, *, since: datetime | None = None, limit: int = 200) -> Timeline:
    """The latest ``limit`` episodes of the subject and, for the time they span, the faults of its nodes.

    A timeline without episodes means that memory has no incident of this subject in that time.
    """
    own = await _read(session, [subject], since, limit)
    nodes = () if subject.startswith(_NODE) else _nodes(own)
    first = min((one.opened_at for one in own), default=None)
    faults = await _read(session, nodes, first - BEFORE, limit) if first and nodes else []
    return make_timeline(subject, own, nodes, faults)


def make_timeline(subject: str, own: Sequence[Incident], nodes: Sequence[str], faults: Sequence[Incident]) -> Timeline:
    """Pure. Changes that several episodes tell of stand once."""
    kept: dict[tuple[datetime, str, str], Moment] = {}
    for moment in (moment for one in (*own, *faults) for moment in _moments(one)):
        kept.setdefault((moment.time, moment.on, moment.text), moment)
    return Timeline(
        subject=subject,
        nodes=tuple(nodes),
        moments=tuple(sorted(kept.values(), key=lambda moment: (moment.time, _ORDER[moment.kind], moment.on))),
        episodes=len(own),
        open=sum(one.resolution is None for one in own),
    )


async def _read(session: Session, subjects: Iterable[str], since: datetime | None, limit: int) -> list[Incident]:
    query = incidents(session.tenant).where(incident.c.subject.in_([storable(one) for one in subjects]))
    if since is not None:
        query = query.where(incident.c.opened_at >= since)
    async with session.transaction() as connection:
        rows = await connection.execute(query.order_by(incident.c.opened_at.desc()).limit(limit))
        return sorted((incident_from(row) for row in rows), key=lambda one: one.opened_at)


def _nodes(own: Iterable[Incident]) -> tuple[str, ...]:
    """In the order in which its pods failed on them."""
    names = (name for one in own for name in _node_names(one))
    return tuple(dict.fromkeys(f"{_NODE}{name}" for name in names if name))


def _node_names(one: Incident) -> Iterator[str]:
    yield one.bundle.signal.node_name
    yield one.bundle.subject.node_name
    yield from (entity.name for entity in one.bundle.entities if entity.kind == "Node")


def _moments(one: Incident) -> Iterator[Moment]:
    on, name = str(one.bundle.subject), f"{one.namespace}/{one.name}"
    onset = _onset(one)
    for fact in one.bundle.facts:
        if fact.kind is FactKind.CHANGE:
            time, text = (fact.time, fact.text) if fact.time else (onset, f"{fact.text} (at a time that is not known)")
            yield Moment(time=time.astimezone(UTC), kind=MomentKind.CHANGE, on=on, text=text, incident=name)
    failed = f"{one.bundle.signal.trigger}: {one.conclusion.title} ({one.conclusion.category})"
    yield Moment(time=onset, kind=MomentKind.FAILURE, on=on, text=failed, incident=name)
    if one.resolution is not None:
        changes = [change.text for change in one.resolution.changes if change.text != one.resolution.summary]
        said = "; ".join((f"{one.resolution.kind}: {one.resolution.summary}", *changes))
        yield Moment(time=one.resolution.resolved_at, kind=MomentKind.RECOVERY, on=on, text=said, incident=name)


def _onset(one: Incident) -> datetime:
    """When it failed by the object's own clock; when the case was opened where that is not known."""
    told = one.bundle.signal.occurred_at.astimezone(UTC)
    return told if told >= _FIRST_DAY and not one.bundle.signal.undated else one.opened_at
