"""Numbers on a tenant's memory that take a while to count, so that only a person asks for them."""

from datetime import UTC, datetime
from functools import reduce
from operator import add

import msgspec
from sqlalchemy import func, select

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import family, feedback, incident, judgement

_STORED_BYTES = reduce(
    add, (func.pg_column_size(incident.c[name]) for name in ("bundle", "conclusion", "similar", "report"))
)


class MemoryContents(msgspec.Struct, frozen=True, kw_only=True):
    """What ``casebook memory stats`` shows beside ``MemoryStats``."""

    families: int
    judgements: int
    """How many conclusions were replaced by later ones."""
    feedback: int
    """How often people gave feedback, on ``spoken_of`` different incidents."""
    spoken_of: int
    oldest: datetime | None
    """When the first of the incidents was opened; None when there is none."""
    newest: datetime | None
    incident_bytes: int
    """Size of the incidents' rows as PostgreSQL stores them (compressed), without chunks, words and vectors."""


async def read_contents(session: Session) -> MemoryContents:
    """Count them. Reads the size of every incident, which takes a second for 100,000.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
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
    return MemoryContents(**row._asdict() | times | {"incident_bytes": int(row.incident_bytes)})
