"""Writing one incident: everything that can be computed before, then one transaction."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import delete, exists, insert, or_, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, chunk, family, incident, resolution
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Encoder, Space, Vectors
from casebook_analyzer.memory.encoding.tokens import tokenize
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
from casebook_analyzer.memory.index.documents import IndexedDocument, RemovedDocuments
from casebook_analyzer.memory.index.vectors import delete_vectors, insert_vectors
from casebook_analyzer.memory.write import pending
from casebook_analyzer.models import Incident, Resolution


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


async def write(connection: AsyncConnection, prepared: PreparedIncident) -> None:
    """Insert or replace the incident and all that is derived from it, in the caller's transaction."""
    tenant, incident_id = prepared.incident.tenant, prepared.incident.id
    key = {"tenant": tenant, "incident_id": incident_id}
    statistics = await corpora.lock(connection, tenant)
    left = await _family_of(connection, tenant, incident_id)
    await _upsert(connection, prepared.incident)
    await drop_orphans(connection, tenant, left - {prepared.incident.conclusion.signature.key})
    for corpus, added in prepared.documents.items():
        removed = RemovedDocuments()
        if left:  # it was recorded before
            removed = await documents.remove(connection, tenant, [incident_id], corpus)
            await delete_vectors(connection, key, corpus)
        if corpus is Corpus.CHUNK:
            await _write_chunks(connection, key, prepared.chunks)
        new = documents.changed(statistics[corpus], added, removed)
        await documents.insert_lexical(connection, key, corpus, added, new.average_length)
        vectors = [(document.key, document.vector) for document in added if document.vector is not None]
        await insert_vectors(connection, key, corpus, prepared.space, vectors)
        await documents.account(connection, tenant, corpus, new, added, removed)
    now = datetime.now(UTC)
    await pending.await_vectors(connection, key, now)
    if prepared.space is not None:
        embedded = [(d.text, d.vector) for d in prepared.documents[Corpus.CASE] if d.vector is not None]
        await vector_cache.write(connection, tenant, prepared.space, embedded, now)


async def stands(connection: AsyncConnection, found: Incident) -> bool:
    """Whether an incident still has this conclusion. Other writers wait for the transaction."""
    await corpora.lock(connection, found.tenant)
    query = incidents(found.tenant).where(incident.c.id == found.id)
    row = (await connection.execute(query)).one_or_none()
    return row is not None and incident_from(row).conclusion == found.conclusion


async def resolve(connection: AsyncConnection, tenant: str, incident_id: str, found: Resolution) -> bool:
    """Say how an incident ended, replacing what was said before; False when there is no such incident."""
    mine = (incident.c.tenant == tenant, incident.c.id == incident_id)
    changed = await connection.execute(update(incident).where(*mine).values(instructive=instructive(found)))
    if changed.rowcount != 1:
        return False
    statement = postgresql.insert(resolution).values(resolution_row(tenant, incident_id, found))
    await connection.execute(
        statement.on_conflict_do_update(index_elements=resolution.primary_key, set_=dict(statement.excluded))
    )
    return True


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


async def _family_of(connection: AsyncConnection, tenant: str, incident_id: str) -> set[str]:
    query = select(incident.c.family).where(incident.c.tenant == tenant, incident.c.id == incident_id)
    return set((await connection.execute(query)).scalars())


async def _upsert(connection: AsyncConnection, found: Incident) -> None:
    of_family = postgresql.insert(family).values(family_row(found))
    await connection.execute(of_family.on_conflict_do_nothing())
    statement = postgresql.insert(incident).values(incident_row(found))
    # A case that is recorded again after it was resolved (a replay from its Investigation) stays resolved.
    instructive_ = or_(incident.c.instructive, statement.excluded.instructive)
    replaced = {**dict(statement.excluded), "instructive": instructive_}
    await connection.execute(statement.on_conflict_do_update(index_elements=incident.primary_key, set_=replaced))
    if found.resolution is not None:
        await resolve(connection, found.tenant, found.id, found.resolution)


async def _write_chunks(connection: AsyncConnection, key: Mapping[str, str], chunks: Sequence[Chunk]) -> None:
    if chunks:
        await connection.execute(insert(chunk), [{**key, **msgspec.structs.asdict(part)} for part in chunks])
