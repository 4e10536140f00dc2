"""Everything about one pair of incidents: how one came to be attached to the other, or why it did not."""

from typing import Any

import msgspec
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, case_lexical, case_vector, incident
from casebook_analyzer.memory.encoding.case_text import case_text, deciding_rule
from casebook_analyzer.memory.encoding.encoder import Space, Vectors
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.memory.incidents.rows import incident_from, incidents, storable
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.index.sparse import dense
from casebook_analyzer.memory.search import retrievers, scoring
from casebook_analyzer.memory.search.agreement import CaseAgreement, agreement_of
from casebook_analyzer.memory.search.prepare import prepare_query
from casebook_analyzer.memory.search.ranking import Candidate, background_similarity, choose, one_failure
from casebook_analyzer.memory.search.scoring import (
    COSINE_WEIGHT,
    FLOOR,
    LEXICAL_WEIGHT,
    STRONG_WORDS,
    SimilarityCalibration,
)
from casebook_analyzer.memory.search.similar import find_candidates, read_candidate
from casebook_analyzer.memory.search.text_query import StatementShape, TextQuery, searchable
from casebook_analyzer.memory.search.transaction import PLANNER_SETTINGS
from casebook_analyzer.models import Band, Conclusion, Incident


class RetrieverScore(msgspec.Struct, frozen=True, kw_only=True):
    """How alike one retriever finds the two incidents."""

    raw: float
    """BM25 (no upper limit), or the cosine (``-1..1``)."""
    normalised: float
    """``0..1``: as a share of what a perfect match would have; the cosine without what is below 0."""
    weight: float
    """The weight of this retriever in the score, ``0..1``."""
    rank: int
    """From 1, among all incidents of the tenant that this retriever can compare. Equal scores have equal ranks."""
    among: int
    """How many incidents this retriever can compare."""


class TermView(msgspec.Struct, frozen=True, kw_only=True):
    """A term that both texts have."""

    term: str
    idf: float
    """The query's factor: the rarer the term, the higher; raised where the case repeats it."""
    weight: float
    """The hit's factor: how often the term occurs there, against the length of the text."""
    contribution: float
    """The product: its part of the BM25 score."""
    share: float
    """Its part of the perfect score, ``0..1``. The shares of all terms add up to ``lexical.normalised``."""


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """One field of both conclusions, side by side. Empty where a conclusion has no value."""

    name: str
    here: str
    there: str

    @property
    def equal(self) -> bool:
        """Whether both have the same value."""
        return self.here == self.there


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One pair: a case (``incident``) and a past incident (``hit``)."""

    incident: Incident
    hit: Incident
    cosine: RetrieverScore | None
    """None when one of them has no vector, or they have vectors of two models."""
    lexical: RetrieverScore
    perfect_bm25: float
    """The BM25 score of the case's own text, the highest possible one."""
    terms: tuple[TermView, ...]
    """Shared terms, the weightiest first."""
    score: float
    """How alike the texts are, ``0..1``: the weighted sum of both retrievers."""
    agreement: CaseAgreement
    """What they have in common beside the texts."""
    agreement_points: float = msgspec.field(name="structure")
    """What that adds to the score of the texts, or takes from it when negative."""
    background: float = msgspec.field(name="crowd")
    """Background similarity: the mean score, ``0..1``, of the ten most similar failures after the best."""
    background_points: float = msgspec.field(name="company")
    """What that adds to the score of the texts, or takes from it when negative."""
    total: float
    """Score, agreement and background together: the band follows from it."""
    band: Band | None
    """None is "not similar"."""
    calibration: SimilarityCalibration
    """The totals from which a pair is called possible or strong, and what agreement is worth."""
    reason: str
    """Why this band, in a sentence."""
    fields: tuple[FieldView, ...]
    rank: int | None
    """From 1, among the failures that would be attached if there were no limit. None when it is not attached."""
    attached: int
    """How many failures would be attached if there were no limit."""
    speaker: str
    """The id of the incident that is attached for the hit's failure; empty when none is."""
    exact: bool
    """Whether ``rank``, ``attached`` and ``speaker`` rest on all incidents, and not on an index that may miss one."""


async def explain(session: Session, incident_id: str, hit_id: str, *, own_first: bool = False) -> Explanation | None:
    """Compare two stored incidents as ``Memory.similar`` does; None when memory lacks one of them.

    With ``own_first`` incidents of the case's namespace are taken first, as if it had been named.
    The case's vector is the stored one, so that no model is needed. Ranks look at every row: not for a hot path.
    """
    async with session.transaction(settings=PLANNER_SETTINGS) as connection:
        case, hit = (
            await _read(connection, session.tenant, incident_id),
            await _read(connection, session.tenant, hit_id),
        )
        if case is None or hit is None:
            return None
        vectors = await _stored_vector(connection, session.tenant, case.id)
        text = searchable(case_text(case.bundle, case.conclusion))
        query = await prepare_query(
            connection,
            tenant=session.tenant,
            corpus=Corpus.CASE,
            text=text,
            vectors=vectors,
            wanted=IncidentFilter(namespaces=frozenset({case.namespace})) if own_first else EVERY_INCIDENT,
            exclude_id=case.id,
        )
        candidate = await read_candidate(connection, query, hit.id)
        if candidate is None:
            return None
        terms = await _terms(connection, query, hit.id)
        lexical = await _retriever_score(connection, query, Retriever.LEXICAL, candidate)
        cosine = None
        if candidate.cosine is not None:
            cosine = await _retriever_score(connection, query, Retriever.VECTOR, candidate)
        proposed = await find_candidates(connection, query, case.conclusion.signature.key)
    attached = [match.candidate for match in choose(proposed, case.conclusion, len(proposed))]
    speaker = next((one.id for one in attached if one_failure(one, candidate)), "")
    shared = _agreement(case.conclusion, hit.conclusion)
    calibration = scoring.calibration(candidate.cosine)
    others = background_similarity(proposed)
    agreement_points, background_points = calibration.agreement_points(shared), calibration.background_points(others)
    band = calibration.band(candidate.score, shared, others)
    return Explanation(
        incident=case,
        hit=hit,
        cosine=cosine,
        lexical=lexical,
        perfect_bm25=query.self_score,
        terms=terms,
        score=candidate.score,
        agreement=shared,
        agreement_points=agreement_points,
        background=others,
        background_points=background_points,
        total=candidate.score + agreement_points + background_points,
        band=band,
        calibration=calibration,
        reason=_reason(candidate.score, agreement_points + background_points, band, calibration),
        fields=_fields(case.conclusion, hit.conclusion),
        rank=[one.id for one in attached].index(hit.id) + 1 if speaker == hit.id else None,
        attached=len(attached),
        speaker=speaker,
        exact=query.exact,
    )


