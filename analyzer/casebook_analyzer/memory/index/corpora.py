"""CorpusStatistics of a corpus in the database: how many documents, how long, and how many have a term."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    TableValuedAlias,
    cast,
    delete,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import Corpus, corpus_statistics, term_frequency
from casebook_analyzer.memory.encoding import bm25


class CorpusStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What BM25 needs to know of a corpus besides term frequencies."""

    documents: int = 0
    terms: int = 0
    """The sum of the lengths of all documents."""
    average_length: float = 0.0
    """The one that the stored weights were computed with; 0 while the corpus is empty."""

    def changed_by(self, *, documents: int, terms: int) -> "CorpusStatistics":
        """The statistics after documents came and went. The first ones set the average length."""
        documents, terms = self.documents + documents, self.terms + terms
        changed = CorpusStatistics(documents=documents, terms=terms, average_length=self.average_length)
        return changed if changed.average_length else msgspec.structs.replace(changed, average_length=changed.actual)

    @property
    def actual(self) -> float:
        """The average length as it is now, in terms; at least 1, so that it can divide."""
        return max(1.0, self.terms / max(1, self.documents))

    @property
    def drifted(self) -> bool:
        """Whether the stored weights should be computed again."""
        return self.documents > 0 and bm25.drifted(self.average_length, self.actual)


COLUMNS = (corpus_statistics.c.documents, corpus_statistics.c.terms, corpus_statistics.c.average_length)


def statistics_from(row: Any) -> CorpusStatistics:
    """The statistics in a row with ``COLUMNS``; all zero where an outer join found nothing."""
    if row.documents is None:
        return CorpusStatistics()
    return CorpusStatistics(documents=row.documents, terms=row.terms, average_length=row.average_length)


async def read(connection: AsyncConnection, tenant: str, corpus: Corpus) -> CorpusStatistics:
    """The statistics as they are; all zero for a tenant that has recorded nothing."""
    row = (await connection.execute(select(*COLUMNS).where(*_is(tenant, corpus)))).one_or_none()
    return CorpusStatistics() if row is None else statistics_from(row)


async def lock(connection: AsyncConnection, tenant: str) -> dict[Corpus, CorpusStatistics]:
    """The statistics of all corpora, held until the transaction ends.

    In one order for all writers, and before anything else: no deadlock, and no frequency counted twice.
    """
    mine = corpus_statistics.c.tenant == tenant
    query = select(corpus_statistics.c.corpus, *COLUMNS).where(mine).order_by(corpus_statistics.c.corpus)
    rows = (await connection.execute(query.with_for_update())).all()
    if len(rows) < len(Corpus):
        empty = [
            {"tenant": tenant, "corpus": corpus, **msgspec.structs.asdict(CorpusStatistics())} for corpus in Corpus
        ]
        await connection.execute(insert(corpus_statistics).values(empty).on_conflict_do_nothing())
        rows = (await connection.execute(query.with_for_update())).all()
    return {Corpus(row.corpus): statistics_from(row) for row in rows}


async def write(connection: AsyncConnection, tenant: str, corpus: Corpus, statistics: CorpusStatistics) -> None:
    """Replace the statistics. The caller holds the lock."""
    values = msgspec.structs.asdict(statistics)
    await connection.execute(update(corpus_statistics).where(*_is(tenant, corpus)).values(values))


async def change_frequencies(
    connection: AsyncConnection, tenant: str, corpus: Corpus, delta: Mapping[int, int]
) -> None:
    """Add to the document frequencies and subtract from them; terms that no document has any more disappear."""
    added = {term: change for term, change in delta.items() if change > 0}
    removed = {term: change for term, change in delta.items() if change < 0}
    table = term_frequency
    if added:
        new = _unnested(added)
        source = select(literal(tenant), literal(corpus.value), new.c.term, new.c.change)
        statement = insert(table).from_select(["tenant", "corpus", "term", "documents"], source)
        total = table.c.documents + statement.excluded.documents
        await connection.execute(
            statement.on_conflict_do_update(index_elements=table.primary_key, set_={"documents": total})
        )
    if removed:
        old = _unnested(removed)
        mine = (table.c.tenant == tenant, table.c.corpus == corpus)
        total = table.c.documents + old.c.change
        await connection.execute(update(table).where(*mine, table.c.term == old.c.term).values(documents=total))
        await connection.execute(delete(table).where(*mine, table.c.documents <= 0))


def _is(tenant: str, corpus: Corpus) -> tuple[ColumnElement[bool], ...]:
    return corpus_statistics.c.tenant == tenant, corpus_statistics.c.corpus == corpus


def _unnested(changes: Mapping[int, int]) -> TableValuedAlias:
    """Two arrays as rows: one statement however many terms. Sorted, so that row locks are taken in one order."""
    terms = sorted(changes)
    columns = (cast(terms, ARRAY(Integer)), cast([changes[term] for term in terms], ARRAY(Integer)))
    return func.unnest(*columns).table_valued("term", "change").render_derived()
