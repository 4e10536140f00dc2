"""What a conclusion leaves open, so that collectors may look for it. Pure."""

from collections.abc import Iterable

import msgspec

from casebook_analyzer.models import Category, Conclusion
from casebook_analyzer.taxonomy import Rule

SURE = 75
"""From here on a conclusion stands as it is: two kinds of evidence agree, and nothing speaks against it."""

CLOSE = 20
"""A runner-up within so many points could win by one more fact."""

LEADING = 3
"""Rules of the conclusion whose own questions count, the strongest first."""


class OpenQuestions(msgspec.Struct, frozen=True):
    """What further facts would have to decide. Whoever gathers evidence knows where such facts are to be had."""

    cause_unknown: bool = False
    """No category was found, so any fact may help."""
    categories: frozenset[Category] = frozenset()
    """Causes that compete: facts are wanted that tell one of them from the others."""
    asked_for: frozenset[str] = frozenset()
    """What leading rules ask for, by the names that who gathers evidence gives it (``asks`` of a rule)."""


def open_questions(conclusion: Conclusion, rules: Iterable[Rule]) -> OpenQuestions:
    """What a conclusion leaves open.

    What the leading rules ask for is wanted even when the conclusion is sure: it may be the object to fix.
    """
    if conclusion.category is Category.UNKNOWN:
        return OpenQuestions(cause_unknown=True)
    leading = set(conclusion.rules[:LEADING])
    asked_for = frozenset(name for rule in rules if rule.id in leading for name in rule.asks)
    if _is_settled(conclusion):
        return OpenQuestions(asked_for=asked_for)
    rivals = (alternative.category for alternative in conclusion.alternatives)
    return OpenQuestions(categories=frozenset({conclusion.category, *rivals}), asked_for=asked_for)


def _is_settled(conclusion: Conclusion) -> bool:
    runner_up = max((alternative.confidence for alternative in conclusion.alternatives), default=0)
    return conclusion.raw_confidence >= SURE and conclusion.raw_confidence - runner_up > CLOSE
