"""What to look for next, when the first look leaves a question open. Pure: from a conclusion to names of collectors."""

from collections.abc import Iterable, Mapping, Sequence

from casebook_analyzer.models import Category, Conclusion
from casebook_analyzer.taxonomy import Rule

SURE = 75
"""From here on a conclusion stands as it is: two kinds of evidence agree, and nothing speaks against it."""

CLOSE = 20
"""A runner-up within so many points could win by one more fact."""

LEADING = 3
"""Rules of the conclusion whose own questions count, the strongest first."""

_DECIDED_BY: Mapping[Category, tuple[str, ...]] = {
    Category.RESOURCE_EXHAUSTION: ("limits", "quota", "metrics", "volumes", "neighbours"),
    Category.CONFIG_ERROR: ("references", "probes", "network", "admission", "volumes"),
    Category.NETWORK_PARTITION: ("network", "neighbours"),
    Category.HARDWARE_FAILURE: ("devices", "neighbours"),
    Category.PCIE_ERROR: ("devices", "neighbours"),
    Category.DRIVER_ISSUE: ("devices", "neighbours"),
    Category.SOFTWARE_BUG: ("sidecars", "metrics"),
    Category.PERMISSION_DENIED: ("rbac", "admission", "references"),
    Category.SCHEDULING_FAILURE: ("scheduling", "volumes", "quota", "devices"),
}
"""Whose facts separate a category from its neighbours (docs: the table of categories)."""


def open_questions(conclusion: Conclusion, rules: Iterable[Rule], available: Sequence[str]) -> tuple[str, ...]:
    """Which of the available collectors may decide, in the order given. Empty when nothing is left to ask.

    What the leading rules ask for is asked even of a sure conclusion: that may be the object to fix.
    """
    if conclusion.category is Category.UNKNOWN:
        return tuple(available)
    leading = set(conclusion.rules[:LEADING])
    wanted = {name for rule in rules if rule.id in leading for name in rule.asks}
    if not _is_settled(conclusion):
        categories = (conclusion.category, *(alternative.category for alternative in conclusion.alternatives))
        wanted |= {name for category in categories for name in _DECIDED_BY.get(category, ())}
    return tuple(name for name in available if name in wanted)


def _is_settled(conclusion: Conclusion) -> bool:
    runner_up = max((alternative.confidence for alternative in conclusion.alternatives), default=0)
    return conclusion.raw_confidence >= SURE and conclusion.raw_confidence - runner_up > CLOSE
