"""What a case stands for is counted once each, whatever a watch repeats and however often the operator starts."""

import pytest

from casebook_operator.cases import roll as roll_module
from casebook_operator.cases.roll import Roll
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from tests.crds.schema import STATUS, problems
from tests.operator.builders import NODE_SUBJECT, at, investigation, node_signal, rfc, signal

CASE = investigation("Open", of=node_signal(), about=NODE_SUBJECT)


def add(roll: Roll, number: int = 0, *, seconds: float = 0, case: Investigation = CASE) -> bool:
    one = signal(seconds, origin_uid=str(number))
    return roll.add(case, one, origin=one.origin_key, name=f"Pod/shop/{number}", now=at(3600))


def absorbed(roll: Roll, case: Investigation = CASE) -> Object:
    found: Object = roll.status(case)["absorbed"]
    return found


def test_a_case_that_stands_for_itself_alone_says_nothing() -> None:
    assert Roll().status(CASE) == {}


def test_every_origin_counts_once() -> None:
    roll = Roll()
    assert [add(roll, number, seconds=30) for number in (1, 2, 1, 1, 3)] == [True, True, False, False, True]
    assert absorbed(roll) == {
        "count": 3,
        "lastTime": rfc(30),
        "first": ["Pod/shop/1", "Pod/shop/2", "Pod/shop/3"],
        "groups": [{"namespace": "shop", "failureClass": "CrashLoopBackOff", "count": 3}],
    }


def test_the_largest_roll_stays_within_the_schema() -> None:
    roll = Roll()
    for number in range(50):
        one = signal(origin_uid=str(number), failure_class="C" * 127 + str(number % 10))
        for repeat in range(20):
            roll.add(CASE, one, origin=f"{number}/{repeat}", name="K" * 63 + "/" + "n" * 316, now=at())
    assert problems(roll.status(CASE), STATUS) == []


def test_after_a_restart_only_what_failed_since_is_new() -> None:
    before = Roll()
    for number in range(12):
        add(before, number, seconds=number)
    written = investigation("Open", of=node_signal(), about=NODE_SUBJECT, **before.status(CASE))
    after = Roll()
    after.begin(written)
    assert [add(after, number, seconds=number, case=written) for number in range(12)] == [False] * 12
    assert add(after, 99, seconds=60, case=written)
    assert (absorbed(after, written)["count"], len(absorbed(after, written)["first"])) == (13, 10)
    assert absorbed(after, written)["groups"][0]["count"] == 13


def test_a_time_that_is_still_to_come_counts_as_now() -> None:
    roll = Roll()
    add(roll, seconds=7200)
    assert absorbed(roll)["lastTime"] == rfc(3600)


def test_one_name_is_said_once() -> None:
    roll = Roll()
    for origin in ("broken/CrashLoopBackOff", "broken/RolloutStuck"):
        roll.add(CASE, signal(), origin=origin, name="Deployment/shop/broken", now=at())
    assert (absorbed(roll)["count"], absorbed(roll)["first"]) == (2, ["Deployment/shop/broken"])


def test_memory_is_bounded_and_nothing_older_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll_module, "ORIGINS", 10)
    roll = Roll()
    for number in range(15):
        add(roll, number, seconds=number)
    assert len(roll._pages[CASE.uid].counted) == 5
    assert not add(roll, 3, seconds=3)
    assert absorbed(roll)["count"] == 15


def test_changes_are_taken_once_and_a_forgotten_case_leaves_nothing() -> None:
    roll = Roll()
    add(roll)
    assert (roll.take_changed(), roll.take_changed()) == ({CASE.uid}, set())
    add(roll, 2)
    roll.forget(CASE.uid)
    assert (roll.take_changed(), roll.status(CASE)) == (set(), {})
