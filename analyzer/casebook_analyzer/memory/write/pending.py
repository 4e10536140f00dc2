"""Incidents that wait for vectors of the current model: new ones, or all after the model was changed.

Each incident has one row in ``embedding``: pending, embedded, or failed. Attempts and their error are those in the
space that the row names; another model begins anew.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import structlog
from sqlalchemy import ColumnElement, and_, case, func, or_, select, update
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.errors import EmbedderUnavailableError
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, chunk, embedding, incident
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.chunks import indexed_text
from casebook_analyzer.memory.encoding.encoder import Encoder, Space, Vectors
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
from casebook_analyzer.memory.index import corpora, vector_cache
from casebook_analyzer.memory.index.vectors import VectorRow, delete_vectors, insert_vectors
from casebook_analyzer.models import Incident

ATTEMPTS = 5
"""An incident whose texts the model cannot read is given up after so many."""

_FIRST_WAIT = timedelta(seconds=30)
"""Before the second attempt. Each later one waits twice as long: the last comes after seven and a half minutes."""

_ERROR_CHARACTERS = 500

_log = structlog.get_logger(__name__)


class Backlog(msgspec.Struct, frozen=True, kw_only=True):
    """How many incidents have vectors of the current model. All are found by their words meanwhile."""

    embedded: int
    """With vectors of their case and of all chunks of their report."""
    pending: int
    """They wait for theirs: all of them while there is no model."""
    failed: int
    """Given up, because the model could not read them. Another model or ``casebook memory reindex`` tries again."""
    stale: int
    """Of the pending, those that have vectors of another model, which no search looks at: what is left of a change of
    models."""


class UnembeddedIncident(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of one incident as they were indexed, in the order of their vectors."""

    incident_id: str
    family: str
    positions: Sequence[int]
    texts: Sequence[str]
    """The case, then the chunk of each position."""


