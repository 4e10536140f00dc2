"""The statement that finds a free text: the best chunk of each report."""

from functools import cache
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Double,
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    false,
    func,
    null,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import distinct_on

from casebook_analyzer.memory.database.tables import chunk, chunk_lexical, chunk_vector, incident, report_lexical
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.search import retrievers
from casebook_analyzer.memory.search.scoring import COSINE_WEIGHT, FLOOR, LEXICAL_WEIGHT
from casebook_analyzer.memory.search.text_query import WEIGHTS, StatementShape

_KEY = (chunk_lexical.c.incident_id, chunk_lexical.c.position)

_REPORTS = 40
"""How many reports are proposed by their words, for ten or so that are shown."""

_PASSAGES = 5
"""How many chunks of such a report are compared. With all of them recall@10 is the same, and it takes 4 ms longer."""

_OF_INCIDENT = ("id", "namespace", "name", "subject", "category", "title", "opened_at")
_OF_CHUNK = ("position", "heading", "start_line", "text")


@cache
def best_passages(shape: StatementShape) -> Select[Any]:
    """At most ``limit`` rows, each of another incident, in no order. ``perfect`` is the query's own BM25 score.

    Hundreds of chunks are looked at and ten are shown: what is chosen here need not travel.
    """
    scored = _scored(shape)
    total = _score(scored.c.cosine, scored.c.bm25)
    matches = or_(scored.c.cosine >= FLOOR, scored.c.bm25 > 0)
    best = (
        select(*scored.c, total.label("total"))
        .where(matches)
        .ext(distinct_on(scored.c.incident_id))
        .order_by(scored.c.incident_id, total.desc(), scored.c.position)
        .subquery("best")
    )
    of_limit = bindparam("limit", type_=Integer)
    top = select(best).order_by(best.c.total.desc(), best.c.incident_id).limit(of_limit).subquery("top")
    is_incident = and_(incident.c.tenant == chunk.c.tenant, incident.c.id == chunk.c.incident_id)
    shown = (*(incident.c[name] for name in _OF_INCIDENT), *(chunk.c[name] for name in _OF_CHUNK))
    joined = top.join(chunk, _same(chunk, top)).join(incident, is_incident)
    return select(*shown, top.c.cosine, top.c.bm25).select_from(joined).where(chunk.c.tenant == bindparam("tenant"))


def _score(cosine: ColumnElement[float], bm25: ColumnElement[float]) -> ColumnElement[float]:
    """The same arithmetic as ``scoring.score``, in SQL."""
    lexical = func.least(1.0, func.greatest(0.0, bm25) / bindparam("perfect", type_=Double))
    fused = COSINE_WEIGHT * func.greatest(0.0, cosine) + LEXICAL_WEIGHT * lexical
    return case((cosine.is_(None), lexical), else_=func.least(1.0, fused))


def _scored(shape: StatementShape) -> CTE:
    """BM25 and cosine of the chunks in the best reports by words, and of the chunks that are closest in meaning.

    A chunk that is both is there twice. Each part computes one of the two scores while it finds the chunk, and joins
    only for the other. Materialized, or PostgreSQL would compute a score wherever it is mentioned, four times a row.
    """
    of_retriever = {Retriever.LEXICAL: _of_reports, Retriever.VECTOR: _of_vectors}
    parts = [of_retriever[retriever](shape) for retriever in shape.retrievers]
    nothing = select(*_KEY, null().cast(Double).label("bm25"), null().cast(Double).label("cosine")).where(false())
    return union_all(*(parts or [nothing])).cte("scored").prefix_with("MATERIALIZED")


def _of_reports(shape: StatementShape) -> Select[Any]:
    """The chunks of the reports that may have the best words.

    A report is searched as one: of each term it has the largest weight of its chunks, so that none of them can score
    higher than it does. There are a dozen chunks to a report, and looking at a row is most of the work.
    """
    words = report_lexical.c.weights.max_inner_product(bindparam("weights", type_=WEIGHTS))
    mine = report_lexical.c.tenant == bindparam("tenant")
    of_reader = shape.wanted_rows(report_lexical)
    reports = (
        select(report_lexical.c.incident_id).where(mine, *of_reader).order_by(words).limit(_REPORTS).cte("reports")
    )
    unlike = shape.unlikeness(Retriever.LEXICAL)
    best = (
        select(*_KEY, shape.bm25.label("bm25"))
        .where(*shape.mine(Retriever.LEXICAL), chunk_lexical.c.incident_id == reports.c.incident_id)
        .order_by(unlike)
        .limit(_PASSAGES)
        .lateral("best_words")
    )
    joined = reports.join(best, true())
    if shape.space is None:
        return select(best, null().cast(Double).label("cosine")).select_from(joined)
    joined = joined.outerjoin(chunk_vector, and_(_same(chunk_vector, best), *shape.mine(Retriever.VECTOR)))
    return select(best, shape.cosine.label("cosine")).select_from(joined)


def _of_vectors(shape: StatementShape) -> Select[Any]:
    places = retrievers.best(shape, Retriever.VECTOR, "incident_id", "position").cte("places")
    joined = places.join(chunk_lexical, and_(_same(chunk_lexical, places), *shape.mine(Retriever.LEXICAL)))
    cosine = (1 - places.c.unlikeness).label("cosine")
    return select(*_KEY, shape.bm25.label("bm25"), cosine).select_from(joined)


def _same(table: FromClause, other: FromClause) -> ColumnElement[bool]:
    return and_(table.c.incident_id == other.c.incident_id, table.c.position == other.c.position)
