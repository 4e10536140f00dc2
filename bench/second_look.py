"""Whether past incidents could guide the second look.

    .venv/bin/python -m bench.second_look

First how much there is to win: every injected failure is concluded as the product does it, and again with all
collectors asked that have anything to read, which is more than any past incident could ask for. Then what past
incidents can name: of those that are attached to held-out failures, the kinds of facts that decided there and of which
there is none here.
"""

import argparse
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

from bench.retrieval.families.build import Injected, build
from bench.retrieval.situations import HELD_OUT, SPLIT, Situation, World, half_of
from bench.retrieval.vectors import embed
from bench.start import packaged_embedder, quiet
from casebook_analyzer.memory.search.ranking import choose
from casebook_analyzer.models import Category, EvidenceBundle, Fact
from casebook_operator.evaluation import read_expected

_CASES = Path(__file__).parents[1] / "tests" / "cases"
_LIMIT = 5


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    quiet()
    embedder = packaged_embedder()
    plain = build(_CASES).failures
    with patch("casebook_operator.pipeline.second_look.answering", _everything):
        asked = build(_CASES).failures
    _show_asked(plain, asked)
    places = [place for place, one in enumerate(plain) if half_of(one, SPLIT) == HELD_OUT]
    _show_named(plain, World(plain, embed(embedder, [one.text for one in plain]), places))


def _everything(_: object, available: Collection[str]) -> tuple[str, ...]:
    return tuple(available)


def _show_asked(plain: Sequence[Injected], asked: Sequence[Injected]) -> None:
    other = {(one.family, one.variant): one for one in asked}
    pairs = [(one, other[one.family, one.variant]) for one in plain]
    more = sum(len(after.bundle.facts) > len(before.bundle.facts) for before, after in pairs)
    print(f"{len(pairs)} failures; in {more} all collectors find facts that the second look did not ask for")
    told: Counter[str] = Counter()
    for before, after in pairs:
        for what in ("category", "rules", "title", "confidence"):
            if getattr(before.conclusion, what) != getattr(after.conclusion, what):
                told[what] += 1
        if before.conclusion.category is not after.conclusion.category:
            right = _right(before)
            told["category to the right one"] += after.conclusion.category in right
            told["category from the right one"] += before.conclusion.category in right
    print(f"  another {', '.join(f'{what}: {count}' for what, count in told.items()) or 'nothing'}")


def _show_named(failures: Sequence[Injected], world: World) -> None:
    told: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for asked in world.asked(SPLIT, model=True):
        if asked.situation is Situation.ABSENT:
            continue
        mine = failures[asked.query]
        wrong = bool(_right(mine)) and mine.conclusion.category not in _right(mine)
        right = [
            past
            for match in choose(asked.candidates, mine.conclusion, _LIMIT)
            if (past := failures[int(match.candidate.id)]).cause == mine.cause
        ]
        missing = {fact.kind.value for past in right for fact in _decided(past)} - _kinds(mine.bundle)
        kinds.update(missing)
        for name, holds in (("all", True), ("concluded wrongly", wrong)):
            told[f"{name}"] += holds
            told[f"{name}, past attached"] += holds and bool(right)
            told[f"{name}, kind named"] += holds and bool(missing)
    for name, count in told.items():
        print(f"  {name}: {count}")
    print(f"  kinds: {', '.join(f'{kind} {count}' for kind, count in kinds.most_common())}")


def _decided(past: Injected) -> Iterator[Fact]:
    cited = set(past.conclusion.cited)
    return (fact for fact in past.bundle.standing if fact.id in cited)


def _kinds(bundle: EvidenceBundle) -> set[str]:
    return {fact.kind.value for fact in bundle.standing}


def _right(one: Injected) -> frozenset[Category]:
    """The categories that the case's author holds for right; none for a near miss, which nobody labelled."""
    folder = _CASES / one.family
    if not folder.is_dir():
        return frozenset()
    expected = read_expected(folder)
    return frozenset({expected.category, *expected.also_acceptable})


if __name__ == "__main__":
    main()
