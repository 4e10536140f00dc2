"""Counts for each category which rules speak for it, and how strongly."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.classify import confidence
from casebook_analyzer.classify.authority import is_enforced
from casebook_analyzer.classify.devices import order
from casebook_analyzer.classify.logged import is_log
from casebook_analyzer.classify.matching import Match, names_something
from casebook_analyzer.classify.weight import Weights
from casebook_analyzer.classify.witnesses import Witnesses, is_bland
from casebook_analyzer.models import Category, Fact, FactKind

_DEPTH = {
    FactKind.OBJECT: 0,
    FactKind.CHANGE: 0,
    FactKind.KERNEL: 1,
    FactKind.COMMAND: 1,
    FactKind.METRIC: 1,
    FactKind.NODE: 2,
    FactKind.STATE: 3,
    FactKind.EVENT: 3,
    FactKind.LOG: 4,
    FactKind.ALERT: 5,
}
"""The order of causality: an absent object or a broken machine makes agents and the kubelet complain, and the program
last. Whoever wrote an alert sees what comes of it all."""
KERNEL_DEPTH, NODE_DEPTH, PROGRAM_DEPTH, _BLAND_DEPTH = 1, 2, 4, 5
_FINE = frozenset({"", "ok"})


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks for one category."""

    category: Category
    score: int
    matches: tuple[Match, ...]
    alone: bool
    """Whether one witness said all of it, in one record."""
    agreed: bool
    """Whether two independent witnesses say something specific."""
    enforced: bool
    """Whether the strongest rule rests on what the one that enforces it says."""
    depth: int
    """How far the strongest rule's facts are from the cause: 0 for an absent object, 4 for a program's log."""

    @property
    def is_contradicted(self) -> bool:
        """Whether a fact speaks against the strongest rule."""
        return bool(self.matches[0].against)


class Ballot:
    """Counts the votes of one bundle's matches."""

    def __init__(self, weights: Weights, witnesses: Witnesses) -> None:
        self._weights = weights
        self._witnesses = witnesses

    def votes(self, matches: Sequence[Match]) -> list[Vote]:
        """One vote for each category, the strongest first; of equals the one nearer to the cause."""
        found = [self._vote(category, matches) for category in dict.fromkeys(m.rule.category for m in matches)]
        return sorted(found, key=lambda vote: (-vote.score, vote.depth, self._first(vote.matches[0])))

    def points(self, match: Match) -> int:
        """Points of a match: those of the rule's strength, less what its weakest condition costs (``Weights``)."""
        costs = [min(self._weights.cost(fact) for fact in found) for found in match.needed]
        looked_at = any(_is_finding(fact) for fact in match.facts)
        return confidence.BASE[match.rule.strength] - max(costs, default=0) + looked_at * confidence.LOOKED_AT

    def was_survived(self, match: Match) -> bool:
        """Whether a match rests on lines alone that the program wrote several times, and then no more."""
        return all(is_log(fact) and self._weights.was_survived(fact) for fact in match.facts)

    def is_last_word(self, match: Match) -> bool:
        """Whether a match rests on the words with which a program ended."""
        return any(is_log(fact) and self._weights.is_last_word(fact) for fact in match.facts)

    def _vote(self, category: Category, matches: Sequence[Match]) -> Vote:
        ranked = tuple(sorted((m for m in matches if m.rule.category is category), key=self._rank))
        counted = [m for m in ranked if m is ranked[0] or self.points(m) >= confidence.FLOOR]
        agreement = self._witnesses.agreement(fact for m in counted for fact in self._said(m))
        score = confidence.score(self.points(ranked[0]), agreement, contradicted=bool(ranked[0].against))
        return Vote(
            category=category,
            score=score,
            matches=ranked,
            alone=agreement.is_single,
            agreed=agreement.witnesses > 1,
            enforced=is_enforced(ranked[0], self._witnesses) and self._is_near(ranked[0]),
            depth=_depth(ranked[0]),
        )

    def _is_near(self, match: Match) -> bool:
        """Whether every condition is met by a fact at the heart of the failure."""
        return all(min(self._weights.cost(fact) for fact in found) == 0 for found in match.needed)

    def _rank(self, match: Match) -> tuple[int, int, bool, int, tuple[datetime, float, int]]:
        """Within a category: of equals the one that names the thing decides, and then the first in the taxonomy."""
        nameless = not names_something(match)
        return -self.points(match), _depth(match), nameless, self._agreeing(match), order(match.facts[0])

    def _first(self, match: Match) -> tuple[int, tuple[datetime, float, int], str]:
        """Between categories, where what a sentence names is no reason."""
        return self._agreeing(match), order(match.facts[0]), match.rule.id

    def _agreeing(self, match: Match) -> int:
        return -self._witnesses.agreement(self._said(match)).witnesses

    def _said(self, match: Match) -> Iterator[Fact]:
        """Facts whose witnesses count: the deciding ones, and of those that agree the ones near the failure."""
        yield from match.facts
        yield from (fact for fact in match.also if self._weights.cost(fact) < confidence.FAR)


def _is_finding(fact: Fact) -> bool:
    if fact.kind is not FactKind.OBJECT:
        return False
    return fact.attributes.get("finding", "") not in _FINE or fact.attributes.get("exists") == "false"


def _depth(match: Match) -> int:
    return min(_BLAND_DEPTH if is_bland(fact) else _DEPTH[fact.kind] for fact in match.facts)