async def _read(connection: AsyncConnection, tenant: str, incident_id: str) -> Incident | None:
    row = (await connection.execute(incidents(tenant).where(incident.c.id == storable(incident_id)))).one_or_none()
    return None if row is None else incident_from(row)


async def _stored_vector(connection: AsyncConnection, tenant: str, incident_id: str) -> Vectors | None:
    mine = (case_vector.c.tenant == tenant, case_vector.c.incident_id == incident_id)
    row = (await connection.execute(select(case_vector).where(*mine))).one_or_none()
    if row is None:
        return None
    space = Space(**{name: getattr(row, name) for name in Space.__struct_fields__})
    return Vectors(space, [row.embedding])


async def _retriever_score(
    connection: AsyncConnection, query: TextQuery, retriever: Retriever, candidate: Candidate
) -> RetrieverScore:
    """Where the hit stands among all incidents but the case itself."""
    row = (await connection.execute(_standing(query.shape, retriever), query.parameters | {"hit": candidate.id})).one()
    weights = {Retriever.LEXICAL: 1.0 if candidate.cosine is None else LEXICAL_WEIGHT, Retriever.VECTOR: COSINE_WEIGHT}
    normalised = candidate.lexical if retriever is Retriever.LEXICAL else max(0.0, candidate.cosine or 0.0)
    return RetrieverScore(
        raw=row.raw, normalised=normalised, weight=weights[retriever], rank=row.above + 1, among=row.all
    )


def _standing(shape: StatementShape, retriever: Retriever) -> Select[Any]:
    table = retrievers.table_of(shape, retriever)
    value = shape.bm25 if retriever is Retriever.LEXICAL else shape.cosine
    others = table.c.incident_id != bindparam("exclude")
    scored = select(table.c.incident_id, value.label("value")).where(*shape.mine(retriever), others).cte("scored")
    raw = select(scored.c.value).where(scored.c.incident_id == bindparam("hit")).scalar_subquery()
    above = func.count().filter(scored.c.value > raw)
    return select(raw.label("raw"), above.label("above"), func.count().label("all")).select_from(scored)


async def _terms(connection: AsyncConnection, query: TextQuery, hit_id: str) -> tuple[TermView, ...]:
    mine = (case_lexical.c.tenant == query.tenant, case_lexical.c.incident_id == hit_id)
    weights = dense((await connection.execute(select(case_lexical.c.weights).where(*mine))).scalar_one())
    terms = [
        TermView(
            term=query.names[term],
            idf=query.weights[term],
            weight=weights[term],
            contribution=query.weights[term] * weights[term],
            share=query.share(query.weights[term] * weights[term]),
        )
        for term in query.weights.keys() & weights.keys()
    ]
    return tuple(sorted(terms, key=lambda one: (-one.contribution, one.term)))


def _agreement(here: Conclusion, there: Conclusion) -> CaseAgreement:
    rules = (deciding_rule(one.category, one.rules) for one in (here, there))
    return agreement_of(next(rules), here.signature, next(rules), there.signature)


def _reason(score: float, rest: float, band: Band | None, limits: SimilarityCalibration) -> str:
    total = score + rest
    sign = "+" if rest >= 0 else "-"
    added = f"{score:.2f} of the texts {sign} {abs(rest):.2f} of the rest = {total:.2f}"
    if score < FLOOR:
        added = f"the texts score {score:.2f}, below the floor of {FLOOR:.2f}"
    if band is Band.STRONG:
        return f"{added}: strong from {limits.strong:.2f} on"
    if band is None:
        return added if score < FLOOR else f"{added}: not similar below {limits.possible:.2f}"
    if score < FLOOR or total < limits.possible:
        return f"{added}: the same signature makes it possible by itself"
    if total < limits.strong:
        return f"{added}: possible from {limits.possible:.2f} on"
    return f"{added}: enough for strong, but rule, codes or {STRONG_WORDS:.0%} of the deciding words do not agree"


def _fields(here: Conclusion, there: Conclusion) -> tuple[FieldView, ...]:
    pairs: list[tuple[str, object, object]] = [
        ("category", here.category.value, there.category.value),
        ("rule", here.rules[0] if here.rules else "", there.rules[0] if there.rules else ""),
        *(
            (name.replace("_", " "), getattr(here.signature, name), getattr(there.signature, name))
            for name in ("key", "reason", "exit_code", "xid", "owner_kind", "template")
        ),
        ("environment", ", ".join(here.environment_tags), ", ".join(there.environment_tags)),
    ]
    names = {"key": "signature"}
    return tuple(
        FieldView(name=names.get(name, name), here=_shown(one), there=_shown(other)) for name, one, other in pairs
    )


def _shown(value: object) -> str:
    return "" if value is None else str(value)
