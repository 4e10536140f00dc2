"""Conclusions that later ones replaced."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import judgement
from casebook_analyzer.models import Conclusion, Judgement


async def read_earlier(connection: AsyncConnection, tenant: str, incident_id: str) -> Sequence[Judgement]:
    """All earlier conclusions of an incident, the oldest first."""
    query = (
        select(judgement.c.number, judgement.c.replaced_at, judgement.c.conclusion)
        .where((judgement.c.tenant == tenant) & (judgement.c.incident_id == incident_id))
        .order_by(judgement.c.number)
    )
    return [judgement_from(row) for row in await connection.execute(query)]


def judgement_from(row: Any) -> Judgement:
    """The earlier conclusion that a row holds."""
    return Judgement(
        number=row.number,
        replaced_at=row.replaced_at.astimezone(UTC),
        conclusion=msgspec.convert(row.conclusion, Conclusion),
    )
