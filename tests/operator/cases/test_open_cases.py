"""Whatever ends or deletes a case, nothing of it is left, and what counted for it is looked at again."""

import pytest

from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.investigation import Investigation
from casebook_operator.scope import Scope
from tests.operator.builders import at, investigation, rfc, signal

CASE = investigation("Open")
PLACE = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")


class Ward:
    """One open case that was counted, has absorbed something and holds a signal."""

    def __init__(self) -> None:
        self.looked_at_again: list[ObjectKey] = []
        self.cases = OpenCases(look_again=self.looked_at_again.append, scope=Scope(), clock=lambda: at(3600))
        self.cases.put(CASE)
        self.cases.count(CASE, signal(60))
        self.cases.absorb(CASE, signal(60), origin="a", name="Pod/shop/a")
        self.cases.handled.park(CASE.uid, signal(70), PLACE)
        self.cases.feedback[CASE.uid] = "digest"

    @property
    def known(self) -> Investigation | None:
        return self.cases.index.get(CASE.uid)


@pytest.fixture
def ward() -> Ward:
    return Ward()


def test_what_was_seen_of_a_case_is_told_as_its_status(ward: Ward) -> None:
    counted = ward.cases.counted(CASE)
    assert (counted["occurrences"], counted["lastSeen"], counted["absorbed"]["count"]) == (1, rfc(60), 1)


def test_a_case_that_is_deleted_leaves_nothing_behind_and_gives_back_what_counted_for_it(ward: Ward) -> None:
    ward.cases.forget(CASE.uid)
    assert (ward.known, ward.cases.feedback, ward.cases.take_behind()) == (None, {}, [])
    assert "absorbed" not in ward.cases.counted(CASE)
    assert ward.looked_at_again == [PLACE]
    assert not ward.cases.handled.knows(signal(70))


def test_a_case_that_is_over_stays_known_and_gives_back_what_counted_for_it(ward: Ward) -> None:
    ward.cases.put(investigation("Resolved"))
    assert ward.known is not None
    assert ward.known.resolved
    assert "absorbed" not in ward.cases.counted(CASE)
    assert ward.looked_at_again == [PLACE]
    assert ward.cases.feedback == {CASE.uid: "digest"}


def test_late_news_of_a_case_that_is_over_begins_nothing_anew(ward: Ward) -> None:
    ward.cases.put(investigation("Resolved"))
    ward.cases.put(investigation("Open", absorbed={"count": 3, "lastTime": rfc(60)}))
    assert "absorbed" not in ward.cases.counted(CASE)
    assert ward.cases.take_behind() == []


def test_what_is_behind_is_told_once(ward: Ward) -> None:
    assert ward.cases.take_behind() == [CASE]
    assert ward.cases.take_behind() == []
    ward.cases.still_behind(CASE)
    assert ward.cases.take_behind() == [CASE]
