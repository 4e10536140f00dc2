"""Everything about one pair of incidents: how one came to be attached to the other, or why it did not."""

from typing import Any

import msgspec
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import legs, scoring
from casebook_analyzer.memory.ask import ask
from casebook_analyzer.memory.asking import SETTINGS
from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.corpus import dense
from casebook_analyzer.memory.encoder import Space, Vectors
from casebook_analyzer.memory.indexes import Leg
from casebook_analyzer.memory.query import Query, Shape, searchable
from casebook_analyzer.memory.ranking import Candidate, choose, crowd, one_failure
from casebook_analyzer.memory.rows import incident_from, incidents, storable
from casebook_analyzer.memory.scoring import COSINE_WEIGHT, FLOOR, LEXICAL_WEIGHT, STRONG_WORDS, Calibration
from casebook_analyzer.memory.session import Session
from casebook_analyzer.memory.similar import find_candidates, read_candidate
from casebook_analyzer.memory.structure import Agreement, agreement, deciding_rule
from casebook_analyzer.memory.tables import Corpus, case_lexical, case_vector, incident
from casebook_analyzer.models import Band, Conclusion, Incident


class LegView(msgspec.Struct, frozen=True, kw_only=True):
    """What one leg says of the pair."""

    raw: float
    """BM25 (no upper limit), or the cosine (``-1..1``)."""
    normalised: float
    """``0..1``: as a share of what a perfect match would have; the cosine without what is below 0."""
    weight: float
    """How much of the score it makes up."""
    rank: int
    """From 1, among all incidents of the tenant that this leg can compare. Equal scores have equal ranks."""
    among: int
    """How many these are."""


class TermView(msgspec.Struct, frozen=True, kw_only=True):
    """A term that both have."""

    term: str
    idf: float
    """The query's half: the rarer, the higher; raised where the case repeats the term."""
    weight: float
    """The hit's half: how often it occurs there, against the length of the text."""
    contribution: float
    """The product: its part of the BM25 score."""
    share: float
    """Its part of the perfect score, ``0..1``. The shares of all terms add up to ``lexical.normalised``."""


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """A fact of both conclusions, side by side. Empty where there is none."""

    name: str
    here: str
    there: str

    @property
    def equal(self) -> bool:
        """Whether both say the same."""
        return self.here == self.there


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One pair: a case (``incident``) and a past incident (``hit``)."""

    incident: Incident
    hit: Incident
    cosine: LegView | None
    """None when one of them has no vector, or they have vectors of two models."""
    lexical: LegView
    perfect_bm25: float
    """What the case's own text would score."""
    terms: tuple[TermView, ...]
    """Shared terms, the weightiest first."""
    score: float
    """Of the texts, ``0..1``."""
    agreement: Agreement
    """What they have in common beside the texts."""
    structure: float
    """What that adds to the score, or takes from it."""
    crowd: float
    """The mean score of the ten failures after the best."""
    company: float
    """What that takes from the score, or adds to it."""
    total: float
    """What the band follows from."""
    band: Band | None
    """None is "not similar"."""
    calibration: Calibration
    """From which total on a pair is called what, and what agreement is worth."""
    reason: str
    """Why this band, in a sentence."""
    fields: tuple[FieldView, ...]
    rank: int | None
    """From 1, among the failures that would be attached if there were no limit. None when it is not attached."""
    attached: int
    """How many these are."""
    speaker: str
    """The id of the incident that is attached for the hit's failure; empty when none is."""
    exact: bool
    """Whether every incident was looked at for the last three."""


async def explain(session: Session, incident_id: str, hit_id: str) -> Explanation | None:
    """Compare two stored incidents as ``Memory.similar`` does; None when memory lacks one of them.

    The case's vector is the stored one, so that no model is needed. Ranks look at every row: not for a hot path.
    """
    async with session.transaction(settings=SETTINGS) as connection:
        case, hit = (
            await _read(connection, session.tenant, incident_id),
            await _read(connection, session.tenant, hit_id),
        )
        if case is None or hit is None:
            return None
        vectors = await _stored_vector(connection, session.tenant, case.id)
        text = searchable(case_text(case.bundle, case.conclusion))
        query = await ask(
            connection,
            tenant=session.tenant,
            corpus=Corpus.CASE,
            text=text,
            vectors=vectors,
            exclude_id=case.id,
        )
        candidate = await read_candidate(connection, query, hit.id)
        if candidate is None:
            return None
        terms = await _terms(connection, query, hit.id)
        lexical = await _leg(connection, query, Leg.LEXICAL, candidate)
        cosine = None
        if candidate.cosine is not None:
            cosine = await _leg(connection, query, Leg.VECTOR, candidate)
        proposed = await find_candidates(connection, query, case.conclusion.signature.key)
    attached = [match.candidate for match in choose(proposed, case.conclusion, len(proposed))]
    speaker = next((one.id for one in attached if one_failure(one, candidate)), "")
    shared = _agreement(case.conclusion, hit.conclusion)
    calibration = scoring.calibration(candidate.cosine)
    others = crowd(proposed)
    structure, company = calibration.structure(shared), calibration.company(others)
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
        structure=structure,
        crowd=others,
        company=company,
        total=candidate.score + structure + company,
        band=band,
        calibration=calibration,
        reason=_reason(candidate.score, structure + company, band, calibration),
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


async def _leg(connection: AsyncConnection, query: Query, leg: Leg, candidate: Candidate) -> LegView:
    """Where the hit stands among all incidents but the case itself."""
    row = (await connection.execute(_standing(query.shape, leg), query.parameters | {"hit": candidate.id})).one()
    weights = {Leg.LEXICAL: 1.0 if candidate.cosine is None else LEXICAL_WEIGHT, Leg.VECTOR: COSINE_WEIGHT}
    normalised = candidate.lexical if leg is Leg.LEXICAL else max(0.0, candidate.cosine or 0.0)
    return LegView(raw=row.raw, normalised=normalised, weight=weights[leg], rank=row.above + 1, among=row.all)


def _standing(shape: Shape, leg: Leg) -> Select[Any]:
    table = legs.table_of(shape, leg)
    value = shape.bm25 if leg is Leg.LEXICAL else shape.cosine
    others = table.c.incident_id != bindparam("exclude")
    scored = select(table.c.incident_id, value.label("value")).where(*shape.mine(leg), others).cte("scored")
    raw = select(scored.c.value).where(scored.c.incident_id == bindparam("hit")).scalar_subquery()
    above = func.count().filter(scored.c.value > raw)
    return select(raw.label("raw"), above.label("above"), func.count().label("all")).select_from(scored)


async def _terms(connection: AsyncConnection, query: Query, hit_id: str) -> tuple[TermView, ...]:
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


def _agreement(here: Conclusion, there: Conclusion) -> Agreement:
    rules = (deciding_rule(one.category, one.rules) for one in (here, there))
    return agreement(next(rules), here.signature, next(rules), there.signature)


def _reason(score: float, rest: float, band: Band | None, limits: Calibration) -> str:
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
