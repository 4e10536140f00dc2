"""Which of what other clusters share is attached to a case beside what its own memory has found. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import merge
from itertools import groupby

import msgspec

from casebook_analyzer.memory.search import scoring
from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.memory.search.comparison import reasons
from casebook_analyzer.memory.search.ranking import Candidate, SimilarityMatch, attach
from casebook_analyzer.memory.search.results import SimilarResult
from casebook_analyzer.models import Band, Category, Conclusion, Signature, SimilarIncident

_NOT_SHOWN = "not shown here"


class FleetCandidate(msgspec.Struct, frozen=True, kw_only=True):
    """A family of another cluster, and how it compares with a case. Nothing in it is a text of that cluster."""

    cluster: str
    failure: int
    """Two candidates of one family have the same number, which says nothing beyond this answer."""
    at_home: bool
    """Whether an incident of the family is attached already."""
    category: Category
    last_seen: datetime
    incidents: int
    instructive: bool
    """Whether one of them was ended in a way that others can learn from."""
    agreement: CaseAgreement
    cosine: float | None
    lexical: float

    @property
    def score(self) -> float:
        """How alike the texts alone are, ``0..1``."""
        return scoring.score(self.cosine, self.lexical)


def merged(found: SimilarResult, shared: Iterable[FleetCandidate], case: Conclusion, limit: int) -> SimilarResult:
    """The answer with what other clusters share, in the places that are left.

    What is found at home keeps its place, its order and its bands, and comes first of equals. Of one failure it speaks.
    """
    at_home = any(one.band is Band.STRONG for one in found.incidents)
    matches = sorted(_admitted(shared), key=_order)
    seen: set[int] = set()
    others: list[SimilarIncident] = []
    for candidate, match in matches:
        again = candidate.at_home or candidate.failure in seen or (at_home and match.band is Band.STRONG)
        if not again:
            seen.add(candidate.failure)
            at_home |= match.band is Band.STRONG
            others.append(_attached(candidate, match, case))
    others = others[: max(0, limit - len(found.incidents))]
    if not others:
        return found
    reason = f"{found.reason}; {len(others)} of other clusters"
    incidents = tuple(merge(found.incidents, others, key=_likeness))
    return msgspec.structs.replace(found, incidents=incidents, reason=reason)


def _admitted(shared: Iterable[FleetCandidate]) -> Iterator[tuple[FleetCandidate, SimilarityMatch]]:
    """By the measure of the case's own memory; the background is that of each cluster."""
    by_cluster = groupby(sorted(shared, key=lambda one: one.cluster), lambda one: one.cluster)
    for candidates in (list(group) for _, group in by_cluster):
        background = scoring.background_similarity_of(one.score for one in candidates)
        for one in candidates:
            calibration = scoring.calibration(one.cosine)
            if band := calibration.band(one.score, one.agreement, background):
                points = calibration.agreement_points(one.agreement), calibration.background_points(background)
                yield one, SimilarityMatch(_nameless(one), one.agreement, *points, band)


def _nameless(one: FleetCandidate) -> Candidate:
    return Candidate(
        id="",
        namespace="",
        name="",
        subject="",
        category=one.category,
        title=_NOT_SHOWN,
        opened_at=one.last_seen,
        family="",
        signature=Signature(key=""),
        resolution=None,
        instructive=one.instructive,
        visible=False,
        cosine=one.cosine,
        lexical=one.lexical,
    )


def _attached(one: FleetCandidate, match: SimilarityMatch, case: Conclusion) -> SimilarIncident:
    why = [*reasons(match, case, "", {}, {}, ()), f"seen {one.incidents} times there"]
    return msgspec.structs.replace(attach(match, why, ()), cluster=one.cluster, fixed=True if one.instructive else None)


def _order(one: tuple[FleetCandidate, SimilarityMatch]) -> tuple[bool, float, bool, float, str]:
    candidate, match = one
    recent = -candidate.last_seen.timestamp()
    return match.band is not Band.STRONG, -match.total, not candidate.instructive, recent, candidate.cluster


def _likeness(one: SimilarIncident) -> tuple[bool, int]:
    return one.band is not Band.STRONG, -(one.score_permille + one.structure_permille)
