"""Writing one incident: everything that can be computed before, then one transaction."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import case, delete, func, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import lexical
from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.chunks import Chunk
from casebook_analyzer.memory.encoder import Encoder, Space, Vectors
from casebook_analyzer.memory.rows import incident_row, storable
from casebook_analyzer.memory.schema import LEXICAL, Corpus, chunk, incident
from casebook_analyzer.memory.tokens import tokenize
from casebook_analyzer.memory.vectors import replace_vectors
from casebook_analyzer.models import Incident

REWEIGHT_AT_ONCE = 500
"""Documents. So many weights are computed again in less than half a second, while the tenant's other writers wait. A
larger corpus is left to ``Memory.reweight``; its average length hardly moves any more."""


class Document(msgspec.Struct, frozen=True):
    """One searchable text. ``key`` is what its rows have besides tenant and incident: the family, or the position."""

    key: Mapping[str, Any]
    counts: Mapping[int, int]
    vector: Sequence[float] | None = None

    @property
    def length(self) -> int:
        """In terms."""
        return sum(self.counts.values())


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """An incident, ready to be written."""

    incident: Incident
    chunks: Sequence[Chunk]
    documents: Mapping[Corpus, Sequence[Document]]
    space: Space | None
    """Of all vectors, or None when there are none."""


async def prepare(incident_: Incident, encoder: Encoder) -> Prepared:
    """Cut, tokenize and embed the case: slow, and done before any connection is taken from the pool.

    The chunks of the report are embedded later (``Memory.embed_pending``): there are a dozen of them, and nothing that
    is concluded rests on them.
    """
    chunks = await encoder.chunks(storable(incident_.report))
    texts = [case_text(incident_.bundle, incident_.conclusion), *(part.indexed for part in chunks)]
    vectors = await encoder.vectors(texts[:1])
    families = [{"family": incident_.conclusion.signature.key}]
    positions = [{"position": part.position} for part in chunks]
    documents = await encoder.run(lambda: _documents([*families, *positions], texts, vectors))
    return Prepared(
        incident=incident_,
        chunks=chunks,
        documents={Corpus.CASE: documents[:1], Corpus.CHUNK: documents[1:]},
        space=vectors.space if vectors else None,
    )


async def write(connection: AsyncConnection, prepared: Prepared) -> None:
    """Insert or replace the incident and all that is derived from it, in the caller's transaction."""
    tenant, incident_id = prepared.incident.tenant, prepared.incident.id
    key = {"tenant": tenant, "incident_id": incident_id}
    # In one order for all writers, and before anything else: no deadlock, and no frequency counted twice.
    statistics = {corpus: await statistics_of.lock(connection, tenant, corpus) for corpus in Corpus}
    await _upsert(connection, prepared.incident)
    for corpus, documents in prepared.documents.items():
        removed = await _remove(connection, tenant, incident_id, corpus)
        if corpus is Corpus.CHUNK:
            await _write_chunks(connection, prepared)
        new = statistics[corpus].changed_by(
            documents=len(documents) - removed.documents,
            terms=sum(document.length for document in documents) - removed.terms,
        )
        await _write_lexical(connection, prepared, corpus, new.average_length)
        vectors = [(document.key, document.vector) for document in documents if document.vector is not None]
        await replace_vectors(connection, key, corpus, prepared.space, vectors)
        added = Counter(term for document in documents for term in document.counts)
        added.subtract(removed.frequencies)
        await statistics_of.change_frequencies(connection, tenant, corpus, added)
        if new.drifted and new.documents <= REWEIGHT_AT_ONCE:
            new = await statistics_of.reweight(connection, tenant, corpus, new)
        await statistics_of.write(connection, tenant, corpus, new)


def _documents(keys: Sequence[Mapping[str, Any]], texts: Sequence[str], vectors: Vectors | None) -> list[Document]:
    rows = vectors.rows if vectors else ()
    found = zip_longest(keys, texts, rows)
    return [Document(key, lexical.count(tokenize(text)), row) for key, text, row in found]


async def _upsert(connection: AsyncConnection, incident_: Incident) -> None:
    statement = postgresql.insert(incident).values(incident_row(incident_))
    new = statement.excluded
    # A case that is recorded again after it was resolved (a replay from its Investigation) stays resolved.
    kept = {
        "resolution": func.coalesce(new.resolution, incident.c.resolution),
        "instructive": case((new.resolution.is_(None), incident.c.instructive), else_=new.instructive),
    }
    replaced = {**dict(new), **kept}
    await connection.execute(statement.on_conflict_do_update(index_elements=incident.primary_key, set_=replaced))


class _Removed(msgspec.Struct, frozen=True):
    documents: int
    terms: int
    frequencies: Counter[int]


async def _remove(connection: AsyncConnection, tenant: str, incident_id: str, corpus: Corpus) -> _Removed:
    """Delete what an earlier recording of the same incident left, and say what the statistics lose by it."""
    table = LEXICAL[corpus]
    mine = (table.c.tenant == tenant, table.c.incident_id == incident_id)
    rows = (await connection.execute(select(table.c.length, table.c.weights).where(*mine))).all()
    stored = table if corpus is Corpus.CASE else chunk  # a chunk takes its lexical row with it
    await connection.execute(delete(stored).where(stored.c.tenant == tenant, stored.c.incident_id == incident_id))
    frequencies = Counter(term for row in rows for term in row.weights.indices())
    return _Removed(len(rows), sum(row.length for row in rows), frequencies)


async def _write_chunks(connection: AsyncConnection, prepared: Prepared) -> None:
    if not prepared.chunks:
        return
    key = {"tenant": prepared.incident.tenant, "incident_id": prepared.incident.id}
    await connection.execute(insert(chunk), [key | msgspec.structs.asdict(part) for part in prepared.chunks])


async def _write_lexical(
    connection: AsyncConnection, prepared: Prepared, corpus: Corpus, average_length: float
) -> None:
    key = {"tenant": prepared.incident.tenant, "incident_id": prepared.incident.id}
    rows = [
        key
        | dict(document.key)
        | {
            "length": document.length,
            "weights": statistics_of.sparse(lexical.document_weights(document.counts, average_length)),
        }
        for document in prepared.documents[corpus]
    ]
    if rows:
        await connection.execute(insert(LEXICAL[corpus]), rows)
