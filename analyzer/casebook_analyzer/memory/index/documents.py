"""The texts of incidents as the corpora count them: what comes, what goes, and the statistics that follow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import insert_rows
from casebook_analyzer.memory.database.tables import LEXICAL, Corpus, chunk, report_lexical
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.index import corpora, reweighting
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.sparse import written

REWEIGHT_AT_ONCE = 500
"""Documents. So many weights are computed again in less than half a second, while the tenant's other writers wait. A
larger corpus is left to ``Memory.reweight``; its average length hardly moves any more."""


class IndexedDocument(msgspec.Struct, frozen=True, kw_only=True):
    """One searchable text. ``key`` is what its rows have besides tenant and incident: the family, or the position."""

    key: Mapping[str, Any]
    text: str
    counts: Mapping[int, int]
    vector: Sequence[float] | None = None

    @property
    def length(self) -> int:
        """The number of terms, repetitions counted: what BM25 calls the length of a document."""
        return sum(self.counts.values())


class RemovedDocuments(msgspec.Struct, frozen=True):
    """What has to be subtracted from a corpus's statistics."""

    documents: int = 0
    terms: int = 0
    frequencies: Mapping[int, int] = {}


async def remove(
    connection: AsyncConnection, tenant: str, incident_ids: Sequence[str], corpus: Corpus
) -> RemovedDocuments:
    """Delete the documents of incidents. The caller holds the lock and accounts for them."""
    table = LEXICAL[corpus]
    mine = (table.c.tenant == tenant, table.c.incident_id.in_(incident_ids))
    rows = (await connection.execute(select(table.c.length, table.c.weights).where(*mine))).all()
    # A chunk takes its lexical row and its vector with it.
    for stored in (table,) if corpus is Corpus.CASE else (chunk, report_lexical):
        await connection.execute(
            delete(stored).where(stored.c.tenant == tenant, stored.c.incident_id.in_(incident_ids))
        )
    frequencies = Counter(term for row in rows for term in row.weights.indices())
    return RemovedDocuments(len(rows), sum(row.length for row in rows), frequencies)


async def insert_lexical(
    connection: AsyncConnection,
    tenant: str,
    corpus: Corpus,
    documents: Mapping[str, Sequence[IndexedDocument]],
    average_length: float,
) -> None:
    """Store the words of incidents' documents, by the incidents' ids."""
    rows: list[dict[str, Any]] = []
    reports: list[dict[str, Any]] = []
    for incident_id, of_one in documents.items():
        key = {"tenant": tenant, "incident_id": incident_id}
        weighted = [bm25.document_weights(document.counts, average_length) for document in of_one]
        rows += [
            {**key, **document.key, "length": document.length, "weights": written(weights)}
            for document, weights in zip(of_one, weighted, strict=True)
        ]
        if weighted:
            reports.append({**key, "weights": written(bm25.pool(weighted))})
    await insert_rows(connection, LEXICAL[corpus], rows)
    if corpus is Corpus.CHUNK:
        await insert_rows(connection, report_lexical, reports)


def changed(before: CorpusStatistics, added: Sequence[IndexedDocument], removed: RemovedDocuments) -> CorpusStatistics:
    """The statistics when some documents came and others went."""
    return before.changed_by(
        documents=len(added) - removed.documents,
        terms=sum(document.length for document in added) - removed.terms,
    )


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a corpus: its statistics, and the documents that came and went."""

    statistics: CorpusStatistics
    added: Sequence[IndexedDocument] = ()
    removed: RemovedDocuments

    @property
    def frequencies(self) -> Counter[int]:
        """By how much the number of documents with each term changes."""
        delta = Counter(term for document in self.added for term in document.counts)
        delta.subtract(self.removed.frequencies)
        return delta


async def account(connection: AsyncConnection, tenant: str, accounts: Mapping[Corpus, Account]) -> None:
    """Write statistics and document frequencies of corpora, and repair the weights of those that are far off."""
    await corpora.change_frequencies(connection, tenant, {of.value: one.frequencies for of, one in accounts.items()})
    new = {corpus: one.statistics for corpus, one in accounts.items()}
    for corpus, statistics in new.items():
        if statistics.drifted and statistics.documents <= REWEIGHT_AT_ONCE:
            new[corpus] = await reweighting.reweight(connection, tenant, corpus, statistics)
    await corpora.write(connection, tenant, new)
