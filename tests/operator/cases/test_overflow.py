"""A storm costs a bounded number of Investigations, and nothing of it is dropped."""

from collections.abc import AsyncIterator

import pytest

from casebook_analyzer.models import Entity
from casebook_operator import metrics
from casebook_operator.cases import ceiling
from casebook_operator.token_bucket import TokenBucket
from tests.operator.bucket_clock import Watch
from tests.operator.builders import NODE_SUBJECT, node, node_signal, pod, signal
from tests.operator.cases.rooms import OWNED, Room
from tests.operator.fakes import refusal

SECONDS_A_TOKEN = 3600 / 5 + 1


@pytest.fixture
async def room(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setattr(ceiling, "RESERVED", 0)
    made = Room(ceiling=5)
    yield made
    await made.deduplicator.close()


async def storm(room: Room, number: int, *, start: int = 0) -> None:
    """Every pod is a workload of its own."""
    for each in range(start, start + number):
        name = f"pod-{each}"
        origin = Entity(kind="Pod", namespace=f"team-{each % 2}", name=name)
        room.observe(signal(each, origin=origin, origin_uid=name), pod(name=name, namespace=origin.namespace))
    await room.settle()


def suppressed() -> float:
    return float(metrics.SUPPRESSED.labels(trigger="CrashLoopBackOff")._value.get())


def held_back() -> float:
    return float(metrics.HELD_BACK._value.get())


async def test_beyond_the_ceiling_one_investigation_stands_for_the_rest(room: Room) -> None:
    before = suppressed()
    await storm(room, 100)
    assert len(room.store.created) == 6
    case = room.case("Overflow")
    absorbed = room.cases.absorbed.status(case)["absorbed"]
    assert (case.namespace, case.subject.kind, case.signal.origin_uid) == ("casebook", "Namespace", "")
    assert (absorbed["count"], len(absorbed["first"])) == (95, 10)
    assert absorbed["first"][0].startswith("Pod/team-")
    assert sum(group["count"] for group in absorbed["groups"]) == 95
    assert {group["namespace"] for group in absorbed["groups"]} == {"team-0", "team-1"}
    assert room.cases.counter.occurrences(case) == 95
    assert suppressed() - before == 95


async def test_what_still_fails_when_tokens_return_gets_its_own_case(room: Room, watch: Watch) -> None:
    await storm(room, 8)
    assert len(room.overflow) == held_back() == 3
    watch.now += 2 * SECONDS_A_TOKEN
    let_go = room.overflow.next()
    places = [place for key in let_go for place in room.cases.handled.release(room.overflow.holder(key))]
    assert [place.name for place in places] == ["pod-5", "pod-6"]
    await storm(room, 3, start=5)
    assert len(room.store.created) == 5 + 1 + 2
    assert len(room.overflow) == held_back() == 1
    assert room.cases.absorbed.status(room.case("Overflow"))["absorbed"]["count"] == 3


async def test_what_has_recovered_takes_no_token_so_the_line_gets_shorter(room: Room, watch: Watch) -> None:
    await storm(room, 40)
    lengths = []
    for _ in range(10):
        watch.now += SECONDS_A_TOKEN
        room.overflow.next()
        lengths.append(len(room.overflow))
    assert lengths[-1] == 0
    assert lengths == sorted(lengths, reverse=True)


async def test_a_repeat_of_what_was_suppressed_costs_no_request(room: Room) -> None:
    await storm(room, 10)
    with room.without_requests():
        await storm(room, 10)


async def test_many_pods_of_one_suppressed_workload_are_one_case_in_the_line(room: Room) -> None:
    await storm(room, 5)
    for number in range(20):
        room.observe(signal(number, origin_uid=str(number)), OWNED)
    await room.settle()
    assert len(room.overflow) == 1


async def test_nodes_have_a_ceiling_of_their_own(room: Room) -> None:
    await storm(room, 50)
    await room.see(node_signal(), obj=node())
    assert room.case("NodeCondition").subject == NODE_SUBJECT


async def test_a_case_that_is_open_already_needs_no_token(room: Room) -> None:
    await room.see(signal(0))
    await storm(room, 10)
    await room.see(signal(30))
    (case,) = [one for one in room.cases.index.unresolved() if one.subject.name == "checkout"]
    assert room.cases.counter.occurrences(case) == 2


async def test_a_creation_that_was_refused_gives_its_token_back(room: Room) -> None:
    room.store.errors = [refusal(403, "Forbidden")] * 3
    for second in range(3):
        await room.see(signal(second))
    await storm(room, 10)
    assert len(room.store.created) == 6


def test_tokens_come_back_with_time_and_never_above_the_burst(watch: Watch) -> None:
    bucket = TokenBucket(per_minute=30, burst=3, clock=watch)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    watch.now += 2
    assert [bucket.take(), bucket.take()] == [True, False]
    watch.now += 3600
    assert bucket.available == 3
    bucket.give_back()
    assert bucket.available == 3
