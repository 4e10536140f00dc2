"""Shares that keep the two numbers they are made of."""

from collections.abc import Iterable

import msgspec

from casebook_operator.evaluation.case_outcome import CaseOutcome


class Ratio(msgspec.Struct, frozen=True):
    part: int
    of: int

    @property
    def value(self) -> float | None:
        return self.part / self.of if self.of else None


def ratio(flags: Iterable[bool | None]) -> Ratio:
    """The share of True among the flags that are not None."""
    asked = [flag for flag in flags if flag is not None]
    return Ratio(sum(asked), len(asked))


def strict(outcomes: Iterable[CaseOutcome]) -> Ratio:
    """The very category, among the cases whose label is no matter of judgement."""
    return ratio(o.strict for o in outcomes if not o.judged)


def lenient(outcomes: Iterable[CaseOutcome]) -> Ratio:
    """The category or one that is also acceptable, among all cases."""
    return ratio(o.lenient for o in outcomes)
