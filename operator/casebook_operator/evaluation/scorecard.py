"""All figures of one run."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from casebook_analyzer.models import Category
from casebook_operator.evaluation.calibration import Bin, calibration_error, overclaim, reliability
from casebook_operator.evaluation.case_outcome import CaseOutcome
from casebook_operator.evaluation.folds import Folds, cross_validated
from casebook_operator.evaluation.ratios import Ratio, lenient, ratio, strict

SURE = 90
"""From this confidence on a reader does not look any further."""


class PerCategory(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one category. An answer that is also acceptable for its case is not a false one."""

    category: Category
    cases: int
    precision: float | None
    recall: float | None
    f1: float | None
    named: Ratio
    """Of the cases with this label, those whose summary names the cause."""


class GroupFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of some of the cases."""

    name: str
    cases: int
    strict: Ratio
    lenient: Ratio
    detected: Ratio


class CalibrationFigures(msgspec.Struct, frozen=True, kw_only=True):
    """``error`` counts an answer as right strictly, or leniently where the label is judged."""

    error: float | None
    error_strict: float | None
    error_lenient: float | None
    error_of_answers: float | None
    """Without abstentions: the number beside an unknown is about no category."""
    overclaim: float | None
    """Of those answers: their mean confidence less the share that is right; negative where they are too careful."""
    bins: tuple[Bin, ...]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    expected: Category
    got: Category
    confidence: int
    rule: str
    lenient: bool
    error: str = ""


class Unnamed(msgspec.Struct, frozen=True, kw_only=True):
    """A case whose summary does not say what it should name."""

    id: str
    rule: str
    unsaid: tuple[str, ...]


class Scorecard(msgspec.Struct, frozen=True, kw_only=True):
    taxonomy: str
    cases: int
    strict: Ratio
    lenient: Ratio
    reason_strict: Ratio
    """The floor: the same by the Kubernetes reason alone."""
    reason_lenient: Ratio
    detected: Ratio
    detected_shown: Ratio
    """Without the cases that only a log or an alert shows."""
    undetected: tuple[str, ...]
    entity_hit: Ratio
    entity_missed: tuple[str, ...]
    named: Ratio
    """Of the cases that tell which words name their cause, those whose summary says all of them."""
    unnamed: tuple[Unnamed, ...]
    healthy: int
    false_opens: tuple[str, ...]
    abstained: Ratio
    abstained_rightly: Ratio
    """Of the cases whose label is unknown, those that were answered so."""
    abstained_wrongly: Ratio
    """Of the others."""
    categories: tuple[PerCategory, ...]
    confusion: dict[Category, dict[Category, int]]
    """Label -> answer -> cases."""
    by_provenance: tuple[GroupFigures, ...]
    by_difficulty: tuple[GroupFigures, ...]
    calibration: CalibrationFigures
    sure_and_wrong: tuple[Failure, ...]
    """Failures with a confidence of at least ``SURE``: those cost trust."""
    failures: tuple[Failure, ...]
    folds: Folds | None = None


def scorecard(outcomes: Sequence[CaseOutcome], *, taxonomy: str, folds: int = 0) -> Scorecard:
    """All figures of a run. Healthy cases count only in ``false_opens``. 0 ``folds``: no cross-validation."""
    failing = [outcome for outcome in outcomes if not outcome.healthy]
    known = [o for o in failing if o.category is not Category.UNKNOWN]
    return Scorecard(
        taxonomy=taxonomy,
        cases=len(failing),
        strict=strict(failing),
        lenient=lenient(failing),
        reason_strict=ratio(o.by_reason is o.category for o in failing if not o.judged),
        reason_lenient=ratio(o.by_reason in (o.category, *o.also_acceptable) for o in failing),
        detected=ratio(o.detected for o in failing),
        detected_shown=ratio(o.detected for o in failing if not o.silent),
        undetected=tuple(o.id for o in failing if o.detected is False),
        entity_hit=ratio(o.entity_hit for o in failing),
        entity_missed=tuple(o.id for o in failing if o.entity_hit is False),
        named=ratio(o.named for o in failing),
        unnamed=tuple(Unnamed(id=o.id, rule=o.rule, unsaid=o.unsaid) for o in failing if o.named is False),
        healthy=len(outcomes) - len(failing),
        false_opens=tuple(o.id for o in outcomes if o.healthy and (o.opened or o.error)),
        abstained=ratio(o.abstained for o in failing),
        abstained_rightly=ratio(o.abstained for o in failing if o.category is Category.UNKNOWN),
        abstained_wrongly=ratio(o.abstained for o in known),
        categories=tuple(_per_category(category, failing) for category in Category),
        confusion=_confusion(failing),
        by_provenance=_groups(failing, lambda o: o.provenance or "not told"),
        by_difficulty=_groups(failing, lambda o: "hard" if o.hard else "not hard"),
        calibration=_calibration(failing),
        sure_and_wrong=tuple(_failure(o) for o in failing if not o.right and o.confidence >= SURE),
        failures=tuple(_failure(o) for o in failing if not o.right),
        folds=cross_validated(failing, folds) if folds > 1 and failing else None,
    )


def _per_category(category: Category, outcomes: Sequence[CaseOutcome]) -> PerCategory:
    answered = [o for o in outcomes if o.got is category]
    precision = ratio(o.lenient for o in answered).value
    recall = ratio(o.right for o in outcomes if o.category is category).value
    both = precision is not None and recall is not None and precision + recall > 0
    return PerCategory(
        category=category,
        cases=sum(o.category is category for o in outcomes),
        precision=precision,
        recall=recall,
        f1=2 * (precision or 0) * (recall or 0) / ((precision or 0) + (recall or 0)) if both else None,
        named=ratio(o.named for o in outcomes if o.category is category),
    )


def _confusion(outcomes: Sequence[CaseOutcome]) -> dict[Category, dict[Category, int]]:
    counts = Counter((o.category, o.got) for o in outcomes)
    return {
        label: {answer: counts[label, answer] for answer in Category if counts[label, answer]}
        for label in Category
        if any(o.category is label for o in outcomes)
    }


def _groups(outcomes: Sequence[CaseOutcome], name_of: Callable[[CaseOutcome], str]) -> tuple[GroupFigures, ...]:
    return tuple(
        GroupFigures(
            name=name,
            cases=len(members),
            strict=strict(members),
            lenient=lenient(members),
            detected=ratio(o.detected for o in members),
        )
        for name in sorted({name_of(o) for o in outcomes})
        if (members := [o for o in outcomes if name_of(o) == name])
    )


def _calibration(outcomes: Sequence[CaseOutcome]) -> CalibrationFigures:
    def error(of: Iterable[CaseOutcome], right: Callable[[CaseOutcome], bool]) -> float | None:
        return calibration_error([(o.confidence, right(o)) for o in of])

    answers = [o for o in outcomes if not o.abstained]
    return CalibrationFigures(
        error=error(outcomes, lambda o: o.right),
        error_strict=error((o for o in outcomes if not o.judged), lambda o: o.strict),
        error_lenient=error(outcomes, lambda o: o.lenient),
        error_of_answers=error(answers, lambda o: o.right),
        overclaim=overclaim([(o.confidence, o.right) for o in answers]),
        bins=reliability([(o.confidence, o.right) for o in outcomes]),
    )


def _failure(outcome: CaseOutcome) -> Failure:
    return Failure(
        id=outcome.id,
        expected=outcome.category,
        got=outcome.got,
        confidence=outcome.confidence,
        rule=outcome.rule,
        lenient=outcome.lenient,
        error=outcome.error,
    )
