"""Every figure says what it claims to."""

from typing import Any

import pytest

from casebook_analyzer.models import Category
from casebook_operator.evaluation import CaseOutcome, scorecard
from casebook_operator.evaluation.folds import split
from casebook_operator.evaluation.ratios import Ratio

CONFIG, NETWORK, UNKNOWN = Category.CONFIG_ERROR, Category.NETWORK_PARTITION, Category.UNKNOWN


def outcome(label: Category, got: Category, **more: Any) -> CaseOutcome:
    return CaseOutcome(**({"id": f"{label}-{got}", "category": label, "got": got, "confidence": 80} | more))


def card(*outcomes: CaseOutcome, folds: int = 0) -> Any:
    return scorecard(outcomes, taxonomy="test", folds=folds)


def test_strict_counts_the_label_and_lenient_what_is_also_acceptable() -> None:
    found = card(
        outcome(CONFIG, CONFIG),
        outcome(CONFIG, NETWORK, also_acceptable=(NETWORK,)),
        outcome(CONFIG, NETWORK),
    )
    assert found.strict == Ratio(1, 3)
    assert found.lenient == Ratio(2, 3)


def test_judged_labels_count_leniently_only() -> None:
    found = card(outcome(CONFIG, NETWORK, also_acceptable=(NETWORK,), judged=True), outcome(CONFIG, CONFIG))
    assert found.strict == Ratio(1, 1)
    assert found.lenient == Ratio(2, 2)
    assert found.failures == ()


def test_precision_recall_and_f1_of_a_category() -> None:
    found = card(outcome(CONFIG, CONFIG), outcome(CONFIG, NETWORK), outcome(NETWORK, CONFIG), outcome(NETWORK, NETWORK))
    row = next(row for row in found.categories if row.category is CONFIG)
    assert (row.cases, row.precision, row.recall, row.f1) == (2, 0.5, 0.5, 0.5)


def test_a_category_that_nobody_named_has_no_precision() -> None:
    row = next(row for row in card(outcome(CONFIG, NETWORK)).categories if row.category is CONFIG)
    assert (row.precision, row.recall, row.f1) == (None, 0.0, None)


def test_the_confusion_is_by_label_and_answer() -> None:
    found = card(outcome(CONFIG, NETWORK), outcome(CONFIG, NETWORK), outcome(NETWORK, NETWORK))
    assert found.confusion == {CONFIG: {NETWORK: 2}, NETWORK: {NETWORK: 1}}


def test_abstentions_are_told_apart() -> None:
    found = card(outcome(UNKNOWN, UNKNOWN), outcome(UNKNOWN, CONFIG), outcome(CONFIG, UNKNOWN))
    assert found.abstained == Ratio(2, 3)
    assert found.abstained_rightly == Ratio(1, 2)
    assert found.abstained_wrongly == Ratio(1, 1)


def test_healthy_cases_count_only_as_false_opens() -> None:
    healthy = outcome(UNKNOWN, UNKNOWN, healthy=True, id="rollout", opened=2)
    quiet = outcome(UNKNOWN, UNKNOWN, healthy=True, id="scale-down")
    found = card(outcome(CONFIG, CONFIG), healthy, quiet)
    assert (found.cases, found.healthy, found.false_opens) == (1, 2, ("rollout",))


def test_what_is_not_asked_is_not_counted() -> None:
    found = card(
        outcome(CONFIG, CONFIG, detected=True), outcome(CONFIG, CONFIG), outcome(CONFIG, CONFIG, detected=False)
    )
    assert found.detected == Ratio(1, 2)
    assert found.entity_hit == Ratio(0, 0)
    assert found.entity_hit.value is None


def test_a_case_that_broke_is_wrong_even_when_its_label_is_unknown() -> None:
    found = card(outcome(UNKNOWN, UNKNOWN, error="it cannot be read"))
    assert found.lenient == Ratio(0, 1)
    assert found.failures[0].error == "it cannot be read"


def test_the_calibration_error_counts_judged_labels_leniently() -> None:
    found = card(outcome(CONFIG, NETWORK, also_acceptable=(NETWORK,), judged=True, confidence=100)).calibration
    assert (found.error, found.error_strict, found.error_lenient) == (0, None, 0)


def test_what_is_unknown_makes_no_answers_too_careful() -> None:
    found = card(outcome(CONFIG, CONFIG, confidence=90), outcome(UNKNOWN, UNKNOWN, confidence=30)).calibration
    assert found.overclaim == pytest.approx(-0.1)
    assert found.error_of_answers == pytest.approx(0.1)


def test_the_floor_is_beside_the_figure() -> None:
    found = card(outcome(CONFIG, CONFIG, by_reason=CONFIG), outcome(NETWORK, NETWORK))
    assert found.reason_strict == Ratio(1, 2)


def test_groups_add_up() -> None:
    found = card(
        outcome(CONFIG, CONFIG, provenance="recorded", hard=True), outcome(CONFIG, NETWORK, provenance="excerpt")
    )
    assert [(group.name, group.strict) for group in found.by_provenance] == [
        ("excerpt", Ratio(0, 1)),
        ("recorded", Ratio(1, 1)),
    ]
    assert sum(group.cases for group in found.by_difficulty) == found.cases


def test_cases_of_one_source_are_in_one_fold() -> None:
    outcomes = [outcome(CONFIG, CONFIG, id=str(number), source=f"s{number % 7}") for number in range(40)]
    parts = split(outcomes, 5)
    assert sorted(o.id for part in parts for o in part) == sorted(o.id for o in outcomes)
    for source in {o.source for o in outcomes}:
        assert sum(source in {o.source for o in part} for part in parts) == 1


def test_folds_tell_how_far_the_figure_spreads() -> None:
    right = [outcome(CONFIG, CONFIG, id=f"r{n}", source=f"r{n}", confidence=60) for n in range(20)]
    folds = card(*right, folds=5).folds
    assert folds.strict_range == (1.0, 1.0)
    assert folds.refitted_error == pytest.approx(0)


def test_without_cases_there_are_no_figures() -> None:
    found = card()
    assert found.strict.value is None
    assert found.calibration.error is None
