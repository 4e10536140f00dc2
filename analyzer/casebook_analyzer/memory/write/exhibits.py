"""What people attach to incidents. Its words are those of one more part of the report, which no report replaces."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import insert_rows
from casebook_analyzer.memory.database.tables import Corpus, chunk, erasure, exhibit, incident
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.memory.index import corpora, documents, vector_cache
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.documents import Account, IndexedDocument
from casebook_analyzer.memory.write import pending
from casebook_analyzer.models import Erasure, Exhibit

MOST = 10
"""Exhibits of one incident."""
MOST_EVER = 50
"""With those that were erased: who erased them stays, and nobody can have it grow."""
FIRST_CHUNK = 20_000
"""Position of the first chunk of the first exhibit, in a column of 16 bits: a report has some dozens of its own."""
MOST_CHUNKS = 1_000
"""Of one exhibit; 32 KiB are a third of them, were each letter a piece of its own."""


class Kept(Enum):
    """What became of an exhibit."""

    NEW = auto()
    KNOWN = auto()
    """The incident has one with the same digest."""
    NO_INCIDENT = auto()
    ENOUGH = auto()
    """The incident has :data:`MOST`, or had :data:`MOST_EVER`."""


async def attach(
    connection: AsyncConnection, tenant: str, incident_id: str, one: Exhibit, parts: Sequence[Chunk]
) -> Kept:
    """Keep an exhibit of an incident, and index the chunks that its text was cut into."""
    incident_id = storable(incident_id)
    statistics = (await corpora.lock(connection, tenant))[Corpus.CHUNK]
    mine = (incident.c.tenant == tenant, incident.c.id == incident_id)
    if (await connection.execute(select(incident.c.id).where(*mine).with_for_update())).first() is None:
        return Kept.NO_INCIDENT
    there = {row.digest: row.position for row in await connection.execute(_of(tenant, incident_id))}
    if one.digest in there:
        return Kept.KNOWN
    if len(there) >= MOST or len(there) + await _erased(connection, tenant, incident_id) >= MOST_EVER:
        return Kept.ENOUGH
    position = next(free for free in range(MOST) if free not in there.values())
    await connection.execute(insert(exhibit).values(exhibit_row(tenant, incident_id, position, one)))
    first = FIRST_CHUNK + position * MOST_CHUNKS
    added = [msgspec.structs.replace(part, position=first + part.position) for part in parts[:MOST_CHUNKS]]
    before = await _chunks(connection, tenant, incident_id)
    await _index(connection, tenant, incident_id, [*before, *added], statistics)
    return Kept.NEW


async def detach(connection: AsyncConnection, tenant: str, incident_id: str, word: Erasure) -> bool:
    """Erase an exhibit with its words and vectors, and keep who did; False when the incident has none such."""
    incident_id, digest = storable(incident_id), storable(word.digest)
    statistics = (await corpora.lock(connection, tenant))[Corpus.CHUNK]
    mine = (exhibit.c.tenant == tenant, exhibit.c.incident_id == incident_id, exhibit.c.digest == digest)
    position = (await connection.execute(delete(exhibit).where(*mine).returning(exhibit.c.position))).scalar()
    if position is None:
        return False
    number = await _erased(connection, tenant, incident_id) + 1
    await connection.execute(insert(erasure).values(erasure_row(tenant, incident_id, number, word)))
    first = FIRST_CHUNK + position * MOST_CHUNKS
    before = await _chunks(connection, tenant, incident_id)
    gone = [part for part in before if first <= part.position < first + MOST_CHUNKS]
    await vector_cache.forget(connection, tenant, [part.indexed for part in gone])
    await _index(connection, tenant, incident_id, [part for part in before if part not in gone], statistics)
    return True


async def carried_over(
    connection: AsyncConnection, tenant: str, incident_ids: Collection[str]
) -> dict[str, list[Chunk]]:
    """The chunks of exhibits, by the incidents whose reports are about to be replaced."""
    mine = (chunk.c.tenant == tenant, chunk.c.incident_id.in_(incident_ids), chunk.c.position >= FIRST_CHUNK)
    found: dict[str, list[Chunk]] = {}
    for row in await connection.execute(select(chunk).where(*mine).order_by(chunk.c.position)):
        found.setdefault(row.incident_id, []).append(_chunk(row))
    return found


def indexed(parts: Sequence[Chunk]) -> Iterator[IndexedDocument]:
    """Chunks with their words counted."""
    for part in parts:
        counts = bm25.count(tokenize(part.indexed))
        yield IndexedDocument(key={"position": part.position}, text=part.indexed, counts=counts)


async def _index(
    connection: AsyncConnection, tenant: str, incident_id: str, parts: Sequence[Chunk], statistics: CorpusStatistics
) -> None:
    """Replace all chunks of an incident. Their vectors are those of known texts, or are made later."""
    removed = await documents.remove(connection, tenant, [incident_id], Corpus.CHUNK)
    key = {"tenant": tenant, "incident_id": incident_id}
    await insert_rows(connection, chunk, [key | msgspec.structs.asdict(part) for part in parts])
    added = list(indexed(parts))
    new = documents.changed(statistics, added, removed)
    await documents.insert_lexical(connection, tenant, Corpus.CHUNK, {incident_id: added}, new.average_length)
    account = Account(statistics=new, added=added, removed=removed)
    await documents.account(connection, tenant, {Corpus.CHUNK: account})
    await pending.await_vectors(connection, tenant, [incident_id], datetime.now(UTC))


async def _chunks(connection: AsyncConnection, tenant: str, incident_id: str) -> list[Chunk]:
    mine = (chunk.c.tenant == tenant, chunk.c.incident_id == incident_id)
    rows = await connection.execute(select(chunk).where(*mine).order_by(chunk.c.position))
    return [_chunk(row) for row in rows]


def _chunk(row: Any) -> Chunk:
    return Chunk(**{name: getattr(row, name) for name in Chunk.__struct_fields__})


def _of(tenant: str, incident_id: str) -> Any:
    mine = (exhibit.c.tenant == tenant, exhibit.c.incident_id == incident_id)
    return select(exhibit.c.digest, exhibit.c.position).where(*mine)


async def _erased(connection: AsyncConnection, tenant: str, incident_id: str) -> int:
    mine = (erasure.c.tenant == tenant, erasure.c.incident_id == incident_id)
    return (await connection.execute(select(func.count()).select_from(erasure).where(*mine))).scalar_one()


def erasure_row(tenant: str, incident_id: str, number: int, word: Erasure) -> dict[str, Any]:
    """All columns of the table ``erasure``."""
    texts = {"digest": storable(word.digest), "author": storable(word.author), "source": word.source.value}
    return {"tenant": tenant, "incident_id": incident_id, "number": number, "erased_at": word.erased_at} | texts


def exhibit_row(tenant: str, incident_id: str, position: int, one: Exhibit) -> dict[str, Any]:
    """All columns of the table ``exhibit``."""
    told = [name for name in Exhibit.__struct_fields__ if name not in ("lines", "left_out")]
    row = {name: getattr(one, name) for name in (*told, "text")}
    row |= {name: storable(row[name]) for name in ("digest", "name", "author", "text")}
    row |= {"media_type": one.media_type.value, "source": one.source.value}
    return row | {"tenant": tenant, "incident_id": incident_id, "position": position}
