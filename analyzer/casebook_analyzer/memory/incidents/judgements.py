"""Conclusions that later ones replaced."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import judgement
from casebook_analyzer.models import Conclusion


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion that was replaced by a later one."""

    number: int
    """Counts the conclusions of an incident from 1, in the order in which they were made."""
    replaced_at: datetime
    conclusion: Conclusion


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
