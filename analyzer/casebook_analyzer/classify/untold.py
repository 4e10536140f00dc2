"""How sure it is that nothing in the evidence tells the cause: words that no rule knows may, and silence does not."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.classify import confidence
from casebook_analyzer.classify.own_words import last_complaint, last_error
from casebook_analyzer.classify.weighing import Weighing
from casebook_analyzer.classify.witnesses import is_bland
from casebook_analyzer.models import Category, Fact, FactKind

_OF_ANY_END = frozenset({"Killing", "Unhealthy", "NodeNotReady", "BackoffLimitExceeded", "ProgressDeadlineExceeded"})
"""Reasons of Events that tell what was done, and never why."""


def as_unknown(weighing: Weighing, facts: Sequence[Fact]) -> Weighing:
    """One that ended in unknown, with how sure it is that the evidence does not tell, whoever reads it.

    Args:
        weighing: With the confidence of an unknown whose evidence says something.
        facts: Those that can explain the case.
    """
    if weighing.deciding is not None and weighing.deciding.rule.category is not Category.UNKNOWN:
        return weighing  # a rule reads it, and is too weak to decide
    known = {fact.id for match in weighing.matches for fact in (*match.facts, *match.also)}
    unread = [fact for fact in facts if fact.id not in known and _says_something(fact)]
    if not unread:
        return _sure(weighing, confidence.UNTOLD)
    if weighing.deciding is not None and last_error(unread) is None:
        return _sure(weighing, confidence.NOTHING_DECIDES)
    return weighing


def _sure(weighing: Weighing, sure: int) -> Weighing:
    left = (100 - sure) // max(1, len(weighing.alternatives))
    others = tuple(msgspec.structs.replace(a, confidence=min(a.confidence, left)) for a in weighing.alternatives)
    return msgspec.structs.replace(weighing, confidence=sure, alternatives=others)


def _says_something(fact: Fact) -> bool:
    match fact.kind:
        case FactKind.LOG:
            return last_complaint([fact]) is not None
        case FactKind.EVENT:
            reason = fact.attributes.get("reason", "")
            return fact.attributes.get("type") == "Warning" and not is_bland(fact) and reason not in _OF_ANY_END
        case FactKind.KERNEL | FactKind.ALERT:
            return True
        case _:
            return False
