"""What people said of incidents, as it is stored, and what of it holds now."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from itertools import groupby
from typing import Any

from sqlalchemy import ARRAY, BindParameter, ColumnElement, Row, Select, Text, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import as_corrected, fold_feedback
from casebook_analyzer.memory.database.tables import feedback, incident
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Said, SimilarIncident, Verdict

_COLUMNS = tuple(feedback.c[name] for name in Feedback.__struct_fields__)


async def read(connection: AsyncConnection, tenant: str, incident_id: str) -> list[Feedback]:
    """All feedback on an incident, the oldest first."""
    mine = (feedback.c.tenant == tenant) & (feedback.c.incident_id == incident_id)
    rows = await connection.execute(select(*_COLUMNS).where(mine).order_by(feedback.c.number))
    return [feedback_from(row) for row in rows]


async def said_of(connection: AsyncConnection, tenant: str, incident_ids: Iterable[str]) -> Mapping[str, Said]:
    """What people say of these incidents, by id. Those without feedback are left out."""
    among = (feedback.c.tenant == tenant, feedback.c.incident_id == func.any(cast(list(incident_ids), ARRAY(Text))))
    return await _folded(connection, among)


async def said_of_family(connection: AsyncConnection, tenant: str, families: Sequence[str]) -> Mapping[str, Said]:
    """What people say of all incidents of some families, by the incident's id."""
    members = select(incident.c.id).where(incident.c.tenant == tenant, incident.c.family.in_(families))
    return await _folded(connection, (feedback.c.tenant == tenant, feedback.c.incident_id.in_(members)))


async def correct_similar(
    connection: AsyncConnection, tenant: str, found: Sequence[SimilarIncident]
) -> tuple[SimilarIncident, ...]:
    """Similar incidents as people see them now."""
    said = await said_of(connection, tenant, [item.id for item in found]) if found else {}
    return as_corrected(found, said)


def ids(tenant: str | BindParameter[str]) -> Select[Any]:
    """The ids of all incidents that people said something of."""
    return select(feedback.c.incident_id).where(feedback.c.tenant == tenant)


def rejected_ids(tenant: str | BindParameter[str]) -> Select[Any]:
    """The ids of all incidents whose latest feedback is a rejection."""
    last = (
        select(feedback.c.incident_id, func.max(feedback.c.number).label("number"))
        .where(feedback.c.tenant == tenant)
        .group_by(feedback.c.incident_id)
        .subquery()
    )
    is_last = (feedback.c.incident_id == last.c.incident_id) & (feedback.c.number == last.c.number)
    return (
        select(feedback.c.incident_id)
        .join(last, is_last)
        .where(feedback.c.tenant == tenant, feedback.c.verdict == Verdict.REJECTED.value)
    )


async def _folded(connection: AsyncConnection, conditions: Iterable[ColumnElement[bool]]) -> Mapping[str, Said]:
    query = select(feedback.c.incident_id, *_COLUMNS).where(*conditions)
    rows = (await connection.execute(query.order_by(feedback.c.incident_id, feedback.c.number))).all()
    folded = {
        key: fold_feedback([feedback_from(row) for row in words])
        for key, words in groupby(rows, lambda row: row.incident_id)
    }
    return {key: said for key, said in folded.items() if said is not None}


def feedback_from(row: Row[Any]) -> Feedback:
    """The feedback that a row holds."""
    fields = {name: getattr(row, name) for name in Feedback.__struct_fields__}
    return Feedback(
        **fields
        | {
            "verdict": Verdict(row.verdict),
            "category": Category(row.category) if row.category else None,
            "source": FeedbackSource(row.source),
            "given_at": row.given_at.astimezone(UTC),
        }
    )
