"""The statements that find passages for a text: the best one of each document."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from pgvector import HalfVector
from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Double,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    null,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import document, passage, passage_vector, term_frequency
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.encoder import Space, Vectors
from casebook_analyzer.memory.incidents.rows import storable
from casebook_analyzer.memory.index.sparse import WEIGHTS, sparse
from casebook_analyzer.memory.knowledge import scoring
from casebook_analyzer.memory.knowledge.storing import CORPUS
from casebook_analyzer.memory.knowledge.terms import terms
from casebook_analyzer.memory.knowledge.vectors import in_space
from casebook_analyzer.models import Band

_SHOWN = ("source", "path", "title", "link", "names")
_OF_PASSAGE = ("heading", "start_line", "end_line", "text")
_SCORES = ("total", "cosine", "of_document", "of_passage", "named")


class KnowledgeQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What passages are looked for."""

    text: str
    names: Sequence[str] = ()
    """Alerts, rules and objects that documents may name, in lower case."""
    source: str = ""
    """Only documents of this source."""
    namespaces: frozenset[str] | None = None
    """Documents that are for readers of certain namespaces have to be for those of one of these; None: for all."""
    limit: int = 10


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a question, the best first."""

    rows: Sequence[Any] = ()
    documents: int
    """How many there are that were asked for and are for the reader."""
    terms: frozenset[str] = frozenset()
    """Those of the question that documents have."""
    weights: Mapping[str, float] = {}
    """What each of these weighs: the rarer, the more."""
    among: scoring.OtherScores = scoring.other_scores(0.0, 0.0, 0)
    """How all of them score."""

    def band(self, row: Any) -> Band | None:
        """What the score of a row is called."""
        return scoring.band(row.total, scoring.bands(row.cosine, self.among))


async def find(connection: AsyncConnection, tenant: str, asked: KnowledgeQuestion, vectors: Vectors | None) -> Found:
    """The best passage of each of the best documents. ``vectors`` has the question's own."""
    names = terms(asked.text)
    counts = bm25.count(names)
    namespaces = sorted(map(storable, asked.namespaces or ()))
    narrowing = {"source": storable(asked.source), "namespaces": namespaces}
    about = {"tenant": tenant, "terms": sorted(counts), **narrowing}
    row = (await connection.execute(_statistics(narrowed=asked.namespaces is not None), about)).one()
    if not row.readable:
        return Found(documents=0)
    known = dict(zip(row.known or (), row.frequencies or (), strict=True))
    weights = bm25.query_weights(counts, row.documents, known)
    parameters = {
        "tenant": tenant,
        "weights": sparse({term: weights[term] for term in known}),
        "rarest": bm25.idf(row.documents, 1),
        "names": list(asked.names),
        **narrowing,
        "limit": asked.limit,
    }
    if vectors is not None:
        parameters["vector"] = HalfVector(vectors.rows[0])
    statement = best(vectors.space if vectors else None, tenant, narrowed=asked.namespaces is not None)
    rows = (await connection.execute(statement, parameters)).all()
    shared = {term: weights[bm25.term_id(term)] for term in names if bm25.term_id(term) in known}
    scores, squares = (rows[0].scores, rows[0].squares) if rows else (0.0, 0.0)
    among = scoring.other_scores(scores, squares, row.readable)
    return Found(rows=rows, documents=row.readable, terms=frozenset(shared), weights=shared, among=among)


@cache
def _statistics(*, narrowed: bool) -> Select[Any]:
    """How many documents there are, how many of these are asked for, and how many have each term."""
    term, frequency = term_frequency.c.term, term_frequency.c.documents
    known = (
        select(func.array_agg(term).label("known"), func.array_agg(frequency).label("frequencies"))
        .where(term_frequency.c.tenant == bindparam("tenant"), term_frequency.c.corpus == literal(CORPUS))
        .where(term == func.any(bindparam("terms", type_=ARRAY(Integer))))
        .subquery("of_terms")
    )
    count = select(func.count()).select_from(document).where(document.c.tenant == bindparam("tenant"))
    readable = count.where(*_asked_for(narrowed=narrowed))
    counts = (count.scalar_subquery().label("documents"), readable.scalar_subquery().label("readable"))
    return select(known.c.known, known.c.frequencies, *counts)


