"""What there is to tell about one pair of incidents, and how it follows from what was read of them."""

import msgspec

from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.search import scoring
from casebook_analyzer.memory.search.agreement import CaseAgreement, agreement_of
from casebook_analyzer.memory.search.ranking import Candidate, background_similarity, choose, one_failure
from casebook_analyzer.memory.search.scoring import FLOOR, STRONG_WORDS, SimilarityCalibration
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
    """One pair: a case and a past incident."""

    incident: str
    """The case: ``NAMESPACE/NAME`` of its Investigation."""
    hit: str
    """The past incident."""
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


class ComparedPair(msgspec.Struct, frozen=True, kw_only=True):
    """What memory has of a pair: other fields as in :class:`Explanation`."""

    incident: Incident
    hit: Incident
    candidate: Candidate
    """The hit, scored against the case."""
    cosine: RetrieverScore | None
    lexical: RetrieverScore
    perfect_bm25: float
    terms: tuple[TermView, ...]
    exact: bool
    proposed: list[Candidate]
    """All that may be attached to the case."""


def explanation_of(pair: ComparedPair) -> Explanation:
    """Score, band and rank of a pair, as ``Memory.similar`` finds them."""
    case, hit, candidate = pair.incident.conclusion, pair.hit.conclusion, pair.candidate
    attached = [match.candidate for match in choose(pair.proposed, case, len(pair.proposed))]
    speaker = next((one.id for one in attached if one_failure(one, candidate)), "")
    shared = _agreement(case, hit)
    calibration = scoring.calibration(candidate.cosine)
    others = background_similarity(pair.proposed)
    agreement_points, background_points = calibration.agreement_points(shared), calibration.background_points(others)
    band = calibration.band(candidate.score, shared, others)
    return Explanation(
        incident=_named(pair.incident),
        hit=_named(pair.hit),
        cosine=pair.cosine,
        lexical=pair.lexical,
        perfect_bm25=pair.perfect_bm25,
        terms=pair.terms,
        score=candidate.score,
        agreement=shared,
        agreement_points=agreement_points,
        background=others,
        background_points=background_points,
        total=candidate.score + agreement_points + background_points,
        band=band,
        calibration=calibration,
        reason=_reason(candidate.score, agreement_points + background_points, band, calibration),
        fields=_fields(pair.incident, pair.hit),
        rank=[one.id for one in attached].index(candidate.id) + 1 if speaker == candidate.id else None,
        attached=len(attached),
        speaker=speaker,
        exact=pair.exact,
    )


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


def _named(one: Incident) -> str:
    return f"{one.namespace}/{one.name}"


def _fields(case: Incident, hit: Incident) -> tuple[FieldView, ...]:
    here, there = case.conclusion, hit.conclusion
    pairs: list[tuple[str, object, object]] = [
        ("subject", case.bundle.subject, hit.bundle.subject),
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
