"""Reads the incidents of which the timeline of a subject is made."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
from casebook_analyzer.models import Incident
from casebook_analyzer.timeline import Timeline, make_timeline

BEFORE = timedelta(days=1)
"""How long before a subject's first failure a fault of its node may still have to do with it."""

_NODE = "Node/"


async def read_timeline(session: Session, subject: str, *, since: datetime | None = None, limit: int = 200) -> Timeline:
    """The latest ``limit`` episodes of the subject and, for the time they span, the faults of its nodes.

    A timeline without episodes means that memory has no incident of this subject in that time.
    """
    own = await _read(session, [subject], since, limit)
    nodes = () if subject.startswith(_NODE) else _nodes(own)
    first = min((one.opened_at for one in own), default=None)
    faults = await _read(session, nodes, first - BEFORE, limit) if first and nodes else []
    return make_timeline(subject, own, nodes, faults)


async def _read(session: Session, subjects: Iterable[str], since: datetime | None, limit: int) -> list[Incident]:
    query = incidents(session.tenant).where(incident.c.subject.in_([storable(one) for one in subjects]))
    if since is not None:
        query = query.where(incident.c.opened_at >= since)

    async def read(connection: AsyncConnection) -> list[Incident]:
        rows = await connection.execute(query.order_by(incident.c.opened_at.desc()).limit(limit))
        return sorted((incident_from(row) for row in rows), key=lambda one: one.opened_at)

    return await session.read(read)


def _nodes(own: Iterable[Incident]) -> tuple[str, ...]:
    """The nodes that the subject's pods failed on, the first one first."""
    names = (name for one in own for name in _node_names(one))
    return tuple(dict.fromkeys(f"{_NODE}{name}" for name in names if name))


def _node_names(one: Incident) -> Iterator[str]:
    yield one.bundle.signal.node_name
    yield one.bundle.subject.node_name
    yield from (entity.name for entity in one.bundle.entities if entity.kind == "Node")
