"""The statement that finds a free text: the best place in each report."""

from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Double,
    Integer,
    Select,
    Subquery,
    Table,
    and_,
    bindparam,
    case,
    false,
    func,
    null,
    or_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import distinct_on

from casebook_analyzer.memory import legs
from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import WEIGHTS, Shape
from casebook_analyzer.memory.scoring import COSINE_WEIGHT, FLOOR, LEXICAL_WEIGHT
from casebook_analyzer.memory.tables import chunk, chunk_lexical, chunk_vector, incident, report_lexical

_KEY = (chunk_lexical.c.incident_id, chunk_lexical.c.position)

_REPORTS = 40
"""How many reports are proposed by their words, for ten or so that are shown."""

_OF_INCIDENT = ("id", "namespace", "name", "subject", "category", "title", "opened_at")
_OF_CHUNK = ("position", "heading", "start_line", "text")


@cache
def best_places(shape: Shape) -> Select[Any]:
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
    is_chunk = and_(chunk.c.incident_id == top.c.incident_id, chunk.c.position == top.c.position)
    is_incident = and_(incident.c.tenant == chunk.c.tenant, incident.c.id == chunk.c.incident_id)
    shown = (*(incident.c[name] for name in _OF_INCIDENT), *(chunk.c[name] for name in _OF_CHUNK))
    joined = top.join(chunk, is_chunk).join(incident, is_incident)
    return select(*shown, top.c.cosine, top.c.bm25).select_from(joined).where(chunk.c.tenant == bindparam("tenant"))


def _score(cosine: ColumnElement[float], bm25: ColumnElement[float]) -> ColumnElement[float]:
    """As :func:`scoring.score` has it."""
    lexical = func.least(1.0, func.greatest(0.0, bm25) / bindparam("perfect", type_=Double))
    fused = COSINE_WEIGHT * func.greatest(0.0, cosine) + LEXICAL_WEIGHT * lexical
    return case((cosine.is_(None), lexical), else_=func.least(1.0, fused))


def _scored(shape: Shape) -> Subquery:
    """Both legs of all chunks of the reports with the best words, and of the chunks that are closest in meaning."""
    of_leg = {Leg.LEXICAL: _of_reports, Leg.VECTOR: _of_vectors}
    proposals = [of_leg[leg](shape) for leg in shape.legs] or [select(*_KEY).where(false())]
    proposed = union(*proposals).subquery("proposed")

    def of(table: Table) -> ColumnElement[bool]:
        same = (table.c[name] == proposed.c[name] for name in ("incident_id", "position"))
        return and_(table.c.tenant == bindparam("tenant"), *same)

    joined = proposed.join(chunk_lexical, of(chunk_lexical))
    shown = (proposed.c.incident_id, proposed.c.position, shape.bm25.label("bm25"))
    if shape.dimension is None:
        unknown = null().cast(Double).label("cosine")
        return select(*shown, unknown).select_from(joined).subquery("scored")
    own = and_(of(chunk_vector), *shape.mine(Leg.VECTOR))
    both = select(*shown, shape.cosine.label("cosine")).select_from(joined.outerjoin(chunk_vector, own))
    return both.subquery("scored")


def _of_reports(_: Shape) -> Select[Any]:
    """The chunks of the reports that may have the best words.

    A report is searched as one: of each term it has the largest weight of its chunks, so that none of them can score
    higher than it does. There are a dozen chunks to a report, and looking at a row is most of the work.
    """
    words = report_lexical.c.weights.max_inner_product(bindparam("weights", type_=WEIGHTS))
    mine = report_lexical.c.tenant == bindparam("tenant")
    reports = select(report_lexical.c.incident_id).where(mine).order_by(words).limit(_REPORTS).cte("reports")
    chunks = chunk_lexical.c.tenant == bindparam("tenant")
    return select(*_KEY).join(reports, chunk_lexical.c.incident_id == reports.c.incident_id).where(chunks)


def _of_vectors(shape: Shape) -> Select[Any]:
    places = legs.best(shape, Leg.VECTOR, "incident_id", "position").cte("places")
    return select(places.c.incident_id, places.c.position)
