"""CorpusStatistics of a corpus in the database: how many documents, how long, and how many have a term."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ARRAY, ColumnElement, Text, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.insertion import written, written_array
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
    rows = (await connection.execute(_LOCK, {"mine": tenant})).all()
    if len(rows) < len(Corpus):
        empty = [
            {"tenant": tenant, "corpus": corpus, **msgspec.structs.asdict(CorpusStatistics())} for corpus in Corpus
        ]
        await connection.execute(insert(corpus_statistics).values(empty).on_conflict_do_nothing())
        rows = (await connection.execute(_LOCK, {"mine": tenant})).all()
    return {Corpus(row.corpus): statistics_from(row) for row in rows}


async def write(connection: AsyncConnection, tenant: str, statistics: Mapping[Corpus, CorpusStatistics]) -> None:
    """Replace the statistics of corpora. The caller holds the lock."""
    rows = [{"mine": tenant, "its": of} | msgspec.structs.asdict(one) for of, one in statistics.items()]
    await connection.execute(_WRITE, rows)


async def change_frequencies(connection: AsyncConnection, tenant: str, deltas: Mapping[str, Mapping[int, int]]) -> None:
    """Add to the document frequencies and subtract from them; terms that no document has any more disappear."""
    changes = [(corpus, term, change) for corpus in sorted(deltas) for term, change in sorted(deltas[corpus].items())]
    if added := [one for one in changes if one[2] > 0]:
        await connection.execute(_ADD, {"mine": tenant} | _arrays(added))
    if removed := [one for one in changes if one[2] < 0]:
        await connection.execute(_SUBTRACT, {"mine": tenant} | _arrays(removed))
        await connection.execute(_DROP_UNUSED, {"mine": tenant, "of": sorted({one[0] for one in removed})})


def _is(tenant: str, corpus: Corpus) -> tuple[ColumnElement[bool], ...]:
    return corpus_statistics.c.tenant == tenant, corpus_statistics.c.corpus == corpus


def _arrays(changes: Sequence[tuple[str, int, int]]) -> dict[str, Any]:
    """One array for each column. They are sorted, so that row locks are taken in one order."""
    corpora, terms, by = zip(*changes, strict=True)
    return {"corpora": list(corpora), "terms_changed": written(terms), "changes": written(by)}


def _added() -> Insert:
    shown = (bindparam("mine", type_=Text), _CHANGES.c.corpus, _CHANGES.c.term, _CHANGES.c.change)
    statement = insert(term_frequency).from_select(["tenant", "corpus", "term", "documents"], select(*shown))
    total = term_frequency.c.documents + statement.excluded.documents
    return statement.on_conflict_do_update(index_elements=term_frequency.primary_key, set_={"documents": total})


# Made once: to make a statement takes SQLAlchemy as long as to send it.
_STATISTICS = (corpus_statistics.c.tenant == bindparam("mine"), corpus_statistics.c.corpus == bindparam("its"))
_LOCK = (
    select(corpus_statistics.c.corpus, *COLUMNS)
    .where(corpus_statistics.c.tenant == bindparam("mine"))
    .order_by(corpus_statistics.c.corpus)
    .with_for_update()
)
_WRITE = (
    update(corpus_statistics)
    .where(*_STATISTICS)
    .values({name: bindparam(name) for name in CorpusStatistics.__struct_fields__})
)
_FREQUENCIES = term_frequency.c.tenant == bindparam("mine")
_CHANGES = (
    func.unnest(bindparam("corpora", type_=ARRAY(Text)), written_array("terms_changed"), written_array("changes"))
    .table_valued("corpus", "term", "change")
    .render_derived()
)
"""Arrays as rows: one statement however many terms."""
_ADD = _added()
_SUBTRACT = (
    update(term_frequency)
    .where(_FREQUENCIES, term_frequency.c.corpus == _CHANGES.c.corpus, term_frequency.c.term == _CHANGES.c.term)
    .values(documents=term_frequency.c.documents + _CHANGES.c.change)
)
_DROP_UNUSED = delete(term_frequency).where(
    _FREQUENCIES,
    term_frequency.c.corpus == func.any(bindparam("of", type_=ARRAY(Text))),
    term_frequency.c.documents <= 0,
)
