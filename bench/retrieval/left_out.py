"""What memories for agents often do and this one does not: density clustering, reuse, chance, decay.

    .venv/bin/python -m bench.retrieval.left_out --corpus duplicates.jsonl.gz

Injected failures are grouped by their signatures and by the density of their vectors, and each would take the
conclusion of the failure of another family that is nearest to it. Lines that decided stand once in a long log, of
which as many lines are drawn as the product keeps. Duplicate bug reports (``bench.retrieval``) are ranked with their
age. Hotness is what ``bench.retrieval.used`` weighs.
"""

import argparse
import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import numpy as np

from bench.retrieval import duplicates
from bench.retrieval.density import clusters
from bench.retrieval.families.build import Injected, build
from bench.retrieval.metrics import Floats, estimate, ndcg
from bench.retrieval.retrievers import Memory
from bench.retrieval.vectors import Matrix, embed
from bench.start import packaged_embedder, quiet
from casebook_analyzer.embedding import Embedder
from casebook_analyzer.evidence import sample_log
from casebook_analyzer.evidence.logs import MAX_LINES
from casebook_analyzer.models import ChainRole, Entity, Fact, FactKind
from casebook_analyzer.text import LINE_BREAK

_CASES = Path(__file__).parents[2] / "tests" / "cases"
_NEAR = (0.95, 0.90, 0.85, 0.80)
_NEIGHBOURS = (2, 5)
_LOG_LINES = 20_000
_HALF_LIVES = (None, 365, 180, 90, 30)
"""Days; None: no decay."""
_DAY = 86_400.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="duplicate reports, JSON lines, plain or gzipped")
    arguments = parser.parse_args()
    quiet()
    embedder = packaged_embedder()
    failures = build(_CASES).failures
    cosine = _cosine(embed(embedder, [one.text for one in failures]))
    _show_groups(failures, cosine)
    _show_reuse(failures, cosine)
    _show_sampling(failures)
    if arguments.corpus:
        _show_decay(duplicates.read(arguments.corpus), embedder)


def _cosine(vectors: Matrix) -> Floats:
    return (vectors @ vectors.T).astype(np.float64)


def _show_groups(failures: Sequence[Injected], cosine: Floats) -> None:
    causes = [one.cause for one in failures]
    print(f"{len(failures)} failures with {len(set(causes))} causes: pairs of one group that have one cause")
    _show_pairs("signature", [one.conclusion.signature.key for one in failures], causes)
    for least in _NEIGHBOURS:
        for near in _NEAR:
            _show_pairs(f"density, cosine {near:.2f}, {least} neighbours", clusters(cosine, near, least), causes)


def _show_pairs(name: str, groups: Sequence[Hashable], causes: Sequence[str]) -> None:
    grouped, alike, both = (_pairs(of) for of in (groups, causes, list(zip(groups, causes, strict=True))))
    precision, recall = both / max(grouped, 1), both / alike
    together = 2 * precision * recall / max(precision + recall, 1e-9)
    largest = max(Counter(groups).values())
    print(f"  {name}: precision {precision:.3f}, recall {recall:.3f}, F1 {together:.3f}; the largest has {largest}")


def _pairs(groups: Sequence[Hashable]) -> int:
    return sum(number * (number - 1) // 2 for number in Counter(groups).values())


def _show_reuse(failures: Sequence[Injected], cosine: Floats) -> None:
    """What would be concluded by whoever copies the conclusion of the nearest failure of another family."""
    family = np.array([one.family for one in failures])
    others = np.where(family[:, None] == family[None, :], -1.0, cosine)
    nearest, score = others.argmax(axis=1), others.max(axis=1)
    for floor in _NEAR:
        pairs = [(one, failures[nearest[place]]) for place, one in enumerate(failures) if score[place] >= floor]
        right = sum(one.cause == other.cause for one, other in pairs)
        print(f"reuse from cosine {floor:.2f}: {right} of {len(pairs)} have the cause of the nearest of another family")


def _show_sampling(failures: Sequence[Injected]) -> None:
    lines = sorted({line for one in failures if one.variant == "as it is" for line in _deciding(one)})
    dice = random.Random(len(lines))
    logs = [_long_log(line, dice) for line in lines]
    pairs = list(zip(lines, logs, strict=True))
    kept = sum(line in {fact.text for fact in _sampled(log)} for line, log in pairs)
    drawn = sum(line in dice.sample(log, MAX_LINES) for line, log in pairs)
    print(f"lines that decided, once among {_LOG_LINES}: {kept} of {len(lines)} kept, {drawn} drawn by chance")


def _deciding(one: Injected) -> Iterator[str]:
    """Lines of logs that the cause cites."""
    cited = {fact for step in one.conclusion.chain if step.role is ChainRole.CAUSE for fact in step.facts}
    for fact in one.bundle.facts:
        if fact.id in cited and fact.kind is FactKind.LOG and LINE_BREAK not in fact.text:
            yield fact.text


def _long_log(line: str, dice: random.Random) -> list[str]:
    usual = [f"GET /api/items/{dice.randrange(10**6)} 200 in {dice.randrange(90)} ms" for _ in range(_LOG_LINES - 1)]
    usual.insert(dice.randrange(_LOG_LINES), line)
    return usual


def _sampled(log: Sequence[str]) -> Sequence[Fact]:
    pod = Entity(kind="Pod", namespace="bench", name="app")
    return sample_log("\n".join(log).encode(), container="app", which="previous", pod=pod, source="log").facts


def _show_decay(reports: Sequence[duplicates.Report], embedder: Embedder) -> None:
    memory = Memory([one.whole for one in reports], embed(embedder, [one.whole for one in reports]))
    written = np.array([datetime.fromisoformat(one.created).timestamp() for one in reports])
    places = {one.id: place for place, one in enumerate(reports)}
    answers = {
        place: found
        for place, one in enumerate(reports)
        if (found := {places[other] for other in one.duplicate_of if places.get(other, place) < place})
    }
    scores = {query: retrieved.score for query, retrieved in memory.growing(answers)}
    plain: list[float] = []
    for half_life in _HALF_LIVES:
        gains = []
        for query, score in scores.items():
            age = (written[query] - written[:query]) / _DAY
            faded = score * 0.5 ** (age / half_life) if half_life else score
            order = np.argsort(-faded, kind="stable")
            gains.append(ndcg([int(place) in answers[query] for place in order], len(answers[query])))
        plain = plain or gains
        mean, low, high = estimate(gains)
        by = estimate([after - before for after, before in zip(gains, plain, strict=True)])
        name = f"half-life of {half_life} days" if half_life else f"no decay, {len(gains)} reports with an earlier one"
        print(
            f"{name}: nDCG@10 {mean:.3f} ({low:.3f} to {high:.3f}), by {by.mean:+.3f} ({by.low:+.3f} to {by.high:+.3f})"
        )


if __name__ == "__main__":
    main()
