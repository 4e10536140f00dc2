"""Writes the documents of a source: what is new, what has changed, and what is gone."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import insert_rows
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import document, passage
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.index import corpora
from casebook_analyzer.memory.index.sparse import sparse, written
from casebook_analyzer.memory.knowledge import sources
from casebook_analyzer.memory.knowledge.document import KnowledgeDocument
from casebook_analyzer.memory.knowledge.sources import SourceState
from casebook_analyzer.memory.knowledge.terms import terms
from casebook_analyzer.models.knowledge import document_id

CORPUS = "knowledge"
"""What the frequencies of terms stand under: in how many documents each is."""

_TITLE, _CALLED, _NAMES, _HEADING, _OPENING, _OF_PASSAGE = 4, 4, 2, 1, 1, 2
"""How often words of these are counted beside once in the text (fields with weights, as in BM25F: Robertson, Zaragoza
and Taylor 2004, "Simple BM25 extension to multiple weighted fields"); the last: title and file's name with a passage.
Openings of pages are often forms: who owns them, when they were reviewed."""

_DOCUMENT_TERMS, _PASSAGE_TERMS = 400.0, 120.0
"""The usual lengths, which BM25 compares a length with. They are fixed, so that no stored weight grows old."""

_BATCH = 20
"""Documents of a transaction: whoever else writes waits for a fraction of a second."""

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('casebook knowledge ' || :tenant, 0))")
"""Two that write at once would each take locks on the same frequencies in another order."""


class SyncResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was done with a source, or would be. Paths are sorted."""

    source: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: int = 0
    unlinked: int = 0
    """Documents that had an address where people read them, and have none any more."""


class _Stored(NamedTuple):
    """What is known of a document without reading it."""

    digest: str
    link: str


class _Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """A document, ready to be written."""

    document: KnowledgeDocument
    weights: Mapping[int, float]
    passages: Sequence[tuple[Chunk, Mapping[int, float]]]


async def sync(
    session: Session,
    encoder: Encoder,
    source: str,
    documents: Sequence[KnowledgeDocument],
    *,
    now: datetime,
    whole: bool = True,
    keep: Collection[str] = (),
    every: timedelta | None = None,
    dry_run: bool = False,
) -> SyncResult:
    """Bring what is stored of a source to what it has now. Stopped in its midst, it is completed by the next one.

    ``documents`` are of that source, one for each path. When they are the ``whole`` of it, what else is stored of it is
    removed, but for the paths to ``keep`` and what lies below them, which cannot be used, and memory knows from then on
    that it has the source as it was at ``now``. ``every`` is how often that will be done. With ``dry_run`` it is only
    said what would be done.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    async with session.transaction() as connection:
        stored = await _known(connection, session.tenant, source)
    kept = frozenset(keep)
    new = {one.path: one for one in documents if one.path not in kept}
    different = [one for path, one in sorted(new.items()) if path not in stored or stored[path].digest != one.digest]
    gone = sorted(path for path in stored.keys() - new.keys() if kept.isdisjoint(_around(path))) if whole else []
    result = SyncResult(
        source=source,
        added=tuple(one.path for one in different if one.path not in stored),
        changed=tuple(one.path for one in different if one.path in stored),
        removed=tuple(gone),
        unchanged=len(new) - len(different),
        unlinked=sum(bool(stored[one.path].link and not one.link) for one in different if one.path in stored),
    )
    if not dry_run:
        for start in range(0, len(different), _BATCH):
            weighed = [await _weigh(encoder, one) for one in different[start : start + _BATCH]]
            async with session.transaction() as connection:
                await _replace(connection, session.tenant, weighed, now)
        await remove(session, source, gone)
    if whole and not dry_run:
        every_seconds = every.total_seconds() if every else None
        state = SourceState(source=source, synced_at=now, every_seconds=every_seconds, unusable=len(keep))
        async with session.transaction() as connection:
            if new or keep:
                await sources.keep(connection, session.tenant, state)
            else:
                await sources.forget(connection, session.tenant, source)
    return result


async def remove(session: Session, source: str, paths: Sequence[str]) -> int:
    """Remove documents of a source; how many were there.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    if not paths:
        return 0
    ids = [document_id(source, path) for path in paths]
    async with session.transaction() as connection:
        await connection.execute(_LOCK, {"tenant": session.tenant})
        gone, removed = await _delete(connection, session.tenant, ids)
        await corpora.change_frequencies(connection, session.tenant, {CORPUS: gone})
    return removed


