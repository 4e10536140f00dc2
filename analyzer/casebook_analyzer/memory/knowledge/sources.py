"""When each source was last brought into memory, and with what result."""

from datetime import UTC, datetime

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import knowledge_source

_COLUMNS = tuple(knowledge_source.c[name] for name in ("source", "synced_at", "every_seconds", "unusable"))


class SourceState(msgspec.Struct, frozen=True, kw_only=True):
    """The last time that memory had what a source has."""

    source: str
    synced_at: datetime
    every_seconds: float | None
    """How often somebody has said to look; None when nobody has."""
    unusable: int
    """Files that could not be used: what memory has of them may be old."""


async def keep(connection: AsyncConnection, tenant: str, state: SourceState) -> None:
    """Write it down in the place of what was known of the source. One that began later is not overtaken."""
    row = msgspec.structs.asdict(state)
    new = insert(knowledge_source).values(tenant=tenant, **row)
    changed = {name: new.excluded[name] for name in row if name != "source"}
    await connection.execute(
        new.on_conflict_do_update(
            index_elements=[knowledge_source.c.tenant, knowledge_source.c.source],
            set_=changed,
            where=knowledge_source.c.synced_at <= new.excluded.synced_at,
        )
    )


async def forget(connection: AsyncConnection, tenant: str, source: str) -> None:
    """Of a source that has nothing there is nothing to tell."""
    mine = (knowledge_source.c.tenant == tenant, knowledge_source.c.source == source)
    await connection.execute(delete(knowledge_source).where(*mine))


async def read_sources(connection: AsyncConnection, tenant: str) -> list[SourceState]:
    """All sources, by name."""
    query = select(*_COLUMNS).where(knowledge_source.c.tenant == tenant).order_by(knowledge_source.c.source)
    return [
        SourceState(
            source=row.source,
            synced_at=row.synced_at.astimezone(UTC),
            every_seconds=row.every_seconds,
            unusable=row.unusable,
        )
        for row in await connection.execute(query)
    ]
