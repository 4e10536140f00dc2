"""Turns a text into a query: one statement reads the statistics that its terms are weighed by."""

from functools import cache
from typing import Any

from pgvector import HalfVector
from sqlalchemy import ARRAY, Integer, Select, Text, and_, bindparam, column, func, literal, select, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import (
    LEXICAL,
    Corpus,
    corpus_statistics,
    document,
    incident,
    term_frequency,
)
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.encoder import Vectors
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter, of_tenant
from casebook_analyzer.memory.index import corpora, hnsw
from casebook_analyzer.memory.search.text_query import TextQuery

_ENOUGH = bindparam("enough", type_=Integer)


async def prepare_query(
    connection: AsyncConnection,
    *,
    tenant: str,
    corpus: Corpus,
    text: str,
    vectors: Vectors | None,
    wanted: IncidentFilter = EVERY_INCIDENT,
    exclude_id: str = "",
) -> TextQuery:
    """Weigh the text's terms by the statistics of the corpus, for a search among the wanted incidents.

    ``vectors`` has the text's own.
    """
    space = vectors.space if vectors else None
    terms = tokenize(text)
    counts = bm25.count(terms)
    asked = {"tenant": tenant, "corpus": corpus.value, "terms": sorted(counts), "exclude": exclude_id}
    row = (await connection.execute(_statement(), asked | {"prefix": hnsw.prefix(tenant)})).one()
    statistics = corpora.statistics_from(row)
    known = dict(zip(row.known or (), row.frequencies or (), strict=True))
    weights = bm25.query_weights(counts, statistics.documents, known)
    itself = bm25.document_weights(counts, statistics.average_length or statistics.actual)
    indexed = hnsw.usable(row.indexes, tenant, corpus, space, statistics.documents)
    wanted_indexed = indexed
    if indexed and wanted.terms and await _wanted(connection, tenant, corpus, wanted) < hnsw.MIN_DOCUMENTS:
        wanted_indexed = frozenset()
    return TextQuery(
        tenant=tenant,
        corpus=corpus,
        documents=statistics.documents,
        exclude_id=exclude_id,
        recorded=row.recorded,
        written=row.written,
        names={bm25.term_id(term): term for term in terms},
        # What no document has cannot be shared. It still belongs to what a perfect match would have.
        weights={term: weights[term] for term in known},
        every_weight=weights,
        self_score=bm25.inner(weights, itself),
        space=space,
        vector=HalfVector(vectors.rows[0]).to_text() if vectors else None,
        indexed=indexed,
        wanted=wanted,
        wanted_indexed=wanted_indexed,
    )


async def _wanted(connection: AsyncConnection, tenant: str, corpus: Corpus, wanted: IncidentFilter) -> int:
    """How many documents of a corpus are wanted. Not counted beyond where an index is worth its while."""
    asked = {"tenant": tenant, "enough": hnsw.MIN_DOCUMENTS, **wanted.parameters}
    return int((await connection.execute(wanted_documents(corpus, wanted.terms), asked)).scalar_one())


@cache
def wanted_documents(corpus: Corpus, terms: frozenset[str]) -> Select[Any]:
    """Count the wanted documents of a corpus, no further than to the parameter ``enough``."""
    table = LEXICAL[corpus]
    ids = select(incident.c.id).where(*of_tenant(bindparam("tenant"), terms)).limit(_ENOUGH)
    of_reader = table.c.incident_id == func.any(func.array(ids.scalar_subquery()))
    some = select(literal(1)).where(table.c.tenant == bindparam("tenant"), of_reader).limit(_ENOUGH)
    return select(func.count()).select_from(some.subquery())


@cache
def _statement() -> Select[Any]:
    """One row, also for a corpus without documents."""
    term, frequency = term_frequency.c.term, term_frequency.c.documents
    known = (
        select(func.array_agg(term).label("known"), func.array_agg(frequency).label("frequencies"))
        .where(term_frequency.c.tenant == bindparam("tenant"), term_frequency.c.corpus == bindparam("corpus"))
        .where(term == func.any(bindparam("terms", type_=ARRAY(Integer))))
        .subquery("of_terms")
    )
    names = text(hnsw.COMPLETE).columns(column("indexes", ARRAY(Text))).subquery("of_tenant")
    mine = and_(corpus_statistics.c.tenant == bindparam("tenant"), corpus_statistics.c.corpus == bindparam("corpus"))
    recorded = select(incident.c.id).where(
        incident.c.tenant == bindparam("tenant"), incident.c.id == bindparam("exclude")
    )
    written = select(document.c.id).where(document.c.tenant == bindparam("tenant"))
    return select(
        *corpora.COLUMNS,
        *(known.c.known, known.c.frequencies, names.c.indexes),
        *(recorded.exists().label("recorded"), written.exists().label("written")),
    ).select_from(known.join(names, true()).outerjoin(corpus_statistics, mine))