def _around(path: str) -> set[str]:
    """A path, and those of the folders that it lies in."""
    return {path, *map(str, PurePosixPath(path).parents)}


async def _known(connection: AsyncConnection, tenant: str, source: str) -> dict[str, _Stored]:
    columns = (document.c[name] for name in ("path", "digest", "link"))
    query = select(*columns).where(document.c.tenant == tenant, document.c.source == source)
    return {row.path: _Stored(row.digest, row.link) for row in await connection.execute(query)}


async def _weigh(encoder: Encoder, one: KnowledgeDocument) -> _Weighed:
    chunks = await encoder.chunks(one.text)
    return await encoder.run(lambda: _weighed(one, chunks))


def _weighed(one: KnowledgeDocument, chunks: Sequence[Chunk]) -> _Weighed:
    about = terms(f"{one.title}\n{one.called}") * _OF_PASSAGE
    parts = [
        (part, bm25.document_weights(bm25.count([*about, *terms(part.indexed)]), _PASSAGE_TERMS)) for part in chunks
    ]
    counts = bm25.count(_terms_of(one))
    return _Weighed(document=one, weights=bm25.document_weights(counts, _DOCUMENT_TERMS), passages=parts)


def _terms_of(one: KnowledgeDocument) -> Iterator[str]:
    """The terms of a document, those of what tells more several times."""
    for times, words in (
        (_TITLE, one.title),
        (_CALLED, one.called),
        (_NAMES, "\n".join((*one.names, *one.about.tags))),
        (_HEADING, "\n".join(one.headings)),
        (_OPENING, one.opening),
        (1, one.text),
    ):
        yield from terms(words) * times


async def _replace(connection: AsyncConnection, tenant: str, weighed: Sequence[_Weighed], now: datetime) -> None:
    await connection.execute(_LOCK, {"tenant": tenant})
    gone, _ = await _delete(connection, tenant, [one.document.id for one in weighed])
    await connection.execute(insert(document), [_row(tenant, one, now) for one in weighed])
    await insert_rows(connection, passage, [row for one in weighed for row in _passages(tenant, one)])
    delta = Counter(term for one in weighed for term in one.weights)
    delta.update(gone)
    await corpora.change_frequencies(connection, tenant, {CORPUS: delta})


async def _delete(connection: AsyncConnection, tenant: str, ids: Sequence[str]) -> tuple[Counter[int], int]:
    """Delete documents with their passages; by how much that changes the frequencies, and how many there were."""
    gone = delete(document).where(document.c.tenant == tenant, document.c.id.in_(ids)).returning(document.c.weights)
    rows = (await connection.execute(gone)).all()
    change: Counter[int] = Counter()
    change.subtract(term for row in rows for term in row.weights.indices())
    return change, len(rows)


def _row(tenant: str, one: _Weighed, now: datetime) -> dict[str, Any]:
    of = one.document
    return {
        "tenant": tenant,
        "id": of.id,
        "source": of.source,
        "path": of.path,
        "title": of.title,
        "link": of.link,
        "digest": of.digest,
        "names": list(of.names),
        "namespaces": sorted(set(of.about.namespaces)),
        "weights": sparse(one.weights),
        "written_at": now,
    }


def _passages(tenant: str, one: _Weighed) -> Iterator[dict[str, Any]]:
    for part, weights in one.passages:
        yield {
            "tenant": tenant,
            "document_id": one.document.id,
            "position": part.position,
            "heading": part.heading,
            "start_line": part.start_line,
            "end_line": part.end_line,
            "text": part.text,
            "weights": written(weights),
        }
