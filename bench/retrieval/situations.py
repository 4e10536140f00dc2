"""What a new failure may find in memory: its own failure once, a cousin once, or nothing but other causes."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from bench.retrieval.families.build import Injected
from bench.retrieval.retrievers import Memory
from bench.retrieval.vectors import Matrix
from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.search.ranking import Candidate

SPLIT = "casebook"
"""The split whose one half (0) the shipped calibration was fitted on."""
FIT, HELD_OUT = 0, 1

_PROPOSED = 80
"""Candidates: the product's two retrieved propose 40 families each."""


class Situation(StrEnum):
    """What of the case's cause memory holds."""

    OWN = "the same failure once"
    COUSIN = "a cousin once"
    ABSENT = "nothing of its cause"


class Asked(NamedTuple):
    """One query: its place among the failures, and the candidates with both retrieved."""

    query: int
    situation: Situation
    candidates: list[Candidate]


def half_of(failure: Injected, salt: str) -> int:
    """Near misses and cousins stay together, so that nothing of a held-out failure was seen by the fit."""
    return hashlib.sha256(f"{salt}{failure.near}".encode()).digest()[0] % 2


class World:
    """All failures of one half, each a query and each a candidate."""

    def __init__(self, failures: Sequence[Injected], vectors: Matrix, places: Sequence[int]) -> None:
        self._failures = failures
        self._places = list(places)
        self._retrieved = Memory([failures[place].text for place in places], vectors[self._places]).all_pairs()

    def asked(self, salt: str, *, model: bool) -> Iterator[Asked]:
        """Every failure in up to three situations, with the embedding model or with words alone."""
        for number, place in enumerate(self._places):
            candidates = self.candidates(number, model=model)
            for situation, past in self._pasts(place, salt):
                nearest = sorted((candidates[other] for other in past), key=lambda c: -c.score)
                yield Asked(place, situation, nearest[:_PROPOSED])

    def candidates(self, number: int, *, model: bool) -> dict[int, Candidate]:
        """All other failures of the half, by their places, as candidates of the one with this number."""
        retrieved = self._retrieved[number]
        return {
            place: _candidate(
                self._failures[place],
                place,
                float(retrieved.cosine[other]) if model else None,
                float(retrieved.share[other]),
            )
            for other, place in enumerate(self._places)
            if other != number
        }

    def _pasts(self, place: int, salt: str) -> Iterator[tuple[Situation, list[int]]]:
        failures, dice = self._failures, random.Random(f"{salt}{place}")
        mine = failures[place]
        others = [other for other in self._places if failures[other].cause != mine.cause]
        alike = [other for other in self._places if failures[other].cause == mine.cause and other != place]
        own = [other for other in alike if failures[other].family == mine.family]
        cousins = [other for other in alike if failures[other].family != mine.family]
        yield Situation.ABSENT, others
        for situation, known in ((Situation.OWN, own), (Situation.COUSIN, cousins)):
            if known:
                yield situation, [dice.choice(known), *others]


def _candidate(failure: Injected, place: int, cosine: float | None, share: float) -> Candidate:
    conclusion = failure.conclusion
    return Candidate(
        id=str(place),
        namespace=failure.bundle.subject.namespace,
        name=failure.family,
        subject=str(failure.bundle.subject),
        category=conclusion.category,
        title=conclusion.title,
        opened_at=failure.bundle.collected_at,
        family=conclusion.signature.key,
        rule=deciding_rule(conclusion.category, conclusion.rules),
        signature=conclusion.signature,
        resolution=None,
        instructive=False,
        cosine=cosine,
        lexical=share,
    )
