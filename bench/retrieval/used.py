"""Whether what past incidents were of use for should weigh in the order of what is attached.

    .venv/bin/python -m bench.retrieval.used

Failures of the held-out families come one after the other, and each is attached what came before it, as the product
chooses it. What was attached is counted, with what became of it: a case of the same cause ends by the same fix four
times in five, another one once in twenty. The order of later answers is the product's, with a weight for these counts.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log1p
from pathlib import Path
from typing import NamedTuple

from bench.retrieval.families.build import Injected, build
from bench.retrieval.metrics import Estimate, estimate, reciprocal_rank
from bench.retrieval.situations import FIT, HELD_OUT, SPLIT, World, half_of
from bench.retrieval.vectors import embed
from bench.start import packaged_embedder, quiet
from casebook_analyzer.memory.search.ranking import SimilarityMatch, choose
from casebook_analyzer.models import Band

_CASES = Path(__file__).parents[2] / "tests" / "cases"
_LIMIT, _PROPOSED = 5, 80
_WEIGHTS = (0.02, 0.05, 0.1, 0.2, 0.4)
_FOLLOWED = {True: 0.8, False: 0.05}
"""How often a case ends by the fix of an attached incident, where that had its cause and where not."""


class Counts(NamedTuple):
    """What was attached, and followed by the same fix, by family."""

    attached: Counter[str]
    followed: Counter[str]


Prior = Callable[[Counts, str], float]


def share(counts: Counts, family: str) -> float:
    """How often it helped of those times that it was attached, against one that was never attached."""
    return (counts.followed[family] + 1) / (counts.attached[family] + 2) - 0.5


def often(counts: Counts, family: str) -> float:
    """How often it helped at all."""
    return log1p(counts.followed[family])


def hot(counts: Counts, family: str) -> float:
    """How often it was attached, whatever became of it: what others call hotness."""
    return log1p(counts.attached[family])


PRIORS: Mapping[str, Prior] = {
    "share that helped": share,
    "times that it helped": often,
    "times that it was attached": hot,
}


class Arrival(NamedTuple):
    """One failure of a stream: whether its cause came before, and all that may be attached, the best first."""

    cause: str
    known: bool
    matches: list[SimilarityMatch]


class Result(NamedTuple):
    """One for each arrival whose cause is known."""

    reciprocal: list[float]
    found: list[float]
    first: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=4, help="orders in which the failures come")
    arguments = parser.parse_args()
    quiet()
    embedder = packaged_embedder()
    failures = build(_CASES).failures
    vectors = embed(embedder, [failure.text for failure in failures])
    for name, half in (("fitted on", FIT), ("held out", HELD_OUT)):
        places = [place for place, one in enumerate(failures) if half_of(one, SPLIT) == half]
        world = World(failures, vectors, places)
        for skewed in (False, True):
            numbers = range(arguments.streams)
            streams = [list(_arrivals(failures, world, places, number, skewed=skewed)) for number in numbers]
            _show(f"{name}, {'few families often' if skewed else 'all alike'}", failures, streams)


def _arrivals(
    failures: Sequence[Injected], world: World, places: Sequence[int], number: int, *, skewed: bool
) -> Iterator[Arrival]:
    dice = random.Random(f"{number}{skewed}")
    order = _order(failures, places, dice) if skewed else dice.sample(places, len(places))
    seen: list[int] = []
    for place in order:
        mine = failures[place]
        candidates = world.candidates(places.index(place), model=True)
        nearest = sorted((candidates[other] for other in seen), key=lambda c: -c.score)[:_PROPOSED]
        known = any(failures[other].cause == mine.cause for other in seen)
        yield Arrival(mine.cause, known, choose(nearest, mine.conclusion, _PROPOSED))
        seen.append(place)


def _order(failures: Sequence[Injected], places: Sequence[int], dice: random.Random) -> list[int]:
    """Half of the failures, drawn so that the nth family fails n times less often than the first (Zipf)."""
    families = sorted({failures[place].family for place in places})
    dice.shuffle(families)
    rank = {family: place for place, family in enumerate(families, start=1)}
    keyed = sorted(places, key=lambda place: dice.random() ** rank[failures[place].family], reverse=True)
    return dice.sample(chosen := keyed[: len(keyed) // 2], len(chosen))


def _play(failures: Sequence[Injected], stream: Sequence[Arrival], prior: Prior, weight: float, seed: str) -> Result:
    dice, counts, result = random.Random(seed), Counts(Counter(), Counter()), Result([], [], [])
    for arrival in stream:

        def place(match: SimilarityMatch) -> tuple[bool, float]:
            return match.band is not Band.STRONG, -match.total - weight * prior(counts, match.candidate.family)

        shown = sorted(arrival.matches, key=place)[:_LIMIT]
        right = [failures[int(match.candidate.id)].cause == arrival.cause for match in shown]
        for match, same in zip(shown, right, strict=True):
            counts.attached[match.candidate.family] += 1
            counts.followed[match.candidate.family] += dice.random() < _FOLLOWED[same]
        if arrival.known:
            result.reciprocal.append(reciprocal_rank(right))
            result.found.append(float(any(right)))
            result.first.append(float(bool(right and right[0])))
    return result


def _show(title: str, failures: Sequence[Injected], streams: Sequence[Sequence[Arrival]]) -> None:
    def played(prior: Prior, weight: float) -> Result:
        parts = [_play(failures, stream, prior, weight, str(number)) for number, stream in enumerate(streams)]
        return Result(*([value for part in parts for value in part[field]] for field in range(3)))

    plain = played(share, 0.0)
    choices = [len(arrival.matches) for stream in streams for arrival in stream if arrival.known]
    print(
        f"{title}: {len(plain.found)} cases with a known cause, {sum(choices) / len(choices):.2f} to choose from each"
    )
    print(
        f"  weight 0: MRR {_told(estimate(plain.reciprocal))}, found {_mean(plain.found)}, first {_mean(plain.first)}"
    )
    for name, prior in PRIORS.items():
        for weight in _WEIGHTS:
            found = played(prior, weight)
            by = [after - before for after, before in zip(found.reciprocal, plain.reciprocal, strict=True)]
            better, worse = sum(one > 0 for one in by), sum(one < 0 for one in by)
            print(
                f"  {name}, {weight}: MRR {_mean(found.reciprocal)}, by {_told(estimate(by))}; "
                f"found {_mean(found.found)}, first {_mean(found.first)}; {better} better, {worse} worse"
            )


def _told(found: Estimate) -> str:
    return f"{found.mean:+.4f} ({found.low:+.4f} to {found.high:+.4f})"


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.4f}"


if __name__ == "__main__":
    main()
