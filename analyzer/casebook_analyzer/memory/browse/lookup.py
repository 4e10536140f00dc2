"""Incidents and subjects by what people call them."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Text, and_, bindparam, exists, func, or_, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import View
from casebook_analyzer.memory.database.planning import FROM_INDEXES
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import family, incident
from casebook_analyzer.memory.incidents.in_view import NAMESPACES, asked_of, shown
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
from casebook_analyzer.models import Incident, Signature


async def called(session: Session, name: str) -> list[Incident]:
    """The incidents with this id, or of the Investigations with this name: ``NAMESPACE/NAME``, or ``NAME`` alone.

    Of a name that was used several times in a namespace the latest. Several come from several namespaces.
    """
    name = storable(name)
    namespace, slash, rest = name.partition("/")
    by_name = and_(incident.c.namespace == namespace, incident.c.name == rest) if slash else incident.c.name == name
    latest = (
        select(incident.c.id)
        .ext(distinct_on(incident.c.namespace))
        .where(incident.c.tenant == session.tenant, or_(incident.c.id == name, by_name))
        .order_by(incident.c.namespace, incident.c.opened_at.desc())
    )
    query = incidents(session.tenant).where(incident.c.id.in_(latest)).order_by(incident.c.namespace)

    async def read(connection: AsyncConnection) -> list[Incident] | None:
        return [incident_from(row) for row in await connection.execute(query)] or None

    return await session.find(read) or []


async def subjects_like(session: Session, text: str, limit: int = 5) -> Sequence[str]:
    """Subjects that have incidents and whose name has the last part of the text in it, in whatever case."""
    part = storable(text).rpartition("/")[2].lower()
    query = (
        select(incident.c.subject)
        .distinct()
        .where(incident.c.tenant == session.tenant, func.lower(incident.c.subject).contains(part, autoescape=True))
        .order_by(incident.c.subject)
        .limit(limit)
    )

    async def read(connection: AsyncConnection) -> Sequence[str]:
        return list((await connection.execute(query)).scalars())

    return await session.read(read)


async def signature_of(session: Session, key: str) -> Signature | None:
    """The signature of a family, None when memory has no such family."""
    columns = (family.c[name] for name in ("reason", "exit_code", "xid", "template", "owner_kind"))
    query = select(*columns).where(family.c.tenant == session.tenant, family.c.id == storable(key))

    async def read(connection: AsyncConnection) -> Signature | None:
        row = (await connection.execute(query)).one_or_none()
        return None if row is None else Signature(key=key, **row._asdict())

    return await session.find(read)


async def knows_family(session: Session, key: str, view: View) -> bool:
    """Whether an incident of a family is in view.

    It takes as long where others have it as where nobody has, but for reading the family's entries in one index.
    ``OFFSET`` keeps PostgreSQL from choosing another one by what it knows of how frequent the family is.
    """
    asked = {"key": storable(key)} | asked_of(view)
    of_family = (incident.c.tenant == session.tenant, incident.c.family == bindparam("key", type_=Text))
    members = select(incident.c.namespace).where(*of_family).offset(0).subquery("member")
    query = select(exists().select_from(members).where(shown(members.c.namespace, NAMESPACES in asked)))

    async def read(connection: AsyncConnection) -> bool:
        return bool((await connection.execute(query, asked)).scalar_one())

    return await session.read(read, settings=FROM_INDEXES)


async def by_name(session: Session, namespace: str, name: str) -> Incident | None:
    """The incident of an Investigation by name: the latest one, if the name was used before."""
    return await _latest(session, incident.c.namespace == storable(namespace), incident.c.name == storable(name))


async def by_id(session: Session, incident_id: str) -> Incident | None:
    """The incident of an Investigation by its UID."""
    return await _latest(session, incident.c.id == incident_id)


async def ended(session: Session, incident_ids: Sequence[str]) -> frozenset[str]:
    """Those of the incidents with these ids that have ended."""
    over = (incident.c.tenant == session.tenant, incident.c.id.in_(incident_ids), incident.c.ended_at.is_not(None))
    query = select(incident.c.id).where(*over)
    async with session.transaction() as connection:
        return frozenset((await connection.execute(query)).scalars())


async def last_episode(session: Session, subject: str, namespace: str, key: str) -> int:
    """The highest number of an episode of a subject whose name has this key in it; 0 without any."""
    same = (incident.c.namespace == storable(namespace), incident.c.name.contains(f"-{key}-", autoescape=True))
    of_subject = (incident.c.tenant == session.tenant, incident.c.subject == storable(subject))
    query = select(func.coalesce(func.max(incident.c.episode), 0)).where(*of_subject, *same)
    async with session.transaction() as connection:
        return int((await connection.execute(query)).scalar_one())


async def _latest(session: Session, *conditions: ColumnElement[bool]) -> Incident | None:
    query = incidents(session.tenant).where(*conditions).order_by(incident.c.opened_at.desc()).limit(1)

    async def read(connection: AsyncConnection) -> Incident | None:
        row = (await connection.execute(query)).one_or_none()
        return None if row is None else incident_from(row)

    return await session.find(read)
