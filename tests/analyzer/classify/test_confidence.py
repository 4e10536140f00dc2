"""The raw score is the points of the strongest rule, and more for witnesses that agree."""

import pytest

from casebook_analyzer.classify.confidence import alternative, score
from casebook_analyzer.classify.witnesses import Agreement
from tests.rows import of_every


@of_every(
    ("points", "witnesses", "bland", "repeated", "raw"),
    [
        (60, 1, 0, False, 60),  # a single witness
        (72, 1, 0, False, 69),
        (60, 0, 1, False, 69),
        (60, 1, 0, True, 70),  # who says it twice
        (60, 1, 1, False, 70),  # beside an exit code
        (60, 1, 1, True, 72),
        (46, 2, 0, False, 66),
        (46, 3, 0, False, 72),
        (46, 4, 0, False, 78),
        (46, 2, 1, False, 68),
        (46, 2, 1, True, 70),
        (72, 3, 0, False, 97),
    ],
)
def test_what_agrees_is_counted_once(points: int, witnesses: int, bland: int, repeated: bool, raw: int) -> None:
    agreement = Agreement(witnesses=witnesses, bland=bland, repeated=repeated)
    assert score(points, agreement, contradicted=False) == raw
    assert score(points, agreement, contradicted=True) == min(raw, 69)


@pytest.mark.parametrize(("confidence", "other"), [(97, 10), (70, 10), (66, 10), (50, 15), (40, 18), (0, 30)])
def test_another_reading_has_a_share_of_what_is_left(confidence: int, other: int) -> None:
    assert alternative(confidence) == other
