"""What people attached to incidents, as it is read."""

from datetime import UTC
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import erasure, exhibit
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.models import Erasure, Exhibit, FeedbackSource, MediaType

SHOWN = 1_500
"""Characters of each that reports and lists show. Ten of them are a page, and no agent's whole attention."""

_SHOWN = tuple(exhibit.c[name] for name in Exhibit.__struct_fields__ if name not in ("lines", "left_out"))


async def read(connection: AsyncConnection, tenant: str, incident_id: str) -> tuple[Exhibit, ...]:
    """The exhibits of an incident with the beginnings of their texts, what came first first."""
    shortened = func.left(exhibit.c.text, SHOWN).label("text"), func.length(exhibit.c.text).label("characters")
    mine = (exhibit.c.tenant == tenant, exhibit.c.incident_id == storable(incident_id))
    query = select(*_SHOWN, *shortened).where(*mine).order_by(exhibit.c.attached_at, exhibit.c.position)
    return tuple(exhibit_from(row, row.characters) for row in await connection.execute(query))


async def read_erased(connection: AsyncConnection, tenant: str, incident_id: str) -> tuple[Erasure, ...]:
    """Who erased exhibits of an incident, the first first."""
    mine = (erasure.c.tenant == tenant, erasure.c.incident_id == storable(incident_id))
    rows = await connection.execute(select(erasure).where(*mine).order_by(erasure.c.number))
    return tuple(erasure_from(row) for row in rows)


async def read_called(
    connection: AsyncConnection, tenant: str, incident_id: str, beginning: str
) -> tuple[Exhibit, ...] | None:
    """The exhibits of an incident whose digest begins so, with all of their text; None when there is none."""
    mine = (exhibit.c.tenant == tenant, exhibit.c.incident_id == storable(incident_id))
    begins = exhibit.c.digest.startswith(storable(beginning), autoescape=True)
    query = select(*_SHOWN, exhibit.c.text).where(*mine, begins).order_by(exhibit.c.position)
    return tuple(exhibit_from(row, len(row.text)) for row in await connection.execute(query)) or None


def erasure_from(row: Any) -> Erasure:
    """The erasure that a row holds."""
    return Erasure(
        digest=row.digest,
        author=row.author,
        source=FeedbackSource(row.source),
        erased_at=row.erased_at.astimezone(UTC),
    )


def exhibit_from(row: Any, characters: int) -> Exhibit:
    """The exhibit that a row holds, of whose text there are so many characters."""
    return Exhibit(
        digest=row.digest,
        name=row.name,
        media_type=MediaType(row.media_type),
        size=row.size,
        author=row.author,
        source=FeedbackSource(row.source),
        attached_at=row.attached_at.astimezone(UTC),
        lines=tuple(row.text.split("\n")),
        left_out=characters - len(row.text),
    )