async def embed(session: Session, encoder: Encoder, *, limit: int, now: datetime | None = None) -> int:
    """Embed incidents that are due, the newest first; returns how many were tried, with those that failed.

    A text that the model cannot read delays nobody else: its incident is put off, and given up after ``ATTEMPTS``. A
    model that cannot read anything is no fault of the incidents, and costs none of them an attempt.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    now = now or datetime.now(UTC)
    space = await encoder.space()
    if space is None:
        return 0
    async with session.transaction() as connection:
        due = await read_due(connection, session.tenant, space, limit, now)
    for done, found in enumerate(due):
        known = await vector_cache.known(session, encoder, found.texts)
        try:
            vectors = await encoder.embed(found.texts, known)
        except EmbedderUnavailableError as error:
            if not await encoder.works():
                return done
            async with session.transaction() as connection:
                await _put_off(connection, session.tenant, found.incident_id, space, str(error), now)
        else:
            async with session.transaction() as connection:
                await write_vectors(connection, session.tenant, found, vectors, now)
    return len(due)


async def read_due(
    connection: AsyncConnection, tenant: str, space: Space, limit: int, now: datetime
) -> list[UnembeddedIncident]:
    """At most ``limit`` incidents that are due, the newest first: these are the likeliest to come back."""
    joined = embedding.join(incident, and_(incident.c.tenant == tenant, incident.c.id == embedding.c.incident_id))
    due = select(incident.c.id).select_from(joined).where(embedding.c.tenant == tenant, _is_due(space, now))
    newest = due.order_by(incident.c.opened_at.desc(), incident.c.id).limit(limit)
    query = incidents(tenant).where(incident.c.id.in_(newest)).order_by(incident.c.opened_at.desc(), incident.c.id)
    return [await _texts(connection, incident_from(row)) for row in await connection.execute(query)]


async def write_vectors(
    connection: AsyncConnection, tenant: str, found: UnembeddedIncident, vectors: Vectors, now: datetime
) -> None:
    """Store the vectors of one incident, unless it was recorded anew while they were computed."""
    await corpora.lock(connection, tenant)
    query = incidents(tenant).where(incident.c.id == found.incident_id)
    row = (await connection.execute(query)).one_or_none()
    if row is None or await _texts(connection, incident_from(row)) != found:
        return
    for corpus in Corpus:
        await delete_vectors(connection, tenant, [found.incident_id], corpus)
    of_case, *of_parts = vectors.rows
    case_row = VectorRow(found.incident_id, {"family": found.family}, vectors.space, of_case)
    part_rows = [
        VectorRow(found.incident_id, {"position": position}, vectors.space, row)
        for position, row in zip(found.positions, of_parts, strict=True)
    ]
    await insert_vectors(connection, tenant, Corpus.CASE, [case_row])
    await insert_vectors(connection, tenant, Corpus.CHUNK, part_rows)
    await _set_state(connection, tenant, [found.incident_id], "embedded", vectors.space, now)
    await vector_cache.write(connection, tenant, vectors.space, zip(found.texts, vectors.rows, strict=True), now)


async def await_vectors(connection: AsyncConnection, tenant: str, incident_ids: Sequence[str], now: datetime) -> None:
    """Mark incidents that were just recorded as waiting for their vectors."""
    await _set_state(connection, tenant, incident_ids, "pending", Space(model="", revision="", dimension=0), now)


async def backlog(connection: AsyncConnection, tenant: str, space: Space | None) -> Backlog:
    """How many incidents have vectors of the model ``space``, and how many not; without a model, all wait."""
    here = _in_space(space) if space else embedding.c.incident_id.is_(None)
    counts = (
        func.count().filter(and_(embedding.c.state == "embedded", here)).label("embedded"),
        func.count().filter(and_(embedding.c.state == "failed", here)).label("failed"),
        func.count().filter(and_(embedding.c.state == "embedded", ~here)).label("stale"),
        func.count().label("all"),
    )
    row = (await connection.execute(select(*counts).where(embedding.c.tenant == tenant))).one()
    waiting = row.all - row.embedded - row.failed
    return Backlog(embedded=row.embedded, pending=waiting, failed=row.failed, stale=row.stale)


def _in_space(space: Space) -> ColumnElement[bool]:
    return and_(*(embedding.c[name] == value for name, value in msgspec.structs.asdict(space).items()))


def _is_due(space: Space, now: datetime) -> ColumnElement[bool]:
    """Never tried with this model; or still pending, and its pause is over."""
    wait = _FIRST_WAIT * func.power(2, embedding.c.attempts - 1)
    rested = or_(embedding.c.attempts == 0, embedding.c.changed_at + wait <= now)
    return or_(~_in_space(space), and_(embedding.c.state == "pending", rested))


async def _put_off(
    connection: AsyncConnection, tenant: str, incident_id: str, space: Space, error: str, now: datetime
) -> None:
    attempts = case((_in_space(space), embedding.c.attempts), else_=0) + 1
    changes = {
        "state": case((attempts >= ATTEMPTS, "failed"), else_="pending"),
        "attempts": attempts,
        "error": storable(error)[:_ERROR_CHARACTERS],
        "changed_at": now,
    }
    mine = (embedding.c.tenant == tenant, embedding.c.incident_id == incident_id)
    statement = update(embedding).where(*mine).values(changes | msgspec.structs.asdict(space))
    row = (await connection.execute(statement.returning(embedding.c.state, embedding.c.attempts))).one_or_none()
    if row is not None:
        _log.warning("an incident was not embedded", incident=incident_id, attempts=row.attempts, state=row.state)


async def _set_state(
    connection: AsyncConnection, tenant: str, incident_ids: Sequence[str], state: str, space: Space, now: datetime
) -> None:
    row = {"tenant": tenant, "state": state, "attempts": 0, "error": "", "changed_at": now}
    row |= msgspec.structs.asdict(space)
    await connection.execute(_SET_STATE, [row | {"incident_id": one} for one in incident_ids])


async def _texts(connection: AsyncConnection, found: Incident) -> UnembeddedIncident:
    mine = (chunk.c.tenant == found.tenant, chunk.c.incident_id == found.id)
    parts = (await connection.execute(select(chunk).where(*mine).order_by(chunk.c.position))).all()
    return UnembeddedIncident(
        incident_id=found.id,
        family=found.conclusion.signature.key,
        positions=[part.position for part in parts],
        texts=[
            case_text(found.bundle, found.conclusion),
            *(indexed_text(part.heading, part.text) for part in parts),
        ],
    )


def _state_set() -> Insert:
    statement = insert(embedding)
    return statement.on_conflict_do_update(index_elements=embedding.primary_key, set_=dict(statement.excluded))


_SET_STATE = _state_set()
"""Made once: to make a statement takes SQLAlchemy as long as to send it."""
