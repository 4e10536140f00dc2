"""The raw score becomes a measured share, by a monotone table that can be fitted again."""

import random
from pathlib import Path

import msgspec
import pytest

from bench.calibrate import fit, read
from casebook_analyzer.classify.calibration import Calibration, Point, calibration


def table(*points: tuple[int, int]) -> Calibration:
    return Calibration(method="test", points=tuple(Point(*point) for point in points))


def test_between_two_points_the_share_lies_on_the_line_that_joins_them() -> None:
    assert [table((40, 60), (80, 100)).share(raw) for raw in (40, 50, 60, 80)] == [60, 70, 80, 100]


def test_beyond_the_ends_the_share_is_that_of_the_end() -> None:
    assert [table((40, 60), (80, 90)).share(raw) for raw in (0, 39, 81, 100)] == [60, 60, 90, 90]


@pytest.mark.parametrize("points", [[(0, 10)], [(10, 10), (10, 20)], [(0, 50), (10, 40)], []])
def test_points_that_no_monotone_map_runs_through_are_refused(points: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="rising"):
        table(*points)


def test_a_table_with_an_unknown_field_or_a_share_above_100_is_refused() -> None:
    for text in (
        "{method: x, points: [], extra: 1}",
        "{method: x, points: [{raw: 0, share: 0}, {raw: 1, share: 101}]}",
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.yaml.decode(text, type=Calibration)


def test_the_shipped_table_says_how_it_was_made_and_never_falls() -> None:
    shipped = calibration()
    shares = [shipped.share(raw) for raw in range(101)]
    assert shipped.method
    assert shares == sorted(shares)
    assert shipped.method == "identity" or (shipped.date and shipped.cases)


def test_a_fit_finds_the_share_that_is_right_of_weak_and_of_strong_scores() -> None:
    chance = random.Random(4)
    answers = [(raw, chance.random() < share) for raw, share in ((46, 0.7), (56, 0.7), (70, 0.9)) for _ in range(400)]
    fitted = Calibration(method="test", points=fit(answers))
    assert [abs(fitted.share(raw) - share) <= 4 for raw, share in ((46, 70), (60, 90), (97, 90))] == [True] * 3


def test_a_fit_never_falls_and_makes_no_certainty_of_a_few_cases() -> None:
    assert fit([(40, True)] * 3 + [(60, False)] * 9 + [(90, True)] * 10) == (
        Point(0, 58),
        Point(59, 58),
        Point(60, 58),
    )
    assert fit([(46, True)] * 8 + [(70, True)] * 28) == (Point(0, 90), Point(59, 90), Point(60, 97))


def test_without_cases_nothing_is_known() -> None:
    assert fit([]) == (Point(0, 50), Point(59, 50), Point(60, 50))


def test_the_shipped_table_is_the_one_that_the_answers_give() -> None:
    outcomes = read(Path("bench/blind.json"))
    assert fit([(outcome.raw, outcome.right) for outcome in outcomes]) == calibration().points
