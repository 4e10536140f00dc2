"""Which open case may be why another one is open, and what becomes of that one."""

from collections.abc import AsyncIterator
from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.models import Resolution, ResolutionKind, SubjectRef, Trigger
from casebook_operator.cases import inhibition
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.investigation import Investigation
from tests.operator.builders import NODE_SUBJECT, at, investigation, node_signal, signal, subject
from tests.operator.cases.rooms import Room

T = Trigger
AGE = 60.0
"""Seconds since the causes here were opened."""


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    made = Room()
    made.clock.now = at(AGE)
    yield made
    await made.deduplicator.close()


def of(
    trigger: Trigger, seconds: float = 0, *, about: SubjectRef | None = None, state: str = "Open", created: float = 0
) -> Investigation:
    found = signal(seconds, trigger=trigger, failure_class=trigger.value)
    return investigation(state, of=found, about=about or subject(), uid=f"uid-{trigger}", created=created)


def of_node(failure_class: str, seconds: float = 0) -> Investigation:
    found = node_signal(seconds, failure_class=failure_class)
    return investigation("Open", of=found, about=NODE_SUBJECT, uid=f"uid-{failure_class}", created=0)


CAUSE, SYMPTOM = of(T.IMAGE_PULL_FAILED), of(T.POD_START_STUCK, created=-3600)
ELSEWHERE = subject(namespace="bank")
MANY = 300


@pytest.mark.parametrize(
    ("cause", "symptom", "expected"),
    [
        (CAUSE, SYMPTOM, True),
        (CAUSE, of(T.POD_START_STUCK, about=ELSEWHERE), False),
        (CAUSE, of(T.CRASH_LOOP_BACK_OFF), False),
        (of_node("NodeNotReady"), of(T.PROBE_FAILED), True),
        (of_node("NodeNotReady"), of(T.PROBE_FAILED, about=ELSEWHERE), True),
        (of_node("NodeNotReady"), of(T.ROLLOUT_STUCK), True),
        (of_node("NodeNotReady"), of(T.CRASH_LOOP_BACK_OFF), False),
        (of_node("GPU"), of(T.CRASH_LOOP_BACK_OFF), True),
        (of_node("DiskPressure"), of(T.EVICTED), True),
        (of_node("DiskPressure"), of(T.PROBE_FAILED), False),
        (of_node("NodeClock"), of(T.PROBE_FAILED), False),
        (of_node("NodeStorage"), of_node("NodeNotReady"), True),
        (of_node("NodeNotReady"), of_node("NodeStorage"), False),
        (of_node("DiskPressure"), of_node("NodeNotReady"), False),
    ],
    ids=lambda one: f"{one.namespace}-{one.signal.failure_class}" if isinstance(one, Investigation) else "",
)
def test_a_case_is_looked_at_again_when_a_new_one_may_explain_it(
    room: Room, cause: Investigation, symptom: Investigation, expected: bool
) -> None:
    assert (symptom in room.inhibitor.concerned([cause, symptom], room.clock())) is expected


def test_in_a_storm_a_case_is_compared_with_few_of_those_that_are_alike(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    def in_time(_: Investigation, __: Investigation) -> bool:
        nonlocal compared
        compared += 1
        return False

    monkeypatch.setattr(inhibition, "_in_time", in_time)
    spaces = (subject(namespace=f"team-{number % 3}", name=str(number)) for number in range(MANY))
    storm = [msgspec.structs.replace(of(T.CRASH_LOOP_BACK_OFF, about=about), uid=about.name) for about in spaces]
    room.inhibitor.concerned(storm, room.clock())
    assert MANY <= compared <= 2 * MANY


def test_nobody_is_the_cause_of_itself_or_of_what_is_over(room: Room) -> None:
    assert room.inhibitor.concerned([CAUSE], room.clock()) == []
    resolved = of(T.POD_START_STUCK, state="Resolved")
    assert room.inhibitor.concerned([CAUSE, resolved], room.clock()) == []


@pytest.mark.parametrize(("age", "expected"), [(299, True), (300, False)])
def test_a_case_is_a_new_cause_for_five_minutes(room: Room, age: float, expected: bool) -> None:
    now = CAUSE.created_at + timedelta(seconds=age)
    assert bool(room.inhibitor.concerned([CAUSE, SYMPTOM], now)) is expected


@pytest.mark.parametrize(("later", "expected"), [(-7200, True), (3600, True), (3601, False)])
async def test_a_cause_may_show_an_hour_after_its_symptom_and_no_more(room: Room, later: float, expected: bool) -> None:
    cause = of(T.IMAGE_PULL_FAILED, later)
    room.cases.index.put(cause)
    assert bool(room.inhibitor.concerned([cause, SYMPTOM], room.clock())) is expected
    assert (await room.inhibitor.cause_of(SYMPTOM) == cause) is expected


async def test_a_case_without_another_has_no_cause(room: Room) -> None:
    room.cases.index.put(CAUSE)
    assert await room.inhibitor.cause_of(CAUSE) is None


@pytest.mark.parametrize(("ended", "seconds"), [(90.7, 90), (0, 0), (-5, 0)])
def test_what_is_handed_over_is_closed_as_explained_and_names_the_case_that_goes_on(
    room: Room, ended: float, seconds: int
) -> None:
    cause = of(T.IMAGE_PULL_FAILED)
    assert room.inhibitor.hand_over(of(T.POD_START_STUCK), cause, at(ended)) == Resolution(
        kind=ResolutionKind.EXPLAINED,
        summary=f"a symptom of ImagePullFailed of Deployment/shop/checkout: see Investigation shop/{cause.name}",
        resolved_at=at(ended),
        seconds_to_resolve=seconds,
    )


def test_what_is_handed_over_is_looked_at_again_when_the_cause_is_over(room: Room) -> None:
    symptom, cause = of(T.POD_START_STUCK), of(T.IMAGE_PULL_FAILED)
    room.inhibitor.hand_over(symptom, cause, at(90))
    assert room.cases.handled.knows(symptom.signal)
    assert room.cases.handled.release(cause.uid) == {ObjectKey("Pod", "shop", "checkout-5d9f-abcde")}


def test_another_stage_of_the_workload_is_not_counted_as_a_pod_that_the_cause_took_down(room: Room) -> None:
    cause = of(T.IMAGE_PULL_FAILED)
    room.cases.put(cause)
    room.inhibitor.hand_over(of(T.POD_START_STUCK), cause, at(90))
    assert "absorbed" not in room.cases.absorbed.status(cause)
