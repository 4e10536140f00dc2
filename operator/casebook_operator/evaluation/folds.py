"""Figures on parts that were held out.

Rules are written by people, so nothing is fitted on these cases by this program, and accuracy on a fold differs from
the whole only by chance: its spread says how far the one number may be trusted. What could be fitted is the map from
points to confidence; the cross-validated error says what such a fit would be worth on cases that it has not seen.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from casebook_operator.evaluation.calibration import Isotonic, calibration_error
from casebook_operator.evaluation.case_outcome import CaseOutcome
from casebook_operator.evaluation.ratios import Ratio, lenient, strict


class Folds(msgspec.Struct, frozen=True, kw_only=True):
    folds: int
    strict: tuple[Ratio, ...]
    lenient: tuple[Ratio, ...]
    refitted_error: float | None
    """Calibration error when the confidence of each fold is mapped by what the other folds teach."""

    @property
    def strict_range(self) -> tuple[float, float]:
        return _range(self.strict)

    @property
    def lenient_range(self) -> tuple[float, float]:
        return _range(self.lenient)


def cross_validated(outcomes: Sequence[CaseOutcome], folds: int) -> Folds:
    """The figures of each of ``folds`` parts, each held out once. Cases of one source are always in one part."""
    parts = split(outcomes, folds)
    refitted: list[tuple[int, bool]] = []
    for number, held_out in enumerate(parts):
        others = [o for i, part in enumerate(parts) if i != number for o in part]
        fitted = Isotonic([(o.confidence, o.right) for o in others])
        refitted += [(fitted(o.confidence), o.right) for o in held_out]
    return Folds(
        folds=len(parts),
        strict=tuple(strict(part) for part in parts),
        lenient=tuple(lenient(part) for part in parts),
        refitted_error=calibration_error(refitted),
    )


def split(outcomes: Sequence[CaseOutcome], folds: int) -> list[list[CaseOutcome]]:
    """The outcomes in ``folds`` parts of about one size, the same in every run. No source is split."""
    groups: dict[str, list[CaseOutcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.source or outcome.id, []).append(outcome)
    parts: list[list[CaseOutcome]] = [[] for _ in range(folds)]
    for source in sorted(groups, key=lambda name: hashlib.sha256(name.encode()).digest()):
        min(parts, key=len).extend(groups[source])
    return [part for part in parts if part]


def _range(ratios: Sequence[Ratio]) -> tuple[float, float]:
    values = [ratio.value for ratio in ratios if ratio.value is not None]
    return min(values, default=0.0), max(values, default=0.0)
