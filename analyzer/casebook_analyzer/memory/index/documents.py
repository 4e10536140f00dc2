"""The texts of incidents as the corpora count them: what comes, what goes, and the statistics that follow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import LEXICAL, Corpus, chunk, report_lexical
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.index import corpora, reweighting
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.sparse import dense, sparse

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
    rows = {
        incident_id: [
            {
                "tenant": tenant,
                "incident_id": incident_id,
                **document.key,
                "length": document.length,
                "weights": sparse(bm25.document_weights(document.counts, average_length)),
            }
            for document in of_one
        ]
        for incident_id, of_one in documents.items()
        if of_one
    }
    if not rows:
        return
    await connection.execute(insert(LEXICAL[corpus]), [row for of_one in rows.values() for row in of_one])
    if corpus is Corpus.CHUNK:
        reports = [
            {
                "tenant": tenant,
                "incident_id": incident_id,
                "weights": sparse(bm25.pool(dense(row["weights"]) for row in of_one)),
            }
            for incident_id, of_one in rows.items()
        ]
        await connection.execute(insert(report_lexical), reports)


def changed(before: CorpusStatistics, added: Sequence[IndexedDocument], removed: RemovedDocuments) -> CorpusStatistics:
    """The statistics when some documents came and others went."""
    return before.changed_by(
        documents=len(added) - removed.documents,
        terms=sum(document.length for document in added) - removed.terms,
    )


async def account(
    connection: AsyncConnection,
    tenant: str,
    corpus: Corpus,
    new: CorpusStatistics,
    added: Sequence[IndexedDocument],
    removed: RemovedDocuments,
) -> None:
    """Write the statistics and the document frequencies that follow, and repair the weights if they are far off."""
    delta = Counter(term for document in added for term in document.counts)
    delta.subtract(removed.frequencies)
    await corpora.change_frequencies(connection, tenant, corpus, delta)
    if new.drifted and new.documents <= REWEIGHT_AT_ONCE:
        new = await reweighting.reweight(connection, tenant, corpus, new)
    await corpora.write(connection, tenant, corpus, new)
