"""What a signal is: a repeat, another occurrence, a relapse, or a new case."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Entity, Trigger
from casebook_operator.investigation.store import NamespaceEndsError
from tests.operator.builders import (
    NODE_SUBJECT,
    container,
    ended,
    investigation,
    node,
    node_signal,
    pod,
    reference,
    rfc,
    signal,
    workload,
)
from tests.operator.cases.rooms import OWNED, Room
from tests.operator.fakes import refusal


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    made = Room()
    yield made
    await made.deduplicator.close()


async def test_a_new_failure_opens_the_first_episode_in_the_namespace_of_its_workload(room: Room) -> None:
    await room.see(signal())
    assert room.store.created == [investigation().name]
    latest = room.cases.index.latest("shop", investigation().key)
    assert latest is not None
    assert (latest.episode, latest.subject.kind, room.cases.counter.occurrences(latest)) == (1, "Deployment", 1)


async def test_a_failure_of_a_node_is_opened_in_the_operators_namespace(room: Room) -> None:
    await room.see(node_signal(), obj=node())
    (case,) = room.cases.index.unresolved()
    assert (case.namespace, case.subject) == ("casebook", NODE_SUBJECT)


async def test_a_repeat_of_the_same_state_costs_no_request_and_no_count(room: Room) -> None:
    await room.see(signal())
    with room.without_requests():
        await room.see(*[signal()] * 5)
    (case,) = room.cases.index.unresolved()
    assert (len(room.store.created), room.cases.counter.occurrences(case)) == (1, 1)


async def test_another_occurrence_is_counted_in_the_same_episode(room: Room) -> None:
    await room.see(signal(0), signal(20), signal(60))
    (case,) = room.cases.index.unresolved()
    assert (len(room.store.created), room.cases.counter.occurrences(case)) == (1, 3)


async def test_two_pods_of_one_deployment_are_one_case(room: Room) -> None:
    other = pod(name="checkout-5d9f-zzzzz", owner=reference("Deployment", "checkout"))
    await room.see(signal())
    await room.see(signal(origin_uid="uid-checkout-5d9f-zzzzz"), obj=other)
    (case,) = room.cases.index.unresolved()
    assert (len(room.store.created), room.cases.counter.occurrences(case)) == (1, 2)


async def test_two_pods_that_fail_at_the_same_moment_are_one_case(room: Room) -> None:
    for uid in ("a", "b", "c"):
        room.observe(signal(origin_uid=uid), OWNED)
    await room.settle()
    (case,) = room.cases.index.unresolved()
    assert (len(room.store.created), room.cases.counter.occurrences(case)) == (1, 3)


async def test_another_class_of_failure_is_another_case(room: Room) -> None:
    await room.see(signal(), signal(trigger=Trigger.IMAGE_PULL_FAILED, failure_class="ImagePullFailed"))
    assert len(room.store.created) == 2


async def test_a_relapse_after_recovery_opens_the_next_episode(room: Room) -> None:
    room.known("Resolved", lastSeen=rfc(0))
    await room.see(signal(900))
    latest = room.cases.index.latest("shop", investigation().key)
    assert latest is not None
    assert (latest.episode, room.store.created) == (2, [investigation(episode=2).name])
    assert room.cases.counter.occurrences(latest) == 1


async def test_the_end_of_a_closed_episode_seen_again_opens_nothing(room: Room) -> None:
    room.known("Resolved", lastSeen=rfc(30))
    await room.see(signal(0), signal(30))
    assert room.store.created == []


async def test_an_open_episode_that_a_restarted_operator_knows_is_not_opened_again(room: Room) -> None:
    room.known("Open", lastSeen=rfc(30), occurrences=4)
    await room.see(signal(30), signal(60))
    (case,) = room.cases.index.unresolved()
    assert (room.store.created, room.cases.counter.occurrences(case)) == ([], 5)


async def test_an_investigation_that_exists_already_is_taken_and_not_made_twice(room: Room) -> None:
    await room.see(signal())
    again = Room(store=room.store)
    await again.see(signal())
    assert len(room.store.created) == 1
    assert len(again.cases.index) == 1


async def test_messages_are_cleaned_before_they_become_part_of_a_spec(room: Room) -> None:
    await room.see(signal(message="password=s3cr3t", exit_code=None))
    (body,) = room.store.bodies.values()
    assert body["spec"]["signal"]["message"].startswith("password=\u2039redacted:password:")


async def test_the_message_of_a_container_s_end_may_be_of_its_log_and_is_no_part_of_a_spec(room: Room) -> None:
    await room.see(signal(message="panic: BLUE_HERON is not set", exit_code=2))
    (body,) = room.store.bodies.values()
    assert "message" not in body["spec"]["signal"]


async def test_a_refused_creation_is_tried_again_when_the_failure_is_seen_again(room: Room) -> None:
    room.store.errors = [refusal(403, "Forbidden")]
    await room.see(signal())
    assert room.store.created == []
    await room.see(signal())
    assert len(room.store.created) == 1


async def test_what_fails_in_a_namespace_that_somebody_deleted_is_the_end_that_was_asked_for(room: Room) -> None:
    room.store.errors = [NamespaceEndsError("because it is being terminated")]
    await room.see(signal())
    assert room.store.created == []
    with room.without_requests():
        await room.see(signal())


@pytest.mark.usefixtures("no_pauses")
async def test_a_creation_while_the_api_server_is_away_is_retried_until_it_succeeds(room: Room) -> None:
    room.store.errors = [ClusterUnavailableError("away")] * 3
    await room.see(signal())
    assert len(room.store.created) == 1


async def test_a_rollout_over_500_pods_is_one_investigation(room: Room) -> None:
    for number in range(500):
        name = f"checkout-5d9f-{number:05}"
        one = pod(name=name, owner=reference("Deployment", "checkout"))
        room.observe(signal(number % 30, origin_uid=name, origin=Entity(kind="Pod", namespace="shop", name=name)), one)
    await room.settle()
    assert room.opened() == ["Deployment/checkout CrashLoopBackOff"]
    assert room.cases.counter.occurrences(room.case("CrashLoopBackOff")) == 500


async def test_a_time_that_is_still_to_come_is_written_and_counted_as_now(room: Room) -> None:
    ahead = signal(3600 + 600)
    await room.see(ahead)
    (body,) = room.store.bodies.values()
    assert body["spec"]["signal"]["occurredTime"] == rfc(3600)
    with room.without_requests():
        room.clock.forward(60)
        await room.see(ahead)
    case = room.case("CrashLoopBackOff")
    assert (room.cases.counter.occurrences(case), room.cases.counter.last_seen(case) <= room.clock.now) == (1, True)


async def test_a_condition_that_flaps_every_second_is_one_episode(room: Room) -> None:
    for second in range(1000):
        room.observe(node_signal(second), node())
    await room.settle()
    await room.see(*[node_signal(second) for second in range(1000, 1200)], obj=node())
    assert len(room.store.created) == 1
    assert room.cases.counter.occurrences(room.case("NodeCondition")) > 200


async def test_a_dead_pod_whose_owner_has_a_new_one_opens_nothing(room: Room) -> None:
    room.kube.put(workload("ReplicaSet", "rs", replicas=2) | {"status": {"readyReplicas": 2}})
    dead = pod(container(state=ended("Error", 137)), owner=reference("ReplicaSet", "rs"))
    dead["status"] |= {"phase": "Failed", "reason": "Evicted"}
    evicted = signal(trigger=Trigger.EVICTED, failure_class="Evicted", container="")
    await room.see(evicted, obj=dead)
    assert room.opened() == []
    with room.without_requests():
        await room.see(evicted, obj=dead)


@pytest.mark.parametrize(
    ("status", "age"), [({"readyReplicas": 1}, 3600), ({"readyReplicas": 2}, 5)], ids=["still missing", "just now"]
)
async def test_a_dead_pod_that_is_missed_or_has_only_just_died_opens_a_case(
    room: Room, status: dict[str, Any], age: float
) -> None:
    room.kube.put(workload("ReplicaSet", "rs", replicas=2) | {"status": status})
    dead = pod(container(state=ended("Error", 137)), owner=reference("ReplicaSet", "rs"))
    dead["status"] |= {"phase": "Failed", "reason": "Evicted"}
    await room.see(signal(3600 - age, trigger=Trigger.EVICTED, failure_class="Evicted", container=""), obj=dead)
    assert room.opened() == ["ReplicaSet/rs Evicted"]
