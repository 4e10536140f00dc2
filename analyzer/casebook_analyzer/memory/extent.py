"""What a tenant's memory spans: numbers that only a person asks for."""

from datetime import UTC, datetime
from functools import reduce
from operator import add

import msgspec
from sqlalchemy import func, select

from casebook_analyzer.memory.session import Session
from casebook_analyzer.memory.tables import family, feedback, incident, judgement

_STORED_BYTES = reduce(
    add, (func.pg_column_size(incident.c[name]) for name in ("bundle", "conclusion", "similar", "report"))
)


class Extent(msgspec.Struct, frozen=True, kw_only=True):
    """Beside what :class:`MemoryStats` counts."""

    families: int
    judgements: int
    """Conclusions that later ones replaced."""
    feedback: int
    """Words of people, on ``spoken_of`` incidents."""
    spoken_of: int
    oldest: datetime | None
    """When the first of the incidents was opened; None when there is none."""
    newest: datetime | None
    incident_bytes: int
    """The rows of the incidents, as compressed as they are stored, without what is derived from them."""


async def read_extent(session: Session) -> Extent:
    """Reads every incident's size: a second for 100,000. Raises what :class:`Memory` says."""
    query = select(
        select(func.count()).where(family.c.tenant == session.tenant).scalar_subquery().label("families"),
        select(func.count()).where(judgement.c.tenant == session.tenant).scalar_subquery().label("judgements"),
        select(func.count()).where(feedback.c.tenant == session.tenant).scalar_subquery().label("feedback"),
        select(func.count(feedback.c.incident_id.distinct()))
        .where(feedback.c.tenant == session.tenant)
        .scalar_subquery()
        .label("spoken_of"),
        func.min(incident.c.opened_at).label("oldest"),
        func.max(incident.c.opened_at).label("newest"),
        func.coalesce(func.sum(_STORED_BYTES), 0).label("incident_bytes"),
    ).where(incident.c.tenant == session.tenant)
    async with session.transaction() as connection:
        row = (await connection.execute(query)).one()
    times = {name: value and value.astimezone(UTC) for name, value in (("oldest", row.oldest), ("newest", row.newest))}
    return Extent(**row._asdict() | times | {"incident_bytes": int(row.incident_bytes)})
