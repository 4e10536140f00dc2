"""Weighs the categories that rules voted for."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.classify import confidence
from casebook_analyzer.classify.devices import first_in_time, order
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.models import Alternative, Category, FactKind

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


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The category, the matches that carry it (the strongest first), and the other readings."""

    category: Category
    confidence: int
    matches: tuple[Match, ...] = ()
    later: tuple[Match, ...] = ()
    """Device errors that came after the one that decided."""
    alternatives: tuple[Alternative, ...] = ()

    @property
    def deciding(self) -> Match | None:
        return self.matches[0] if self.matches else None


class _Vote(msgspec.Struct, frozen=True):
    category: Category
    score: int
    matches: tuple[Match, ...]


def weigh(matches: Sequence[Match]) -> Verdict:
    """The category with the highest score; unknown below the floor, or when a rule says that nothing decides."""
    standing, later = first_in_time(matches)
    specific = [m for m in standing if not m.rule.generic]
    votes = _votes(specific or standing)
    if not votes:
        return Verdict(category=Category.UNKNOWN, confidence=confidence.UNKNOWN, alternatives=_GENERAL_READINGS)
    best, others = votes[0], votes[1:]
    rivals = [
        v for v in others if v.category is not Category.UNKNOWN and v.score >= best.score - confidence.RIVAL_WITHIN
    ]
    sure = best.score - (confidence.RIVAL_COSTS if rivals else 0)
    if best.category is Category.UNKNOWN or sure < confidence.FLOOR:
        return Verdict(
            category=Category.UNKNOWN,
            confidence=confidence.UNKNOWN,
            matches=best.matches,
            later=tuple(later),
            alternatives=_of_unknown(best, others),
        )
    return Verdict(
        category=best.category,
        confidence=sure,
        matches=best.matches,
        later=tuple(later),
        alternatives=_alternatives(best, others, sure),
    )


def _votes(matches: Sequence[Match]) -> list[_Vote]:
    by_category: dict[Category, list[Match]] = {}
    for match in matches:
        by_category.setdefault(match.rule.category, []).append(match)
    votes = []
    for category, members in by_category.items():
        ranked = sorted(members, key=_rank)
        kinds: set[FactKind] = set().union(*(m.kinds for m in ranked))
        contradicted = bool(ranked[0].against)
        score = confidence.score(ranked[0].rule.strength, kinds, contradicted=contradicted)
        votes.append(_Vote(category, score, tuple(ranked)))
    return sorted(votes, key=lambda vote: (-vote.score, _rank(vote.matches[0])))


def _rank(match: Match) -> tuple[int, int, object, str]:
    agreeing = confidence.kinds_of(match.kinds)
    return -confidence.BASE[match.rule.strength], -agreeing, order(match.facts[0]), match.rule.id


def _alternatives(best: _Vote, others: Sequence[_Vote], sure: int) -> tuple[Alternative, ...]:
    most = max(confidence.ALTERNATIVE_LEAST, 100 - sure)
    found = [_as_alternative(v, min(v.score, most, sure - 1)) for v in others if v.category is not Category.UNKNOWN]
    weight = confidence.alternative(sure)
    named = best.matches[0].rule.alternatives
    found += [Alternative(category=a.category, confidence=weight, reason=a.reason) for a in named]
    return _distinct(found, {best.category})


def _of_unknown(best: _Vote, others: Sequence[_Vote]) -> tuple[Alternative, ...]:
    weight = confidence.ALTERNATIVE_OF_UNKNOWN
    found = [] if best.category is Category.UNKNOWN else [_as_alternative(best, weight)]
    found += [_as_alternative(vote, weight) for vote in others if vote.category is not Category.UNKNOWN]
    named = best.matches[0].rule.alternatives
    found += [Alternative(category=a.category, confidence=weight, reason=a.reason) for a in named]
    alternatives = _distinct(found, {Category.UNKNOWN})
    if len(alternatives) < _LEAST_OF_UNKNOWN:
        alternatives = _distinct([*alternatives, *_GENERAL_READINGS], {Category.UNKNOWN})
    return alternatives[:_LEAST_OF_UNKNOWN]


def _as_alternative(vote: _Vote, weight: int) -> Alternative:
    rule = vote.matches[0].rule
    cited = ", ".join(fact.id for fact in vote.matches[0].facts)
    return Alternative(category=vote.category, confidence=weight, reason=f"{rule.title} ({cited}).")


def _distinct(found: Sequence[Alternative], without: set[Category]) -> tuple[Alternative, ...]:
    kept: dict[Category, Alternative] = {}
    for alternative in found:
        if alternative.category not in without:
            kept.setdefault(alternative.category, alternative)
    return tuple(sorted(kept.values(), key=lambda a: -a.confidence)[:_MOST_ALTERNATIVES])