@cache
def best(space: Space | None, tenant: str, *, narrowed: bool) -> Select[Any]:
    """At most ``limit`` rows, each of another document, the best first. Every passage is looked at."""
    scored = _scored(space, tenant, narrowed=narrowed)
    fused = _score(scored.c.cosine, scored.c.of_document, scored.c.of_passage)
    total = func.least(1.0, fused + case((scored.c.named, scoring.NAMED), else_=0.0))
    found = or_(scored.c.cosine >= scoring.FLOOR, scored.c.of_passage > 0, scored.c.of_document > 0, scored.c.named)
    of_document = (
        select(*scored.c, total.label("total"), fused.label("fused"))
        .where(found)
        .ext(distinct_on(scored.c.document_id))
        .order_by(scored.c.document_id, total.desc(), scored.c.position)
        .subquery("of_document")
    )
    sums = (func.sum(of_document.c.fused).over(), func.sum(of_document.c.fused * of_document.c.fused).over())
    top = (
        select(*of_document.c, sums[0].label("scores"), sums[1].label("squares"))
        .order_by(of_document.c.total.desc(), of_document.c.document_id)
        .limit(bindparam("limit", type_=Integer))
        .subquery("top")
    )
    of_passage = and_(passage.c.document_id == top.c.document_id, passage.c.position == top.c.position)
    owner = and_(document.c.tenant == passage.c.tenant, document.c.id == passage.c.document_id)
    shown = (*(document.c[name] for name in _SHOWN), *(passage.c[name] for name in _OF_PASSAGE))
    scores = (*(top.c[name] for name in _SCORES), top.c.scores, top.c.squares)
    joined = top.join(passage, and_(passage.c.tenant == bindparam("tenant"), of_passage)).join(document, owner)
    return select(*shown, *scores).select_from(joined).order_by(top.c.total.desc(), document.c.source, document.c.path)


def _scored(space: Space | None, tenant: str, *, narrowed: bool) -> Any:
    """All passages of documents that are asked for, with the parts of their scores."""
    asked = bindparam("weights", type_=WEIGHTS)
    owner = and_(document.c.tenant == passage.c.tenant, document.c.id == passage.c.document_id)
    joined = passage.join(document, owner)
    cosine: ColumnElement[Any] = null().cast(Double)
    if space is not None:
        joined = joined.outerjoin(passage_vector, in_space(tenant, space))
        vector = cast(bindparam("vector", type_=HALFVEC()), HALFVEC(space.dimension))
        cosine = 1 - cast(passage_vector.c.embedding, HALFVEC(space.dimension)).cosine_distance(vector)
    query = (
        select(
            passage.c.document_id,
            passage.c.position,
            _words(-document.c.weights.max_inner_product(asked)).label("of_document"),
            _words(-passage.c.weights.max_inner_product(asked)).label("of_passage"),
            document.c.names.overlap(bindparam("names", type_=ARRAY(Text))).label("named"),
            cosine.label("cosine"),
        )
        .select_from(joined)
        .where(passage.c.tenant == bindparam("tenant"), *_asked_for(narrowed=narrowed))
    )
    return query.cte("scored").prefix_with("MATERIALIZED")


def _asked_for(*, narrowed: bool) -> Iterator[ColumnElement[bool]]:
    """Of the source, where one is named, and for the reader."""
    source = bindparam("source", type_=Text)
    yield or_(source == literal(""), document.c.source == source)
    if narrowed:
        yield for_the_reader()


def for_the_reader() -> ColumnElement[bool]:
    """Whether a document is for the readers of one of the ``namespaces``, a parameter."""
    theirs = document.c.namespaces.overlap(bindparam("namespaces", type_=ARRAY(Text)))
    return or_(func.cardinality(document.c.namespaces) == 0, theirs)


def _words(score: ColumnElement[float]) -> ColumnElement[Any]:
    """The same arithmetic as ``scoring.words``."""
    common = func.greatest(0.0, score) / bindparam("rarest", type_=Double)
    return 1.0 - scoring.HALF / (common + scoring.HALF)


def _score(
    cosine: ColumnElement[Any], of_document: ColumnElement[Any], of_passage: ColumnElement[Any]
) -> ColumnElement[Any]:
    """The same arithmetic as ``scoring.score``, without what names give."""
    lexical = scoring.DOCUMENT * of_document + scoring.PASSAGE * of_passage
    return case(
        (cosine.is_(None), lexical / (scoring.DOCUMENT + scoring.PASSAGE)),
        else_=scoring.COSINE * func.greatest(0.0, cosine) + lexical,
    )
