"""From scored candidates to the few that are attached. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.memory import scoring
from casebook_analyzer.memory.scoring import permille
from casebook_analyzer.memory.structure import Agreement, agreement, deciding_rule
from casebook_analyzer.models import Band, Category, Conclusion, Resolution, ResolutionKind, Signature, SimilarIncident


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A past incident with both legs computed."""

    id: str
    namespace: str
    name: str
    subject: str
    category: Category
    title: str
    opened_at: datetime
    family: str
    rule: str = ""
    """The rule that decided it; empty when nothing did."""
    signature: Signature
    resolution: Resolution | None
    instructive: bool
    """Resolved in a way that others can learn from."""
    cosine: float | None
    """None when it has no vector of the query's model, or the query has none."""
    lexical: float

    @property
    def score(self) -> float:
        """``0..1``, of the texts alone."""
        return scoring.score(self.cosine, self.lexical)


class Match(msgspec.Struct, frozen=True):
    """A candidate that may be attached to a case."""

    candidate: Candidate
    agreement: Agreement
    structure: float
    """What agreement beside the texts adds to the score, or takes from it."""
    company: float
    """The same of what else resembles the case."""
    band: Band

    @property
    def total(self) -> float:
        """What the band follows from, and the order."""
        return self.candidate.score + self.structure + self.company


Calibrate = Callable[[float | None], scoring.Calibration]


def choose(
    candidates: Iterable[Candidate], case: Conclusion, limit: int, *, calibrate: Calibrate = scoring.calibration
) -> list[Match]:
    """One of each failure that may be attached, the best first.

    One failure is one family, and also the families that the same rule decides by the same words: the name of a
    workload in the deciding line makes another signature of it, and five times the same is one answer.
    """
    candidates = list(candidates)
    admitted = sorted(_admitted(candidates, case, crowd(candidates), calibrate), key=_order)
    groups: list[list[Match]] = []
    for match in admitted:
        group = next((group for group in groups if one_failure(group[0].candidate, match.candidate)), None)
        if group is None:
            groups.append([match])
        else:
            group.append(match)
    return sorted((max(group, key=_representative) for group in groups), key=_order)[:limit]


def crowd(candidates: Iterable[Candidate]) -> float:
    """How much the families after the best resemble the case, on average."""
    best: dict[str, float] = {}
    for candidate in candidates:
        best[candidate.family] = max(candidate.score, best.get(candidate.family, 0.0))
    return scoring.crowd_of(best.values())


def _admitted(
    candidates: Iterable[Candidate], case: Conclusion, others: float, calibrate: Calibrate
) -> Iterator[Match]:
    rule = deciding_rule(case.category, case.rules)
    for candidate in candidates:
        if candidate.resolution is not None and candidate.resolution.kind is ResolutionKind.EXPLAINED:
            continue  # it was a symptom of another incident, perhaps of the very one that is asked for
        shared = agreement(rule, case.signature, candidate.rule, candidate.signature)
        calibration = calibrate(candidate.cosine)
        if verdict := calibration.band(candidate.score, shared, others):
            yield Match(candidate, shared, calibration.structure(shared), calibration.company(others), verdict)


def _order(match: Match) -> tuple[bool, float, float, str]:
    candidate = match.candidate
    return match.band is not Band.STRONG, -match.total, -candidate.opened_at.timestamp(), candidate.id


def one_failure(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates would be one answer given twice."""
    if one.family == other.family:
        return True
    if not one.rule or one.rule != other.rule:
        return False
    shared = agreement(one.rule, one.signature, other.rule, other.signature)
    return shared.codes and (shared.words or 0.0) >= scoring.STRONG_WORDS


def _representative(match: Match) -> tuple[bool, bool, int, datetime, str]:
    """Who speaks for a failure: a strong one, one that was fixed, then the most alike, then the latest."""
    candidate = match.candidate
    return match.band is Band.STRONG, candidate.instructive, permille(match.total), candidate.opened_at, candidate.id


def attach(match: Match, why: Sequence[str], differs: Sequence[str]) -> SimilarIncident:
    """The candidate as it is attached to the case."""
    candidate, resolution = match.candidate, match.candidate.resolution
    return SimilarIncident(
        id=candidate.id,
        namespace=candidate.namespace,
        name=candidate.name,
        subject=candidate.subject,
        category=candidate.category,
        title=candidate.title,
        opened_at=candidate.opened_at,
        score_permille=permille(candidate.score),
        cosine_permille=None if candidate.cosine is None else permille(max(0.0, candidate.cosine)),
        lexical_permille=permille(candidate.lexical),
        structure_permille=permille(match.structure),
        band=match.band,
        why=tuple(why),
        differs=tuple(differs),
        resolution=resolution.summary if resolution else "",
        seconds_to_resolve=resolution.seconds_to_resolve if resolution else None,
    )
