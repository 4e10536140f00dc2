"""From a text to a query: one statement reads all that its terms are weighed by."""

from functools import cache
from typing import Any

from pgvector import HalfVector
from sqlalchemy import ARRAY, Integer, Select, Text, and_, bindparam, column, func, select, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import indexes, lexical
from casebook_analyzer.memory.encoder import Vectors
from casebook_analyzer.memory.query import Query
from casebook_analyzer.memory.tables import Corpus, corpus_statistics, incident, term_frequency
from casebook_analyzer.memory.tokens import tokenize


async def ask(
    connection: AsyncConnection,
    *,
    tenant: str,
    corpus: Corpus,
    text: str,
    vectors: Vectors | None,
    exclude_id: str = "",
) -> Query:
    """Weigh the text's terms by the statistics of the corpus. ``vectors`` has the text's own."""
    space = vectors.space if vectors else None
    terms = tokenize(text)
    counts = lexical.count(terms)
    asked = {"tenant": tenant, "corpus": corpus.value, "terms": sorted(counts), "exclude": exclude_id}
    row = (await connection.execute(_statement(), asked | {"prefix": indexes.prefix(tenant)})).one()
    statistics = statistics_of.statistics_from(row)
    known = dict(zip(row.known or (), row.frequencies or (), strict=True))
    weights = lexical.query_weights(counts, statistics.documents, known)
    itself = lexical.document_weights(counts, statistics.average_length or statistics.actual)
    return Query(
        tenant=tenant,
        corpus=corpus,
        documents=statistics.documents,
        exclude_id=exclude_id,
        recorded=row.recorded,
        names={lexical.term_id(term): term for term in terms},
        # What no document has cannot be shared. It still belongs to what a perfect match would have.
        weights={term: weights[term] for term in known},
        self_score=lexical.inner(weights, itself),
        space=space,
        vector=HalfVector(vectors.rows[0]).to_text() if vectors else None,
        indexed=indexes.usable(row.indexes, tenant, corpus, space, statistics.documents),
    )


@cache
def _statement() -> Select[Any]:
    """One row, whatever there is."""
    term, frequency = term_frequency.c.term, term_frequency.c.documents
    known = (
        select(func.array_agg(term).label("known"), func.array_agg(frequency).label("frequencies"))
        .where(term_frequency.c.tenant == bindparam("tenant"), term_frequency.c.corpus == bindparam("corpus"))
        .where(term == func.any(bindparam("terms", type_=ARRAY(Integer))))
        .subquery("of_terms")
    )
    names = text(indexes.COMPLETE).columns(column("indexes", ARRAY(Text))).subquery("of_tenant")
    mine = and_(corpus_statistics.c.tenant == bindparam("tenant"), corpus_statistics.c.corpus == bindparam("corpus"))
    recorded = select(incident.c.id).where(
        incident.c.tenant == bindparam("tenant"), incident.c.id == bindparam("exclude")
    )
    return select(
        *statistics_of.COLUMNS,
        *(known.c.known, known.c.frequencies, names.c.indexes, recorded.exists().label("recorded")),
    ).select_from(known.join(names, true()).outerjoin(corpus_statistics, mine))
