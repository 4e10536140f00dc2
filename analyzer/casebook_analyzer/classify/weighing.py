"""Weighs the categories that rules voted for."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.classify import confidence
from casebook_analyzer.classify.calibration import Calibration
from casebook_analyzer.classify.devices import first_in_time, is_undated
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.votes import KERNEL_DEPTH, NODE_DEPTH, PROGRAM_DEPTH, Ballot, Vote
from casebook_analyzer.models import Alternative, Category
from casebook_analyzer.taxonomy import Strength

_MOST_ALTERNATIVES = 3
_LEAST_OF_UNKNOWN = 2
_GENERAL_READINGS = (
    Alternative(
        category=Category.CONFIG_ERROR,
        confidence=confidence.ALTERNATIVE_OF_UNKNOWN,
        reason="A program that fails at once and at every start usually misses something that it reads at start.",
    ),
    Alternative(
        category=Category.SOFTWARE_BUG,
        confidence=confidence.ALTERNATIVE_OF_UNKNOWN - 5,
        reason="A program that fails after it had worked has usually met a fault of its own.",
    ),
)


class Weighing(msgspec.Struct, frozen=True, kw_only=True):
    """The category, the matches that carry it (the strongest first), and the other readings."""

    category: Category
    confidence: int
    raw: int
    """The score before it was calibrated."""
    matches: tuple[Match, ...] = ()
    later: tuple[Match, ...] = ()
    """Device errors that came after the one that decided."""
    alternatives: tuple[Alternative, ...] = ()
    supported: frozenset[Category] = frozenset()
    """Categories that facts speak for."""

    @property
    def deciding(self) -> Match | None:
        """The strongest match of the category; None when no rule matched."""
        return self.matches[0] if self.matches else None


def weigh(matches: Sequence[Match], ballot: Ballot, calibration: Calibration) -> Weighing:
    """The category with the highest score; unknown below the floor, or when a rule says that nothing decides.

    Calibration gives the number and never the category: a table that is fitted anew changes no conclusion.
    """
    standing, later = first_in_time(matches)
    specific = [m for m in standing if not m.rule.generic and ballot.points(m) >= confidence.FLOOR]
    if all(map(ballot.was_survived, specific)) and any(map(ballot.is_last_word, standing)):
        specific = []
    votes = ballot.votes(specific or standing)
    if not votes:
        return Weighing(
            category=Category.UNKNOWN,
            confidence=confidence.UNKNOWN,
            raw=confidence.UNKNOWN,
            alternatives=_GENERAL_READINGS,
        )
    best, others = votes[0], votes[1:]
    doubted = any(_is_rival(best, vote) for vote in others)
    raw = best.score - (confidence.RIVAL_COSTS if doubted else 0)
    supported = frozenset(vote.category for vote in votes)
    if best.category is Category.UNKNOWN or raw < confidence.FLOOR:
        return Weighing(
            category=Category.UNKNOWN,
            confidence=confidence.UNKNOWN,
            raw=confidence.UNKNOWN,
            matches=best.matches,
            later=tuple(later),
            alternatives=_of_unknown(best, others),
            supported=supported,
        )
    sure = confidence.shown(
        calibration.share(raw),
        alone=best.alone,
        agreed=best.agreed,
        enforced=best.enforced,
        suggests=best.matches[0].rule.strength is Strength.SUGGESTIVE,
        doubted=doubted or best.matches[0].rule.generic or is_undated(best.matches[0]),
    )
    sure = min(sure, confidence.MEDIUM) if best.is_contradicted else sure
    return Weighing(
        category=best.category,
        confidence=sure,
        raw=raw,
        matches=best.matches,
        later=tuple(later),
        alternatives=_alternatives(best, others, sure),
        supported=supported,
    )


def _is_rival(best: Vote, other: Vote) -> bool:
    """What follows from a finding is no rival of it: the program's words, and an agent's report of a kernel line."""
    if other.category is Category.UNKNOWN or other.score < best.score - confidence.RIVAL_WITHIN:
        return False
    retold = best.depth == KERNEL_DEPTH and other.depth == NODE_DEPTH
    return not retold and not best.depth < PROGRAM_DEPTH <= other.depth


def _alternatives(best: Vote, others: Sequence[Vote], sure: int) -> tuple[Alternative, ...]:
    most = max(confidence.ALTERNATIVE_LEAST, 100 - sure)
    found = [_as_alternative(v, min(v.score, most, sure - 1)) for v in others if v.category is not Category.UNKNOWN]
    weight = confidence.alternative(sure)
    named = best.matches[0].rule.alternatives
    found += [Alternative(category=a.category, confidence=weight, reason=a.reason) for a in named]
    return _distinct(found, {best.category})


def _of_unknown(best: Vote, others: Sequence[Vote]) -> tuple[Alternative, ...]:
    weight = confidence.ALTERNATIVE_OF_UNKNOWN
    found = [] if best.category is Category.UNKNOWN else [_as_alternative(best, weight)]
    found += [_as_alternative(vote, weight) for vote in others if vote.category is not Category.UNKNOWN]
    named = best.matches[0].rule.alternatives
    found += [Alternative(category=a.category, confidence=weight, reason=a.reason) for a in named]
    alternatives = _distinct(found, {Category.UNKNOWN})
    if len(alternatives) < _LEAST_OF_UNKNOWN:
        alternatives = _distinct([*alternatives, *_GENERAL_READINGS], {Category.UNKNOWN})
    return alternatives[:_LEAST_OF_UNKNOWN]


def _as_alternative(vote: Vote, weight: int) -> Alternative:
    rule = vote.matches[0].rule
    cited = ", ".join(fact.id for fact in vote.matches[0].facts)
    return Alternative(category=vote.category, confidence=weight, reason=f"{rule.title} ({cited}).")


def _distinct(found: Sequence[Alternative], without: set[Category]) -> tuple[Alternative, ...]:
    kept: dict[Category, Alternative] = {}
    for alternative in found:
        if alternative.category not in without:
            kept.setdefault(alternative.category, alternative)
    return tuple(sorted(kept.values(), key=lambda a: -a.confidence)[:_MOST_ALTERNATIVES])
