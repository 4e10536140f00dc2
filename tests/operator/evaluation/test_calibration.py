"""The calibration error is the one of the literature, and a refit is monotone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_operator.evaluation.calibration import Answer, Isotonic, calibration_error, overclaim, reliability

ANSWERS = st.lists(st.tuples(st.integers(0, 100), st.booleans()), max_size=60)


def answers(confidence: int, right: int, wrong: int) -> list[Answer]:
    return [(confidence, True)] * right + [(confidence, False)] * wrong


def test_eight_of_ten_at_eighty_are_no_error() -> None:
    assert calibration_error(answers(80, 8, 2)) == pytest.approx(0)


def test_the_error_is_the_weighted_distance_over_the_bins() -> None:
    mixed = answers(90, 5, 5) + answers(30, 3, 7)
    assert calibration_error(mixed) == pytest.approx(0.5 * 0.4 + 0.5 * 0.0)


def test_whether_answers_are_too_sure_or_too_careful_is_told() -> None:
    assert overclaim(answers(90, 5, 5)) == pytest.approx(0.4)
    assert overclaim(answers(80, 10, 0)) == pytest.approx(-0.2)


def test_without_answers_there_is_no_error() -> None:
    assert calibration_error([]) is None
    assert overclaim([]) is None
    assert reliability([]) == ()


def test_a_hundred_is_in_the_last_bin() -> None:
    (last,) = reliability(answers(100, 1, 0) + answers(90, 1, 0))
    assert (last.low, last.high, last.answers) == (90, 100, 2)


@given(ANSWERS)
def test_bins_hold_every_answer_once(given_answers: list[Answer]) -> None:
    assert sum(one.answers for one in reliability(given_answers)) == len(given_answers)
    error = calibration_error(given_answers)
    assert error is None or 0 <= error <= 1


@given(ANSWERS)
def test_a_refit_never_falls(given_answers: list[Answer]) -> None:
    fitted = Isotonic(given_answers)
    values = [fitted(confidence) for confidence in range(101)]
    assert values == sorted(values)
    assert values[0] >= 0
    assert values[-1] <= 100


def test_a_refit_repairs_what_it_has_seen() -> None:
    seen = answers(60, 9, 1) + answers(80, 9, 1)
    fitted = Isotonic(seen)
    assert calibration_error([(fitted(confidence), right) for confidence, right in seen]) == pytest.approx(0)


def test_a_refit_without_answers_changes_nothing() -> None:
    assert Isotonic([])(42) == 42
