"""Reads the incidents of which the timeline of a subject, or of a whole namespace, is made."""

from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.planning import FROM_INDEXES
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter, of_tenant
from casebook_analyzer.memory.incidents.in_view import within
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
from casebook_analyzer.models import Incident
from casebook_analyzer.timeline import (
    Timeline,
    make_namespace_timeline,
    make_timeline,
    namespaces_in,
    of_namespaces,
)

BEFORE = timedelta(days=1)
"""How long before a subject's first failure a fault of its node may still have to do with it."""
LANES = 4
"""Nodes that stand beside a namespace, those with faults of their own: it may have run on all there are."""

_NODE = "Node/"


async def read_timeline(
    session: Session,
    subject: str,
    *,
    wanted: IncidentFilter = EVERY_INCIDENT,
    limit: int = 200,
) -> Timeline:
    """The latest ``limit`` wanted episodes of the subject and, for the time they span, all faults of its nodes.

    Of ``Namespace/media,shop`` those of everything in these. A timeline without episodes means that memory has no such
    incident of this subject.
    """
    namespaces = namespaces_in(subject)
    about = _within(namespaces) if namespaces else _of([subject])
    own = await _read(session, about, wanted, limit)
    nodes = () if subject.startswith(_NODE) else _nodes(own)
    first = min((one.opened_at for one in own), default=None)
    meanwhile = IncidentFilter(since=first - BEFORE if first else None, until=wanted.until)
    faults = await _read(session, _of(nodes), meanwhile, limit) if nodes else []
    if not namespaces:
        return make_timeline(subject, own, nodes, faults)
    ill = {str(one.bundle.subject) for one in faults}
    return make_namespace_timeline(subject, own, tuple(node for node in nodes if node in ill)[:LANES], faults)


def _of(subjects: Iterable[str]) -> ColumnElement[bool]:
    return incident.c.subject.in_([storable(one) for one in subjects])


def _within(namespaces: Collection[str]) -> ColumnElement[bool]:
    """What happened to the namespaces themselves may lie in another one."""
    return or_(within(namespaces), _of(of_namespaces([name]) for name in sorted(map(storable, namespaces))))


async def _read(session: Session, about: ColumnElement[bool], wanted: IncidentFilter, limit: int) -> list[Incident]:
    """Which ones these are is found in an index; only they are read."""
    latest = select(incident.c.id).where(*of_tenant(session.tenant, wanted.terms), about)
    latest = latest.order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(limit)
    query = incidents(session.tenant).where(incident.c.id.in_(latest))

    async def read(connection: AsyncConnection) -> list[Incident]:
        rows = await connection.execute(query, wanted.parameters)
        return sorted(map(incident_from, rows), key=lambda one: one.opened_at)

    return await session.read(read, settings=FROM_INDEXES)


def _nodes(own: Iterable[Incident]) -> tuple[str, ...]:
    """The nodes that the subject's pods failed on, the first one first."""
    names = (name for one in own for name in _node_names(one))
    return tuple(dict.fromkeys(f"{_NODE}{name}" for name in names if name))


def _node_names(one: Incident) -> Iterator[str]:
    yield one.bundle.signal.node_name
    yield one.bundle.subject.node_name
    yield from (entity.name for entity in one.bundle.entities if entity.kind == "Node")
