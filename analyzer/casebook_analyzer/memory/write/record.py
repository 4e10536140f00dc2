"""Writing incidents: everything that can be computed before, then one transaction."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import ARRAY, Text, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.learning import with_attempt, withdraw
from casebook_analyzer.memory.database.insertion import insert_rows
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, chunk, family, incident, resolution
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Encoder, Space, Vectors
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.incidents.rows import (
    document as as_document,
)
from casebook_analyzer.memory.incidents.rows import (
    family_row,
    incident_from,
    incident_row,
    incidents,
    instructive,
    resolution_row,
    storable,
)
from casebook_analyzer.memory.index import corpora, documents, vector_cache
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.documents import Account, IndexedDocument, RemovedDocuments
from casebook_analyzer.memory.index.vectors import VectorRow, delete_vectors, insert_vectors
from casebook_analyzer.memory.write import exhibits, pending
from casebook_analyzer.memory.write.usage import attach
from casebook_analyzer.models import Incident, Resolution, Withdrawn


class PreparedIncident(msgspec.Struct, frozen=True, kw_only=True):
    """An incident, ready to be written."""

    incident: Incident
    chunks: Sequence[Chunk]
    documents: Mapping[Corpus, Sequence[IndexedDocument]]
    space: Space | None
    """The model that all vectors are of; None when there are no vectors."""


async def prepare(incident_: Incident, session: Session, encoder: Encoder) -> PreparedIncident:
    """Cut the report, count the words, and embed the case: slow, so it is done before the transaction that writes.

    The chunks of the report are embedded later (``Memory.embed_pending``): there are a dozen of them, and nothing that
    is concluded rests on them.

    Raises:
        CasebookError: What ``Session.transaction`` raises, when vectors of known texts are looked up.
    """
    chunks = await encoder.chunks(storable(incident_.report))
    texts = [case_text(incident_.bundle, incident_.conclusion), *(part.indexed for part in chunks)]
    vectors = await vector_cache.vectors(session, encoder, texts[:1])
    families = [{"family": incident_.conclusion.signature.key}]
    positions = [{"position": part.position} for part in chunks]
    found = await encoder.run(lambda: _documents([*families, *positions], texts, vectors))
    return PreparedIncident(
        incident=incident_,
        chunks=chunks,
        documents={Corpus.CASE: found[:1], Corpus.CHUNK: found[1:]},
        space=vectors.space if vectors else None,
    )


async def write(connection: AsyncConnection, prepared: Sequence[PreparedIncident]) -> None:
    """Insert or replace incidents and all that is derived from them, in the caller's transaction.

    They are of one tenant, and each is there once. Several cost little more than one.
    """
    if not prepared:
        return
    tenant = prepared[0].incident.tenant
    statistics = await corpora.lock(connection, tenant)
    left = await _families_of(connection, tenant, [one.incident.id for one in prepared])
    prepared = await _with_exhibits(connection, tenant, prepared, left)
    await _upsert(connection, [one.incident for one in prepared])
    await drop_orphans(
        connection, tenant, {*left.values()} - {one.incident.conclusion.signature.key for one in prepared}
    )
    accounts = {
        corpus: await _write_documents(connection, tenant, corpus, prepared, statistics[corpus], sorted(left))
        for corpus in Corpus
    }
    await documents.account(connection, tenant, accounts)
    await attach(connection, [one.incident for one in prepared], sorted(left))
    now = datetime.now(UTC)
    await pending.await_vectors(connection, tenant, [one.incident.id for one in prepared], now)
    for one in prepared:
        if one.space is not None:
            embedded = [(d.text, d.vector) for d in one.documents[Corpus.CASE] if d.vector is not None]
            await vector_cache.write(connection, tenant, one.space, embedded, now)


async def _with_exhibits(
    connection: AsyncConnection, tenant: str, prepared: Sequence[PreparedIncident], recorded_before: Collection[str]
) -> list[PreparedIncident]:
    """Incidents that are recorded again keep what people attached to them."""
    kept = await exhibits.carried_over(connection, tenant, recorded_before) if recorded_before else {}
    return [_with_parts(one, kept.get(one.incident.id, ())) for one in prepared]


def _with_parts(one: PreparedIncident, parts: Sequence[Chunk]) -> PreparedIncident:
    if not parts:
        return one
    reports = [*one.documents[Corpus.CHUNK], *exhibits.indexed(parts)]
    texts = {**one.documents, Corpus.CHUNK: reports}
    return msgspec.structs.replace(one, chunks=[*one.chunks, *parts], documents=texts)


async def _write_documents(
    connection: AsyncConnection,
    tenant: str,
    corpus: Corpus,
    prepared: Sequence[PreparedIncident],
    statistics: CorpusStatistics,
    recorded_before: Sequence[str],
) -> Account:
    removed = RemovedDocuments()
    if recorded_before:
        removed = await documents.remove(connection, tenant, recorded_before, corpus)
        await delete_vectors(connection, tenant, recorded_before, corpus)
    if corpus is Corpus.CHUNK:
        await _write_chunks(connection, prepared)
    added = {one.incident.id: one.documents[corpus] for one in prepared}
    everything = [document for of_one in added.values() for document in of_one]
    new = documents.changed(statistics, everything, removed)
    await documents.insert_lexical(connection, tenant, corpus, added, new.average_length)
    await insert_vectors(connection, tenant, corpus, [row for one in prepared for row in _vectors(one, corpus)])
    return Account(statistics=new, added=everything, removed=removed)


def _vectors(prepared: PreparedIncident, corpus: Corpus) -> Iterator[VectorRow]:
    for document in prepared.documents[corpus]:
        if prepared.space is not None and document.vector is not None:
            yield VectorRow(prepared.incident.id, document.key, prepared.space, document.vector)


async def stands(connection: AsyncConnection, found: Incident) -> bool:
    """Whether an incident still has this conclusion. Other writers wait for the transaction."""
    await corpora.lock(connection, found.tenant)
    query = incidents(found.tenant).where(incident.c.id == found.id)
    row = (await connection.execute(query)).one_or_none()
    return row is not None and incident_from(row).conclusion == found.conclusion


async def resolve(connection: AsyncConnection, tenant: str, incident_id: str, found: Resolution) -> bool:
    """Say how an incident ended, replacing what was said before; False when there is no such incident."""
    mine = (incident.c.tenant == tenant, incident.c.id == incident_id)
    over = {"instructive": instructive(found), "ended_at": found.resolved_at}
    changed = await connection.execute(update(incident).where(*mine).values(over))
    if changed.rowcount != 1:
        return False
    statement = postgresql.insert(resolution).values(resolution_row(tenant, incident_id, found))
    await connection.execute(
        statement.on_conflict_do_update(index_elements=resolution.primary_key, set_=dict(statement.excluded))
    )
    return True


async def reopen(connection: AsyncConnection, tenant: str, incident_id: str, relapsed_at: datetime) -> bool:
    """Take the end of an incident back, for the failure was seen again at that time.

    False when it has not ended before that: then there is nothing to take back, or it was taken back already.
    """
    query = incidents(tenant).where(incident.c.id == incident_id).with_for_update(of=incident)
    row = (await connection.execute(query)).one_or_none()
    found = incident_from(row) if row is not None else None
    if found is None or found.resolution is None or found.resolution.resolved_at >= relapsed_at:
        return False
    withdrawn = withdraw(found.withdrawn, found.resolution, relapsed_at)
    mine = (incident.c.tenant == tenant, incident.c.id == incident_id)
    taken_back = {"withdrawn": as_document(withdrawn), "instructive": False, "ended_at": None}
    await connection.execute(update(incident).where(*mine).values(taken_back))
    gone = (resolution.c.tenant == tenant, resolution.c.incident_id == incident_id)
    await connection.execute(delete(resolution).where(*gone))
    return True


async def attempt(
    connection: AsyncConnection, tenant: str, incident_id: str, tried: Withdrawn
) -> tuple[Withdrawn, ...]:
    """Keep what was tried against a failure that goes on. Returns all that did not help; empty without the incident."""
    query = incidents(tenant).where(incident.c.id == incident_id).with_for_update(of=incident)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return ()
    before = incident_from(row).withdrawn
    after = with_attempt(before, tried)
    if after != before:
        mine = (incident.c.tenant == tenant, incident.c.id == incident_id)
        await connection.execute(update(incident).where(*mine).values(withdrawn=as_document(after)))
    return after


async def drop_orphans(connection: AsyncConnection, tenant: str, families: Collection[str]) -> None:
    """Delete those of the families that have no incident any more. The caller must have called ``corpora.lock``."""
    if not families:
        return
    member = exists().where(incident.c.tenant == family.c.tenant, incident.c.family == family.c.id)
    mine = (family.c.tenant == tenant, family.c.id.in_(sorted(families)))
    await connection.execute(delete(family).where(*mine, ~member))


def _documents(
    keys: Sequence[Mapping[str, Any]], texts: Sequence[str], vectors: Vectors | None
) -> list[IndexedDocument]:
    rows = vectors.rows if vectors else ()
    found = zip_longest(keys, texts, rows)
    return [
        IndexedDocument(key=key, text=text, counts=bm25.count(tokenize(text)), vector=row) for key, text, row in found
    ]


async def _families_of(connection: AsyncConnection, tenant: str, ids: Sequence[str]) -> dict[str, str]:
    """The families of those incidents that are recorded already."""
    rows = await connection.execute(_FAMILIES_OF, {"mine": tenant, "ids": ids})
    return {row.id: row.family for row in rows}


async def _upsert(connection: AsyncConnection, found: Sequence[Incident]) -> None:
    families = {one.conclusion.signature.key: family_row(one) for one in found}
    await connection.execute(_ADD_FAMILY, [families[key] for key in sorted(families)])
    await connection.execute(_UPSERT, [incident_row(one) for one in found])
    for one in found:
        if one.resolution is not None:
            await resolve(connection, one.tenant, one.id, one.resolution)


async def _write_chunks(connection: AsyncConnection, prepared: Sequence[PreparedIncident]) -> None:
    rows = [
        {"tenant": one.incident.tenant, "incident_id": one.incident.id, **msgspec.structs.asdict(part)}
        for one in prepared
        for part in one.chunks
    ]
    await insert_rows(connection, chunk, rows)


_KNOWN_BETTER = ("withdrawn", "caused_by", "ended_at", "opinion")
"""Columns of which whoever records an incident again knows less than memory."""


def _upserted() -> postgresql.Insert:
    statement = postgresql.insert(incident)
    # A case that is recorded again after it was resolved (a replay from its Investigation) stays resolved.
    replaced = {**dict(statement.excluded), "instructive": or_(incident.c.instructive, statement.excluded.instructive)}
    for name in _KNOWN_BETTER:
        del replaced[name]
    return statement.on_conflict_do_update(index_elements=incident.primary_key, set_=replaced)


# Made once: to make a statement takes SQLAlchemy as long as to send it.
_ADD_FAMILY = postgresql.insert(family).on_conflict_do_nothing()
_UPSERT = _upserted()
_FAMILIES_OF = select(incident.c.id, incident.c.family).where(
    incident.c.tenant == bindparam("mine"), incident.c.id == func.any(bindparam("ids", type_=ARRAY(Text)))
)
