"""Who of a fleet gets the places that a case's own memory leaves: the most alike, or each cluster in its turn.

    .venv/bin/python -m bench.retrieval.turns

Injected failures are spread over the cluster that is asked and others, and each is asked for as if it were new. What
others share is merged as the product does, in turns, and as it once did: the most alike first, whosever it is, and of
strong ones one. Then a hostile cluster joins that knows each case: its rows are as alike as can be, or a little less,
so that they are not taken for one failure. A place is right that has the cause of the case.
"""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import msgspec
from rich.table import Table

from bench.retrieval.families.build import Injected, build
from bench.retrieval.metrics import reciprocal_rank
from bench.retrieval.situations import FIT, HELD_OUT, SPLIT, World, half_of
from bench.retrieval.vectors import embed
from bench.start import packaged_embedder, quiet
from bench.telling import tell
from casebook_analyzer.memory import SimilarResult
from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.fleet.merging import FleetCandidate, merged
from casebook_analyzer.memory.search import scoring
from casebook_analyzer.memory.search.agreement import CaseAgreement, agreement_of
from casebook_analyzer.memory.search.ranking import Candidate, attach, choose
from casebook_analyzer.models import Band, Category, Conclusion, SimilarIncident

_CASES = Path(__file__).parents[2] / "tests" / "cases"
_PLACES, _PROPOSED, _OF_CLUSTER = 5, 80, 16
_OTHERS = (1, 3, 10)
_OWN = "own"
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""The failure at place ``n`` was seen so many seconds later, by which it is known again."""
_ALIKE = {
    "as alike": CaseAgreement(rule=True, words=1.0),
    "a little less": CaseAgreement(rule=True, words=scoring.STRONG_WORDS - 0.01),
}
Shared = Mapping[str, Sequence[FleetCandidate]]
Way = Callable[["Merge", Shared], list[SimilarIncident]]


class Merge(NamedTuple):
    """What is to be merged for a case."""

    case: Conclusion
    found: SimilarResult
    shared: Shared
    right: frozenset[datetime]
    """When failures of its cause were seen."""

    @property
    def home(self) -> bool:
        """Whether a strong match was found at home."""
        return any(one.band is Band.STRONG for one in self.found.incidents)


def in_turns(asked: Merge, shared: Shared) -> list[SimilarIncident]:
    return _of_others(merged(asked.found, [one for rows in shared.values() for one in rows], asked.case, _PLACES))


def most_alike(asked: Merge, shared: Shared) -> list[SimilarIncident]:
    nothing = SimilarResult(incidents=(), reason="", searched=0)
    said = (_of_others(merged(nothing, rows, asked.case, _OF_CLUSTER)) for rows in shared.values())
    every = sorted(
        (one for of_one in said for one in of_one), key=lambda one: -one.score_permille - one.structure_permille
    )
    strong = [one for one in every if one.band is Band.STRONG]
    others = [one for one in every if one.band is not Band.STRONG]
    return [*([] if asked.home else strong[:1]), *others][: _PLACES - len(asked.found.incidents)]


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    quiet()
    embedder = packaged_embedder()
    failures = build(_CASES).failures
    vectors = embed(embedder, [one.text for one in failures])
    columns = ("cases", "places", "right %", "found %", "MRR", *(f"{one} %" for one in _ALIKE))
    table = Table("half, other clusters", "merged", *columns)
    for name, half in (("held out", HELD_OUT), ("fitted on", FIT)):
        places = [place for place, one in enumerate(failures) if half_of(one, SPLIT) == half]
        world = World(failures, vectors, places)
        for others in _OTHERS:
            pairs = ((place, world.candidates(number, model=True)) for number, place in enumerate(places))
            merges = [_merge(failures, place, candidates, others) for place, candidates in pairs]
            asked = [one for one in merges if len(one.found.incidents) < _PLACES]
            table.add_row(f"{name}, {others}", "the most alike", *_figures(asked, most_alike))
            table.add_row(f"{name}, {others}", "in turns", *_figures(asked, in_turns))
    tell("turns", table)


def _merge(failures: Sequence[Injected], place: int, candidates: Mapping[int, Candidate], others: int) -> Merge:
    mine, dice = failures[place], random.Random(f"{place} {others}")
    clusters: dict[str, list[Candidate]] = {name: [] for name in (_OWN, *(f"c{one}" for one in range(others)))}
    for candidate in candidates.values():
        clusters[dice.choice(list(clusters))].append(candidate)
    own = sorted(clusters.pop(_OWN), key=lambda one: -one.score)[:_PROPOSED]
    found = choose(own, mine.conclusion, _PLACES)
    known = {match.candidate.family for match in found}
    return Merge(
        case=mine.conclusion,
        found=SimilarResult(incidents=tuple(attach(one, (), ()) for one in found), reason="", searched=0),
        shared={name: list(_rows(name, of_one, mine.conclusion, known)) for name, of_one in clusters.items()},
        right=frozenset(_seen(other) for other in candidates if failures[other].cause == mine.cause),
    )


def _rows(cluster: str, failures: Sequence[Candidate], case: Conclusion, known: set[str]) -> list[FleetCandidate]:
    """What the database tells of a cluster: its most similar families, each by one failure."""
    families = {one.family: one for one in sorted(failures, key=lambda one: one.score)}.values()
    told = [one for one in families if one.family == case.signature.key or one.score >= scoring.FLOOR]
    told.sort(key=lambda one: (one.family != case.signature.key, -one.score))
    rule = deciding_rule(case.category, case.rules)
    return [
        FleetCandidate(
            cluster=cluster,
            at_home=one.family in known,
            category=one.category,
            last_seen=_seen(int(one.id)),
            incidents=1,
            instructive=False,
            agreement=agreement_of(rule, case.signature, one.rule, one.signature),
            cosine=one.cosine,
            lexical=one.lexical,
        )
        for one in told[:_OF_CLUSTER]
    ]


def _hostile(agreement: CaseAgreement, case: Conclusion) -> list[FleetCandidate]:
    """Few enough to be no background; each a little less alike than the one before, so that they are no copies."""
    if not deciding_rule(case.category, case.rules):
        agreement = msgspec.structs.replace(agreement, rule=None)
    return [
        FleetCandidate(
            cluster="hostile",
            at_home=False,
            category=Category.UNKNOWN,
            last_seen=_BEGINNING - timedelta(days=1),
            incidents=1_000_000,
            instructive=True,
            agreement=agreement,
            cosine=1.0,
            lexical=1.0 - number / 1000,
        )
        for number in range(scoring.BACKGROUND_FAILURES)
    ]


def _figures(asked: Sequence[Merge], way: Way) -> list[str]:
    """Found is what has a right answer in another cluster that is alike enough, and none at home that is strong."""
    every = [_right(one, way) for one in asked]
    places = sum(map(len, every))
    open_ = [one for one in asked if not one.home and one.right & _attachable(one)]
    ranks = [reciprocal_rank(_right(one, way)) for one in open_]
    attacked = [[any(_right(one, way, agreement)) for one in open_] for agreement in _ALIKE.values()]
    shares = (f"{100 * fmean(found):.1f}" for found in ([rank > 0 for rank in ranks], *attacked))
    found, *under_attack = shares
    right = f"{100 * sum(map(sum, every)) / places:.1f}"
    return [f"{len(open_)}", f"{places / len(asked):.2f}", right, found, f"{fmean(ranks):.3f}", *under_attack]


def _attachable(asked: Merge) -> set[datetime]:
    nothing = SimilarResult(incidents=(), reason="", searched=0)
    each = (merged(nothing, rows, asked.case, _OF_CLUSTER).incidents for rows in asked.shared.values())
    return {one.opened_at for of_one in each for one in of_one}


def _right(asked: Merge, way: Way, agreement: CaseAgreement | None = None) -> list[bool]:
    hostile = {"hostile": _hostile(agreement, asked.case)} if agreement else {}
    shared = {**asked.shared, **hostile}
    return [one.opened_at in asked.right for one in way(asked, shared)]


def _of_others(answer: SimilarResult) -> list[SimilarIncident]:
    return [one for one in answer.incidents if one.cluster]


def _seen(place: int) -> datetime:
    return _BEGINNING + timedelta(seconds=place)


if __name__ == "__main__":
    main()
