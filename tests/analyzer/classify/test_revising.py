"""What later evidence says takes the place of what was said where it says more, or where another failure is seen."""

import msgspec
import pytest

from casebook_analyzer.classify.revising import is_shown, same_cause, takes_the_place
from casebook_analyzer.models import Category, Conclusion
from tests.analyzer.classify.builders import bundle, ended
from tests.operator.builders import conclusion, signal
from tests.rows import of_every

BEFORE = conclusion(confidence=85)
UNKNOWN = conclusion(category=Category.UNKNOWN, confidence=20, title="No rule recognises this failure", rules=())
BUG = conclusion(category=Category.SOFTWARE_BUG, title="A bug", rules=("panic",), summary="It panics.")


def sure(of: Conclusion, confidence: int) -> Conclusion:
    return msgspec.structs.replace(of, confidence=confidence)


@of_every(
    ("before", "after", "replaced"),
    [
        (UNKNOWN, BEFORE, True),
        (UNKNOWN, sure(BEFORE, 45), True),
        (sure(UNKNOWN, 80), sure(BEFORE, 45), True),
        (BEFORE, UNKNOWN, False),
        (UNKNOWN, msgspec.structs.replace(UNKNOWN, summary="It says: another line."), False),
        (BEFORE, sure(BUG, 72), True),
        (BEFORE, sure(BUG, 60), False),
        (sure(BEFORE, 50), sure(BUG, 55), True),
        (sure(BEFORE, 50), sure(BEFORE, 60), False),
        (sure(BEFORE, 50), sure(BEFORE, 85), True),
        (BEFORE, sure(BEFORE, 40), False),
    ],
)
def test_of_the_same_failure_counts_what_says_more(before: Conclusion, after: Conclusion, *, replaced: bool) -> None:
    assert takes_the_place(before, after, another_failure=False) is replaced


@pytest.mark.parametrize(("after", "replaced"), [(UNKNOWN, True), (sure(BUG, 45), True), (sure(BEFORE, 60), False)])
def test_of_another_failure_counts_whatever_is_known(after: Conclusion, *, replaced: bool) -> None:
    assert takes_the_place(BEFORE, after, another_failure=True) is replaced


def test_numbers_and_times_are_no_other_cause() -> None:
    seen = msgspec.structs.replace(BEFORE, summary="checkout ends after 14 s: 3 of 5 are left.")
    again = msgspec.structs.replace(BEFORE, summary="checkout ends after 20 s: 2 of 5 are left.")
    assert same_cause(seen, again)
    assert not same_cause(seen, msgspec.structs.replace(again, summary="checkout ends: the disk is full."))


def test_an_end_is_shown_by_its_exit_code_and_anything_else_is_taken_as_shown() -> None:
    shown = bundle(ended(6))
    assert is_shown(signal(exit_code=6), shown)
    assert not is_shown(signal(exit_code=1), shown)
    assert is_shown(signal(exit_code=None), shown)
