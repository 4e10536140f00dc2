"""Exports memory to a file as it is at one moment, reading some incidents at a time."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import Row, Select, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import (
    case_vector,
    chunk,
    chunk_vector,
    embedding,
    erasure,
    exhibit,
    feedback,
    incident,
    judgement,
)
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.incidents.exhibits import erasure_from, exhibit_from
from casebook_analyzer.memory.incidents.feedback import feedback_from
from casebook_analyzer.memory.incidents.judgements import judgement_from
from casebook_analyzer.memory.incidents.rows import incident_from, incidents
from casebook_analyzer.memory.transfer.file import streaming, writing
from casebook_analyzer.memory.transfer.rows import EmbeddingState, ExportedExhibit, ExportedIncident
from casebook_analyzer.models import Incident

_PAGE = 50

_Rows = dict[str, list[Row[Any]]]


async def export_memory(
    session: Session,
    target: Path | BinaryIO,
    *,
    vectors: bool = True,
    progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Write every incident of the tenant to a file or a stream, and return how many there were.

    Args:
        session: Transactions of the tenant.
        target: The file. It is replaced when the export is whole; until then the one that was there before stays.
        vectors: Whether vectors are written too. Without them the file is a fifth as large, and whoever imports it
            embeds every text again.
        progress: Is given the number of incidents of each page that was written.

    Raises:
        ConfigurationError: The file cannot be written.
        CasebookError: What ``Session.transaction`` raises.
    """
    number = 0
    cluster, now = session.tenant, datetime.now(UTC)
    made = (
        writing(target, cluster=cluster, vectors=vectors, now=now)
        if isinstance(target, Path)
        else streaming(target, cluster=cluster, vectors=vectors, now=now)
    )
    with made as writer:
        async with aclosing(_pages(session, vectors=vectors)) as pages:
            async for page in pages:
                writer.write(page)
                progress(len(page))
                number += len(page)
    return number


async def _pages(session: Session, *, vectors: bool) -> AsyncGenerator[list[ExportedIncident], None]:
    """By id, in one snapshot: what is recorded meanwhile is not in it, and nothing is in it by half."""
    after = ""
    async with session.transaction(snapshot=True) as connection:
        while True:
            query = incidents(session.tenant).where(incident.c.id > after).order_by(incident.c.id).limit(_PAGE)
            found = [incident_from(row) for row in await connection.execute(query)]
            if not found:
                return
            yield await _with_all(connection, session.tenant, found, vectors=vectors)
            after = found[-1].id


async def _with_all(
    connection: AsyncConnection, tenant: str, found: Sequence[Incident], *, vectors: bool
) -> list[ExportedIncident]:
    ids = [one.id for one in found]
    judged = await _by_incident(connection, _of(judgement, tenant, ids))
    said = await _by_incident(connection, _of(feedback, tenant, ids))
    attached = await _by_incident(connection, _of(exhibit, tenant, ids))
    gone = await _by_incident(connection, _of(erasure, tenant, ids))
    parts = await _by_incident(connection, _chunks(tenant, ids, vectors=vectors))
    states = await _by_incident(connection, _of(embedding, tenant, ids)) if vectors else {}
    cases = await _by_incident(connection, _of(case_vector, tenant, ids)) if vectors else {}
    return [
        _with_vectors(
            ExportedIncident(
                incident=one,
                judgements=[judgement_from(row) for row in judged.get(one.id, ())],
                feedback=[feedback_from(row) for row in said.get(one.id, ())],
                exhibits=[_exhibit(row) for row in attached.get(one.id, ())],
                erased=[erasure_from(row) for row in gone.get(one.id, ())],
                chunks=[_chunk(row) for row in parts.get(one.id, ())],
            ),
            states.get(one.id, []),
            cases.get(one.id, []),
            parts.get(one.id, []) if vectors else [],
        )
        for one in found
    ]


def _with_vectors(
    found: ExportedIncident, states: Sequence[Row[Any]], cases: Sequence[Row[Any]], parts: Sequence[Row[Any]]
) -> ExportedIncident:
    """With the vectors of one space: an incident has no others, except while a change of models is under way."""
    spaces = [_space(row) for row in (*cases, *parts) if row.embedding is not None]
    space = spaces[0] if spaces else None
    of_chunks = [row.embedding if row.embedding is not None and _space(row) == space else None for row in parts]
    return msgspec.structs.replace(
        found,
        embedding=_state(states[0]) if states else None,
        space=space,
        case_vector=cases[0].embedding if cases else None,
        chunk_vectors=of_chunks,
    )


def _of(table: Any, tenant: str, ids: Sequence[str]) -> Select[Any]:
    return select(table).where(table.c.tenant == tenant, table.c.incident_id.in_(ids)).order_by(*table.primary_key)


def _chunks(tenant: str, ids: Sequence[str], *, vectors: bool) -> Select[Any]:
    """Chunks, with or without their vectors."""
    if not vectors:
        return _of(chunk, tenant, ids)
    same = and_(*(chunk_vector.c[name] == chunk.c[name] for name in ("tenant", "incident_id", "position")))
    columns = (chunk_vector.c[name] for name in ("model", "revision", "dimension", "embedding"))
    return _of(chunk, tenant, ids).add_columns(*columns).select_from(chunk.outerjoin(chunk_vector, same))


async def _by_incident(connection: AsyncConnection, query: Select[Any]) -> _Rows:
    rows = await connection.execute(query)
    return {key: list(group) for key, group in groupby(rows, lambda row: row.incident_id)}


def _state(row: Row[Any]) -> EmbeddingState:
    fields = {name: getattr(row, name) for name in EmbeddingState.__struct_fields__}
    return EmbeddingState(**fields | {"changed_at": row.changed_at.astimezone(UTC)})


def _exhibit(row: Row[Any]) -> ExportedExhibit:
    return ExportedExhibit(**msgspec.structs.asdict(exhibit_from(row, len(row.text))), position=row.position)


def _chunk(row: Row[Any]) -> Chunk:
    return Chunk(**{name: getattr(row, name) for name in Chunk.__struct_fields__})


def _space(row: Row[Any]) -> Space:
    return Space(model=row.model, revision=row.revision, dimension=row.dimension)
