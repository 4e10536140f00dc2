"""Incidents that are judged again by a later taxonomy: which there are, and what was concluded before."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import func, insert, literal, select, tuple_, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.rows import incident_from, incidents
from casebook_analyzer.memory.tables import incident, judgement
from casebook_analyzer.models import Conclusion, Incident


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion that was replaced by a later one."""

    number: int
    """From 1, in the order in which they were made."""
    replaced_at: datetime
    conclusion: Conclusion


async def read_page(
    connection: AsyncConnection,
    tenant: str,
    *,
    since: datetime | None,
    namespace: str,
    after: Incident | None,
    limit: int,
) -> list[Incident]:
    """Incidents, the newest first, from behind ``after``."""
    query = incidents(tenant)
    if since is not None:
        query = query.where(incident.c.opened_at >= since)
    if namespace:
        query = query.where(incident.c.namespace == namespace)
    if after is not None:
        place = tuple_(literal(after.opened_at), literal(after.id))
        query = query.where(tuple_(incident.c.opened_at, incident.c.id) < place)
    query = query.order_by(incident.c.opened_at.desc(), incident.c.id.desc()).limit(limit)
    return [incident_from(row) for row in await connection.execute(query)]


async def keep(connection: AsyncConnection, tenant: str, incident_id: str) -> None:
    """Put the conclusion that stands now among the earlier ones. Does nothing for an incident that is not there."""
    mine = (judgement.c.tenant == tenant) & (judgement.c.incident_id == incident_id)
    number = select(func.coalesce(func.max(judgement.c.number), 0) + 1).where(mine).scalar_subquery()
    stands = select(incident.c.tenant, incident.c.id, number, literal(datetime.now(UTC)), incident.c.conclusion).where(
        (incident.c.tenant == tenant) & (incident.c.id == incident_id)
    )
    columns = ["tenant", "incident_id", "number", "replaced_at", "conclusion"]
    await connection.execute(insert(judgement).from_select(columns, stands))


async def confirm(connection: AsyncConnection, tenant: str, incident_id: str, version: str) -> None:
    """Say that a later taxonomy concludes the same."""
    same = incident.c.conclusion.op("||")(literal({"taxonomy_version": version}, JSONB))
    mine = (incident.c.tenant == tenant) & (incident.c.id == incident_id)
    await connection.execute(update(incident).where(mine).values(conclusion=same))


async def read_earlier(connection: AsyncConnection, tenant: str, incident_id: str) -> Sequence[Judgement]:
    """All earlier conclusions, the first first."""
    query = (
        select(judgement.c.number, judgement.c.replaced_at, judgement.c.conclusion)
        .where((judgement.c.tenant == tenant) & (judgement.c.incident_id == incident_id))
        .order_by(judgement.c.number)
    )
    return [judgement_from(row) for row in await connection.execute(query)]


def judgement_from(row: Any) -> Judgement:
    """The conclusion of a row."""
    return Judgement(
        number=row.number,
        replaced_at=row.replaced_at.astimezone(UTC),
        conclusion=msgspec.convert(row.conclusion, Conclusion),
    )
