"""Figures of the benchmark of retrieval, against values computed by hand."""

from math import log2

import pytest

from bench.retrieval.metrics import auroc, calibration_error, estimate, ndcg, recall, reciprocal_rank, threshold_for


def test_ndcg_is_one_when_the_answers_come_first() -> None:
    assert ndcg([True, True, False], existing=2) == 1


def test_ndcg_falls_with_the_rank() -> None:
    assert ndcg([False, True], existing=1) == pytest.approx(1 / log2(3))
    assert ndcg([False] * 10 + [True], existing=1) == 0


def test_recall_counts_all_answers_that_exist() -> None:
    assert recall([True, False, True], existing=4, k=3) == 0.5


def test_the_reciprocal_rank_is_that_of_the_first_answer() -> None:
    assert reciprocal_rank([False, False, True, True]) == pytest.approx(1 / 3)
    assert reciprocal_rank([False]) == 0


def test_auroc_counts_ties_half() -> None:
    assert auroc([0.9, 0.5], [0.5, 0.1]).mean == pytest.approx((1 + 1 + 0.5 + 1) / 4)


def test_an_interval_holds_the_mean() -> None:
    found = estimate([0.0, 0.5, 1.0, 1.0])
    assert found.low <= found.mean <= found.high


def test_a_threshold_detects_what_it_promises() -> None:
    values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    assert sum(value >= threshold_for(values, 0.7) for value in values) == 7


def test_calibration_error_weighs_groups_by_their_answers() -> None:
    assert calibration_error([(0.9, 9, 10), (0.5, 0, 30)]) == pytest.approx(30 * 0.5 / 40)
    assert calibration_error([]) == 0
