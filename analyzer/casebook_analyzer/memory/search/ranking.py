"""Chooses the few candidates that are attached to a case. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.search import scoring
from casebook_analyzer.memory.search.agreement import CaseAgreement, agreement_of
from casebook_analyzer.memory.search.scoring import permille
from casebook_analyzer.models import (
    Band,
    Category,
    Conclusion,
    Imported,
    IncidentIdentity,
    Resolution,
    ResolutionKind,
    Signature,
    SimilarIncident,
)


class Candidate(IncidentIdentity, frozen=True, kw_only=True):
    """A past incident with both retrievers computed."""

    family: str
    rule: str = ""
    """The rule that decided it; empty when nothing did."""
    signature: Signature
    resolution: Resolution | None
    instructive: bool
    """Whether it was resolved in a way that others can learn from."""
    visible: bool = True
    """Whether the reader of the case may see it."""
    cosine: float | None
    """None when it has no vector of the query's model, or the query has none."""
    lexical: float

    @property
    def score(self) -> float:
        """How alike the texts alone are, ``0..1``."""
        return scoring.score(self.cosine, self.lexical)


class SimilarityMatch(msgspec.Struct, frozen=True):
    """A candidate that may be attached to a case."""

    candidate: Candidate
    agreement: CaseAgreement
    agreement_points: float
    """What agreement beside the texts adds to the score, in its own unit; negative where it takes from it."""
    background_points: float
    """What background similarity adds to the score; negative where many failures resemble the case."""
    band: Band

    @property
    def total(self) -> float:
        """Score, agreement and background together: band and order follow from it."""
        return self.candidate.score + self.agreement_points + self.background_points


Calibrate = Callable[[float | None], scoring.SimilarityCalibration]


def choose(
    candidates: Iterable[Candidate], case: Conclusion, limit: int, *, calibrate: Calibrate = scoring.calibration
) -> list[SimilarityMatch]:
    """One of each failure that may be attached, the best first.

    What the reader may see is taken first: of a failure it speaks before incidents that he may not see, and these get
    the places that are left.

    One failure is one family, and also the families that the same rule decides by the same words: the name of a
    workload in the deciding line makes another signature of it, and five times the same is one answer.
    """
    candidates = list(candidates)
    admitted = sorted(_admitted(candidates, case, background_similarity(candidates), calibrate), key=_order)
    groups: list[list[SimilarityMatch]] = []
    for match in admitted:
        group = next((group for group in groups if one_failure(group[0].candidate, match.candidate)), None)
        if group is None:
            groups.append([match])
        else:
            group.append(match)
    speakers = sorted((max(group, key=_representative) for group in groups), key=_order)
    visible_first = sorted(speakers, key=lambda match: not match.candidate.visible)
    return sorted(visible_first[:limit], key=_order)


def background_similarity(candidates: Iterable[Candidate]) -> float:
    """The mean score, ``0..1``, of the ten most similar families after the best, each by its best incident."""
    best: dict[str, float] = {}
    for candidate in candidates:
        best[candidate.family] = max(candidate.score, best.get(candidate.family, 0.0))
    return scoring.background_similarity_of(best.values())


def _admitted(
    candidates: Iterable[Candidate], case: Conclusion, others: float, calibrate: Calibrate
) -> Iterator[SimilarityMatch]:
    rule = deciding_rule(case.category, case.rules)
    for candidate in candidates:
        ended = candidate.resolution.kind if candidate.resolution is not None else None
        if ended is ResolutionKind.EXPLAINED:
            continue  # it was a symptom of another incident, perhaps of the very one that is asked for
        if ended is ResolutionKind.ANSWERED and candidate.category is Category.UNKNOWN:
            continue  # a person asked, and there was nothing to name
        shared = agreement_of(rule, case.signature, candidate.rule, candidate.signature)
        calibration = calibrate(candidate.cosine)
        if verdict := calibration.band(candidate.score, shared, others):
            yield SimilarityMatch(
                candidate, shared, calibration.agreement_points(shared), calibration.background_points(others), verdict
            )


def _order(match: SimilarityMatch) -> tuple[bool, float, float, str]:
    candidate = match.candidate
    return match.band is not Band.STRONG, -match.total, -candidate.opened_at.timestamp(), candidate.id


def one_failure(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates would be one answer given twice."""
    if one.family == other.family:
        return True
    if not one.rule or one.rule != other.rule:
        return False
    shared = agreement_of(one.rule, one.signature, other.rule, other.signature)
    return shared.codes and (shared.words or 0.0) >= scoring.STRONG_WORDS


def _representative(match: SimilarityMatch) -> tuple[bool, bool, bool, int, datetime, str]:
    """Who speaks for a failure: a visible one, a strong one, one that was fixed, the most alike, the latest."""
    candidate, strong = match.candidate, match.band is Band.STRONG
    alike = permille(match.total)
    return candidate.visible, strong, candidate.instructive, alike, candidate.opened_at, candidate.id


def attach(
    match: SimilarityMatch, why: Sequence[str], differs: Sequence[str], imported: Imported | None = None
) -> SimilarIncident:
    """The candidate as it is attached to the case."""
    candidate, resolution = match.candidate, match.candidate.resolution
    return SimilarIncident(
        **candidate.identity,
        score_permille=permille(candidate.score),
        cosine_permille=None if candidate.cosine is None else permille(max(0.0, candidate.cosine)),
        lexical_permille=permille(candidate.lexical),
        structure_permille=permille(match.agreement_points),
        band=match.band,
        why=tuple(why),
        differs=tuple(differs),
        resolution=resolution.summary if resolution else "",
        fixed=resolution.kind.is_fix if resolution else None,
        seconds_to_resolve=resolution.seconds_to_resolve if resolution else None,
        imported=imported,
    )
