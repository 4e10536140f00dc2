"""How much one tenant's memory holds, and in which state."""

import msgspec
from sqlalchemy import func, select

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import incident
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.index import vector_cache
from casebook_analyzer.memory.write import pending


class MemoryStats(msgspec.Struct, frozen=True, kw_only=True):
    """How much one tenant's memory holds, and in which state."""

    incidents: int
    open: int
    """Incidents without a resolution."""
    embedded: int
    """With vectors of the current model. ``pending``, ``failed`` and ``stale`` are those of ``Backlog``."""
    pending: int
    failed: int
    stale: int
    cached_texts: int
    """Texts whose vector is kept, so that the same text needs no model."""
    model: str = ""
    """Empty when there is no embedding model, or one that fails."""
    revision: str = ""
    database_bytes: int
    """The whole database, other tenants and indexes among it; 0 to who may know of this tenant alone."""


async def read_stats(session: Session, encoder: Encoder) -> MemoryStats:
    """Count the tenant's incidents.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    space = await encoder.space()
    columns = (
        func.count().label("incidents"),
        func.count().filter(incident.c.ended_at.is_(None)).label("open"),
        func.pg_database_size(func.current_database()).label("database_bytes"),
    )
    query = select(*columns).where(incident.c.tenant == session.tenant)
    async with session.transaction() as connection:
        row = (await connection.execute(query)).one()
        backlog = await pending.backlog(connection, session.tenant, space)
    return MemoryStats(
        **row._asdict(),
        **msgspec.structs.asdict(backlog),
        cached_texts=await vector_cache.count(session),
        model=space.model if space else "",
        revision=space.revision if space else "",
    )
