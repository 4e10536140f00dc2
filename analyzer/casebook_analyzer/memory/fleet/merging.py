"""Which of what other clusters share is attached to a case beside what its own memory has found. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from heapq import merge
from itertools import chain, groupby, islice, zip_longest

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


_Admitted = tuple[FleetCandidate, SimilarityMatch]


def merged(found: SimilarResult, shared: Iterable[FleetCandidate], case: Conclusion, limit: int) -> SimilarResult:
    """The answer with what other clusters share, in the places that are left.

    What is found at home keeps its place, its order and its bands, comes first of equals, and speaks for its failure.
    Others speak each for itself and take turns: what one shares neither stands for what another does, nor fills the
    places before every other has had its turn.
    """
    left = limit - len(found.incidents)
    at_home = any(one.band is Band.STRONG for one in found.incidents)
    by_cluster = groupby(sorted(shared, key=lambda one: one.cluster), lambda one: one.cluster)
    spoken = [list(_spoken(group, spoken_for=at_home)) for _, group in by_cluster]
    turns = chain.from_iterable(sorted(filter(None, turn), key=_order) for turn in zip_longest(*spoken))
    taken = sorted(islice(turns, max(0, left)), key=_order)
    if not taken:
        return found
    reason = f"{found.reason}; {len(taken)} of other clusters"
    others = [_attached(candidate, match, case) for candidate, match in taken]
    incidents = tuple(merge(found.incidents, others, key=_likeness))
    return msgspec.structs.replace(found, incidents=incidents, reason=reason)


def _spoken(of_one: Iterable[FleetCandidate], *, spoken_for: bool) -> Iterator[_Admitted]:
    """What one cluster has to say, the best first: of one failure and of copies once. Strong ones are one failure."""
    seen: set[tuple[object, ...]] = set()
    for candidate, match in sorted(_admitted(list(of_one)), key=_order):
        strong = match.band is Band.STRONG
        compared = (candidate.category, candidate.agreement, candidate.cosine, candidate.lexical)
        if candidate.at_home or (spoken_for and strong) or compared in seen:
            continue
        spoken_for |= strong
        seen.add(compared)
        yield candidate, match


def _admitted(of_one: Sequence[FleetCandidate]) -> Iterator[_Admitted]:
    """By the measure of the case's own memory; the background is that of the cluster."""
    background = scoring.background_similarity_of(one.score for one in of_one)
    for one in of_one:
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


def _order(one: _Admitted) -> tuple[bool, float, bool, float, str]:
    candidate, match = one
    recent = -candidate.last_seen.timestamp()
    return match.band is not Band.STRONG, -match.total, not candidate.instructive, recent, candidate.cluster


def _likeness(one: SimilarIncident) -> tuple[bool, int]:
    return one.band is not Band.STRONG, -(one.score_permille + one.structure_permille)
