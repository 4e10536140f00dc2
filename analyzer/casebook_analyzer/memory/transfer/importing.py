"""Imports a file into memory: it is checked as a whole first, then written some incidents at a time."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, embedding, erasure, exhibit, feedback, incident, judgement
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.incidents.rows import document, storable
from casebook_analyzer.memory.index import corpora
from casebook_analyzer.memory.index.documents import IndexedDocument
from casebook_analyzer.memory.transfer.file import ExportReader
from casebook_analyzer.memory.transfer.rows import ExportedIncident
from casebook_analyzer.memory.write import record
from casebook_analyzer.memory.write.exhibits import erasure_row, exhibit_row

_AT_ONCE = 20
"""Incidents of one transaction. The tenant's other writers wait for it, a quarter of a second."""


class ImportResult(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did."""

    cluster: str
    """Where the incidents were exported from."""
    written: int
    known: int
    """Incidents that memory had already. They stay as they are, because what memory knows is newer than the file."""


async def import_memory(
    session: Session, path: Path, *, progress: Callable[[int], None] = lambda _: None
) -> ImportResult:
    """Bring the incidents of a file into the tenant of the session.

    The whole file is read and checked before the first row is written. An import that is killed left whole incidents
    only, and goes on where it was when it is run again. ``progress`` is given numbers of incidents: each counts twice,
    when it is checked and when it is written.

    Raises:
        ConfigurationError: The file is not an export of Casebook, newer than this version, or damaged. Nothing was
            written.
        CasebookError: What ``Session.transaction`` raises.
    """
    reader = await asyncio.to_thread(ExportReader, path)
    groups = reader.read()
    while group := await asyncio.to_thread(next, groups, None):
        progress(len(group))
    written = 0
    groups = reader.read()
    while group := await asyncio.to_thread(next, groups, None):
        for start in range(0, len(group), _AT_ONCE):
            batch = group[start : start + _AT_ONCE]
            written += await _write(session, batch)
            progress(len(batch))
    return ImportResult(cluster=reader.header.cluster, written=written, known=reader.header.incidents - written)


async def _write(session: Session, batch: Sequence[ExportedIncident]) -> int:
    ids = [one.incident.id for one in batch]
    known_query = select(incident.c.id).where(incident.c.tenant == session.tenant, incident.c.id.in_(ids))
    async with session.transaction() as connection:
        known = set((await connection.execute(known_query)).scalars())
    new = {one.incident.id: one for one in batch if one.incident.id not in known}
    prepared = await asyncio.to_thread(lambda: [_prepared(one, session.tenant) for one in new.values()])
    async with session.transaction() as connection:
        await corpora.lock(connection, session.tenant)
        # Somebody may have recorded one of them while this was prepared.
        known = set((await connection.execute(known_query)).scalars())
        written = [one for one in prepared if one.incident.id not in known]
        await record.write(connection, written)
        for one in written:
            await _write_rest(connection, session.tenant, new[one.incident.id])
    return len(written)


def _prepared(found: ExportedIncident, tenant: str) -> record.PreparedIncident:
    """Words are made anew, by the tokens of today; vectors and chunks are those of the file."""
    one = msgspec.structs.replace(found.incident, tenant=tenant)
    chunks = [msgspec.structs.replace(part, text=storable(part.text)) for part in found.chunks]
    vectors = found.chunk_vectors or [None] * len(chunks)
    case = _document({"family": one.conclusion.signature.key}, case_text(one.bundle, one.conclusion), found.case_vector)
    parts = [
        _document({"position": part.position}, part.indexed, vector)
        for part, vector in zip(chunks, vectors, strict=True)
    ]
    return record.PreparedIncident(
        incident=one, chunks=chunks, documents={Corpus.CASE: [case], Corpus.CHUNK: parts}, space=found.space
    )


def _document(key: dict[str, Any], text: str, vector: Sequence[float] | None) -> IndexedDocument:
    return IndexedDocument(key=key, text=text, counts=bm25.count(tokenize(text)), vector=vector)


async def _write_rest(connection: AsyncConnection, tenant: str, found: ExportedIncident) -> None:
    """What is no part of recording an incident for the first time."""
    key = {"tenant": tenant, "incident_id": found.incident.id}
    judgements = [
        key | {"number": one.number, "replaced_at": one.replaced_at, "conclusion": document(one.conclusion)}
        for one in found.judgements
    ]
    if judgements:
        await connection.execute(insert(judgement), judgements)
    said = [
        key | {"number": number} | {name: _plain(value) for name, value in msgspec.structs.asdict(word).items()}
        for number, word in enumerate(found.feedback, start=1)
    ]
    if said:
        await connection.execute(insert(feedback), said)
    attached = [exhibit_row(tenant, found.incident.id, one.position, one) for one in found.exhibits]
    if attached:
        await connection.execute(insert(exhibit), attached)
    gone = [erasure_row(tenant, found.incident.id, number, one) for number, one in enumerate(found.erased, start=1)]
    if gone:
        await connection.execute(insert(erasure), gone)
    if found.embedding is not None:
        mine = (embedding.c[name] == value for name, value in key.items())
        await connection.execute(update(embedding).where(*mine).values(msgspec.structs.asdict(found.embedding)))


def _plain(value: Any) -> Any:
    return storable(str(value)) if isinstance(value, str) else value
