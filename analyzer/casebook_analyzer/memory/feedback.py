"""What people say of incidents: stored beside the conclusion, never over it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from enum import Enum, auto
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import fold, heard
from casebook_analyzer.memory.rows import storable
from casebook_analyzer.memory.tables import feedback, incident
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Said, SimilarIncident, Verdict

_COLUMNS = tuple(feedback.c[name] for name in Feedback.__struct_fields__)


class Taken(Enum):
    """What became of a word."""

    NEW = auto()
    KNOWN = auto()
    """It was the last word from this source already: an operator that restarts reads every annotation again."""
    NO_INCIDENT = auto()


async def give(connection: AsyncConnection, tenant: str, incident_id: str, word: Feedback) -> Taken:
    """Add a word to an incident. Two operators that do it at once add it once."""
    incident_id = storable(incident_id)
    mine = (incident.c.tenant == tenant) & (incident.c.id == incident_id)
    if (await connection.execute(select(incident.c.id).where(mine).with_for_update())).first() is None:
        return Taken.NO_INCIDENT
    word = _storable(word)
    said = await read(connection, tenant, incident_id)
    same_source = [earlier for earlier in said if earlier.source is word.source]
    if same_source and _content(same_source[-1]) == _content(word):
        return Taken.KNOWN
    row = msgspec.structs.asdict(word) | {"tenant": tenant, "incident_id": incident_id, "number": len(said) + 1}
    row |= {"verdict": word.verdict.value, "source": word.source.value}
    row |= {"category": word.category.value if word.category else None}
    await connection.execute(insert(feedback).values(row))
    return Taken.NEW


async def read(connection: AsyncConnection, tenant: str, incident_id: str) -> list[Feedback]:
    """All words on an incident, the first one first."""
    mine = (feedback.c.tenant == tenant) & (feedback.c.incident_id == incident_id)
    rows = await connection.execute(select(*_COLUMNS).where(mine).order_by(feedback.c.number))
    return [feedback_from(row) for row in rows]


async def said_of(connection: AsyncConnection, tenant: str, incident_ids: Iterable[str]) -> Mapping[str, Said]:
    """What holds of each of these incidents that people have spoken of."""
    among = (feedback.c.tenant == tenant, feedback.c.incident_id.in_(list(incident_ids)))
    return await _folded(connection, among)


async def said_of_family(connection: AsyncConnection, tenant: str, families: Sequence[str]) -> Mapping[str, Said]:
    """The same of all incidents of some families, by the incident's id."""
    members = select(incident.c.id).where(incident.c.tenant == tenant, incident.c.family.in_(families))
    return await _folded(connection, (feedback.c.tenant == tenant, feedback.c.incident_id.in_(members)))


async def correct_similar(
    connection: AsyncConnection, tenant: str, found: Sequence[SimilarIncident]
) -> tuple[SimilarIncident, ...]:
    """Similar incidents as people see them now."""
    said = await said_of(connection, tenant, [item.id for item in found]) if found else {}
    return heard(found, said)


def rejected_ids(tenant: str) -> Select[Any]:
    """The ids of all incidents whose last word is a rejection."""
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
        key: fold([feedback_from(row) for row in words]) for key, words in groupby(rows, lambda row: row.incident_id)
    }
    return {key: said for key, said in folded.items() if said is not None}


def _content(word: Feedback) -> Feedback:
    return msgspec.structs.replace(word, given_at=None, client="")


def _storable(word: Feedback) -> Feedback:
    texts = {name: storable(getattr(word, name)) for name in ("cause", "fix", "note", "author", "client")}
    return msgspec.structs.replace(word, **texts)


def feedback_from(row: Row[Any]) -> Feedback:
    """The word of a row."""
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
