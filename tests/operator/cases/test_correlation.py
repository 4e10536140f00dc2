"""Many signals of one failure are one Investigation."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from casebook_analyzer.models import Entity, Signal, Trigger
from casebook_operator.kube import Object
from tests.operator.builders import at, container, node, node_event, node_signal, pod, reference, signal, workload
from tests.operator.cases.rooms import OWNED, Room

T = Trigger
DEPLOYMENT = workload("Deployment", "checkout")


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    made = Room()
    yield made
    await made.deduplicator.close()


def of(trigger: Trigger, seconds: float = 0, **changes: Any) -> Signal:
    return signal(seconds, **({"trigger": trigger, "failure_class": trigger.value} | changes))


def of_pod(trigger: Trigger, seconds: float = 0, **changes: Any) -> Signal:
    return of(trigger, seconds, container="", **changes)


def of_object(trigger: Trigger, kind: str, name: str, seconds: float = 0, **changes: Any) -> Signal:
    origin = Entity(kind=kind, namespace="shop", name=name)
    about = {"origin": origin, "origin_uid": f"uid-{kind}-{name}", "container": "", "node_name": ""}
    return of(trigger, seconds, **(about | changes))


# Stages of one container.


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (T.OOM_KILLED, T.CRASH_LOOP_BACK_OFF),
        (T.CRASH_LOOP_BACK_OFF, T.OOM_KILLED),
        (T.CONTAINER_FAILED, T.CRASH_LOOP_BACK_OFF),
        (T.CONTAINER_START_FAILED, T.CRASH_LOOP_BACK_OFF),
        (T.PROBE_FAILED, T.CRASH_LOOP_BACK_OFF),
    ],
)
async def test_stages_of_one_container_are_one_case_with_the_trigger_of_the_first(
    room: Room, first: Trigger, then: Trigger
) -> None:
    await room.see(of(first, 0), of(then, 90), of(first, 180))
    assert room.opened() == [f"Deployment/checkout {first}"]
    assert room.cases.counter.occurrences(room.case(first)) == 3


@pytest.mark.parametrize(("later", "opened"), [(600, 1), (601, 2)])
async def test_another_end_that_comes_much_later_is_another_failure(room: Room, later: float, opened: int) -> None:
    await room.see(of(T.OOM_KILLED, 0, exit_code=137), of(T.CRASH_LOOP_BACK_OFF, later))
    assert len(room.opened()) == opened


async def test_the_same_end_in_another_word_counts_however_much_later(room: Room) -> None:
    await room.see(of(T.OOM_KILLED, 0, exit_code=137), of(T.CRASH_LOOP_BACK_OFF, 900, exit_code=137))
    assert room.opened() == ["Deployment/checkout OOMKilled"]


async def test_another_container_has_stages_of_its_own(room: Room) -> None:
    await room.see(of(T.OOM_KILLED, 0), of(T.CRASH_LOOP_BACK_OFF, 5, container="sidecar"))
    assert len(room.opened()) == 2


async def test_two_stages_seen_at_once_on_two_pods_are_one_case(room: Room) -> None:
    for number in range(20):
        trigger = T.OOM_KILLED if number % 2 else T.CRASH_LOOP_BACK_OFF
        room.observe(of(trigger, number, origin_uid=f"pod-{number}"), OWNED)
    await room.settle()
    assert len(room.opened()) == 1


async def test_a_crash_loop_after_an_image_that_cannot_be_pulled_is_not_explained_by_it(room: Room) -> None:
    await room.see(of(T.IMAGE_PULL_FAILED, 0, container="sidecar"), of(T.CRASH_LOOP_BACK_OFF, 5))
    assert len(room.opened()) == 2


# Symptoms of the same workload.


@pytest.mark.parametrize(
    ("cause", "symptom"),
    [
        (of(T.CRASH_LOOP_BACK_OFF), of_pod(T.POD_START_STUCK, 200)),
        (of(T.IMAGE_PULL_FAILED, container="setup"), of_pod(T.POD_START_STUCK, 200)),
        (of(T.CRASH_LOOP_BACK_OFF, container="proxy"), of(T.PROBE_FAILED, 300)),
        (of_pod(T.VOLUME_FAILED), of_pod(T.POD_START_STUCK, 200)),
        (of_pod(T.EVICTED), of_pod(T.FAILED_SCHEDULING, 120)),
        (of_pod(T.PREEMPTED), of_pod(T.FAILED_SCHEDULING, 120)),
    ],
    ids=lambda one: str(one.trigger),
)
async def test_a_symptom_counts_for_the_case_that_explains_it(room: Room, cause: Signal, symptom: Signal) -> None:
    await room.see(cause, symptom)
    assert room.opened() == [f"Deployment/checkout {cause.trigger}"]
    assert room.cases.counter.occurrences(room.case(cause.trigger)) == 2
    with room.without_requests():
        await room.see(symptom)


async def test_a_derived_signal_counts_for_any_case_of_its_subject(room: Room) -> None:
    await room.see(of_pod(T.TERMINATION_STUCK, 0), of_pod(T.JOB_FAILED, 60, derived=True))
    assert room.opened() == ["Deployment/checkout TerminationStuck"]


async def test_a_symptom_without_a_cause_has_a_case_of_its_own(room: Room) -> None:
    await room.see(of_pod(T.POD_START_STUCK, 200))
    assert room.opened() == ["Deployment/checkout PodStartStuck"]


async def test_a_cause_that_is_over_explains_nothing(room: Room) -> None:
    room.known("Resolved")
    await room.see(of_pod(T.POD_START_STUCK, 200))
    assert room.opened() == ["Deployment/checkout PodStartStuck"]


async def test_a_cause_of_another_workload_explains_nothing(room: Room) -> None:
    await room.see(of(T.CRASH_LOOP_BACK_OFF))
    other = pod(name="cart-1", owner=reference("Deployment", "cart"))
    room.kube.put(workload("Deployment", "cart"))
    await room.see(of_pod(T.POD_START_STUCK, 200, origin_uid="uid-cart-1"), obj=other)
    assert len(room.opened()) == 2


async def test_what_was_folded_is_looked_at_again_when_its_case_is_over(room: Room) -> None:
    await room.see(of(T.CRASH_LOOP_BACK_OFF), of_pod(T.POD_START_STUCK, 200))
    case = room.case(T.CRASH_LOOP_BACK_OFF)
    (place,) = room.cases.handled.release(case.uid)
    assert place == ("Pod", "shop", "checkout-5d9f-abcde")
    room.cases.index.remove(case.uid)
    await room.see(of_pod(T.POD_START_STUCK, 200))
    assert room.opened()[-1] == "Deployment/checkout PodStartStuck"


# Objects that are linked.


def with_claim(name: str) -> Object:
    waiting = pod(owner=reference("Deployment", "checkout"))
    waiting["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": name}}]
    return waiting


async def test_a_pod_that_waits_for_its_claim_counts_for_the_case_of_the_claim(room: Room) -> None:
    claim = workload("PersistentVolumeClaim", "data")
    await room.see(of_object(T.VOLUME_FAILED, "PersistentVolumeClaim", "data"), obj=claim)
    await room.see(of_pod(T.FAILED_SCHEDULING, 120), obj=with_claim("data"))
    await room.see(of_pod(T.FAILED_SCHEDULING, 130, origin_uid="other"), obj=with_claim("else"))
    assert [one.partition(" ")[2] for one in room.opened()] == ["VolumeFailed", "FailedScheduling"]


async def test_an_autoscaler_without_metrics_counts_for_the_case_of_its_target(room: Room) -> None:
    target = {"scaleTargetRef": {"kind": "Deployment", "name": "checkout"}}
    scaler = {"kind": "HorizontalPodAutoscaler", "metadata": {"name": "checkout", "namespace": "shop", "uid": "h"}}
    await room.see(of(T.CRASH_LOOP_BACK_OFF))
    failing = of_object(T.AUTOSCALER_FAILED, "HorizontalPodAutoscaler", "checkout", 300)
    await room.see(failing, obj=scaler | {"spec": target})
    assert room.opened() == ["Deployment/checkout CrashLoopBackOff"]


async def test_a_budget_that_blocks_a_drain_counts_for_the_case_of_the_pods_that_it_selects(room: Room) -> None:
    budget = {"kind": "PodDisruptionBudget", "metadata": {"name": "checkout", "namespace": "shop", "uid": "b"}}
    await room.see(of(T.CRASH_LOOP_BACK_OFF))
    room.kube.put(OWNED | {"kind": "Pod"})
    blocked = of_object(T.DISRUPTION_BLOCKED, "PodDisruptionBudget", "checkout", 900)
    await room.see(blocked, obj=budget | {"spec": {"selector": {"matchLabels": {"app": "checkout"}}}})
    assert room.opened() == ["Deployment/checkout CrashLoopBackOff"]


# Nodes.


def not_ready(seconds: float = 0) -> Signal:
    return node_signal(seconds, failure_class="NodeNotReady", reason="Ready=Unknown")


def gpu_pod() -> Object:
    one = pod(container(), owner=reference("Deployment", "checkout"))
    one["spec"]["containers"][0]["resources"] = {"limits": {"nvidia.com/gpu": "1"}}
    return one


@pytest.mark.parametrize(
    "trigger", [T.POD_LOST, T.TERMINATION_STUCK, T.PROBE_FAILED, T.POD_START_STUCK, T.POD_REJECTED, T.EVICTED]
)
async def test_a_broken_node_absorbs_what_it_explains_of_its_pods(room: Room, trigger: Trigger) -> None:
    await room.see(not_ready(), obj=node())
    await room.see(of(trigger, 60))
    (case,) = room.cases.index.unresolved()
    assert room.cases.absorbed.status(case)["absorbed"] | {"lastTime": ""} == {
        "count": 1,
        "lastTime": "",
        "first": ["Pod/shop/checkout-5d9f-abcde"],
        "groups": [{"namespace": "shop", "failureClass": trigger.value, "count": 1}],
    }
    assert room.cases.counter.occurrences(case) == 1
    with room.without_requests():
        await room.see(of(trigger, 60))


async def test_a_thousand_pods_of_a_node_are_a_number_and_ten_names(room: Room) -> None:
    await room.see(not_ready(), obj=node())
    for number in range(1000):
        name = f"pod-{number}"
        origin = Entity(kind="Pod", namespace=f"team-{number % 20}", name=name)
        room.observe(of(T.PROBE_FAILED, 40, origin=origin, origin_uid=name), pod(name=name))
    await room.settle()
    (case,) = room.cases.index.unresolved()
    absorbed = room.cases.absorbed.status(case)["absorbed"]
    assert (absorbed["count"], len(absorbed["first"]), len(absorbed["groups"])) == (1000, 10, 10)


async def test_a_pod_may_fail_five_minutes_before_its_node_is_known_to(room: Room) -> None:
    await room.see(not_ready(), obj=node())
    await room.see(of(T.PROBE_FAILED, -300))
    assert len(room.opened()) == 1


async def test_where_a_signal_names_no_node_the_pods_own_counts(room: Room) -> None:
    await room.see(not_ready(), obj=node())
    await room.see(of(T.PROBE_FAILED, 60, node_name=""))
    assert len(room.opened()) == 1
    homeless = pod(owner=reference("Deployment", "checkout"))
    homeless["spec"]["nodeName"] = ""
    await room.see(of(T.PROBE_FAILED, 60, node_name="", origin_uid="homeless"), obj=homeless)
    assert len(room.opened()) == 2


@pytest.mark.parametrize(
    "own",
    [
        of(T.CRASH_LOOP_BACK_OFF, 60),
        of(T.IMAGE_PULL_FAILED, 60),
        of(T.PROBE_FAILED, -301),
        of(T.PROBE_FAILED, 60, node_name="node-2"),
    ],
    ids=["its own crash", "its own image", "long before", "elsewhere"],
)
async def test_a_pod_that_fails_for_itself_is_not_absorbed(room: Room, own: Signal) -> None:
    await room.see(not_ready(), obj=node())
    await room.see(own)
    assert len(room.opened()) == 2


async def test_pressure_takes_evicted_pods_and_no_others(room: Room) -> None:
    await room.see(node_signal(failure_class="DiskPressure"), obj=node())
    await room.see(of_pod(T.EVICTED, 20), of(T.PROBE_FAILED, 300))
    assert [one.partition(" ")[2] for one in room.opened()] == ["NodeCondition", "ProbeFailed"]


async def test_a_broken_gpu_takes_the_pods_that_use_devices_and_no_others(room: Room) -> None:
    await room.see(node_signal(), obj=node())
    await room.see(of(T.CRASH_LOOP_BACK_OFF, 20), obj=gpu_pod())
    assert len(room.opened()) == 1
    await room.see(of(T.CRASH_LOOP_BACK_OFF, 20, origin_uid="without"), obj=OWNED)
    assert len(room.opened()) == 2


async def test_an_events_pod_is_read_to_see_whether_it_uses_devices(room: Room) -> None:
    await room.see(node_signal(), obj=node())
    room.kube.put(gpu_pod() | {"kind": "Pod"})
    event = node_event("Error: failed to start", name="checkout-5d9f-abcde", kind="Pod")
    await room.see(of(T.CONTAINER_START_FAILED, 20), obj=event)
    assert len(room.opened()) == 1


@pytest.mark.parametrize(("down", "opened"), [("node-1", 1), ("node-2", 2)], ids=["broken", "healthy"])
async def test_a_rollout_that_misses_only_pods_of_broken_nodes_is_absorbed(room: Room, down: str, opened: int) -> None:
    await room.see(not_ready(), obj=node())
    missing, fine = pod(name="a") | {"kind": "Pod"}, pod(name="b", ready_since=0) | {"kind": "Pod"}
    missing["spec"]["nodeName"] = down
    room.kube.put(missing, fine)
    short = of_object(T.ROLLOUT_STUCK, "Deployment", "checkout", 600, derived=True)
    await room.see(short, obj=DEPLOYMENT)
    assert len(room.opened()) == opened


def missing(name: str, on: str = "node-1", **status: Any) -> Object:
    made = pod(name=name) | {"kind": "Pod"}
    made["spec"]["nodeName"] = on
    made["status"] |= status
    return made


@pytest.mark.parametrize(
    ("pods", "opened"),
    [
        ((missing("a"), missing("b")), 1),
        ((missing("a"), missing("b", "node-2")), 2),
        ((missing("b", "node-2"), missing("a")), 2),
        ((missing("a"), missing("b", "")), 2),
        ((missing("a"), missing("b", "node-2", phase="Succeeded")), 1),
        ((), 2),
    ],
    ids=["all", "another-last", "another-first", "without-a-place", "done", "none"],
)
async def test_an_owner_is_a_symptom_of_a_node_when_every_pod_that_it_misses_is(
    room: Room, pods: tuple[Object, ...], opened: int
) -> None:
    await room.see(not_ready(), obj=node())
    room.kube.put(*pods)
    await room.see(of_object(T.ROLLOUT_STUCK, "Deployment", "checkout", 600, derived=True), obj=DEPLOYMENT)
    assert len(room.opened()) == opened


@pytest.mark.parametrize(("reason", "opened"), [("Evicted", 1), ("NodeLost", 2), ("", 2)])
async def test_pressure_takes_an_owner_whose_pods_it_evicted(room: Room, reason: str, opened: int) -> None:
    await room.see(node_signal(failure_class="DiskPressure"), obj=node())
    room.kube.put(missing("a", phase="Failed", reason=reason))
    await room.see(of_object(T.ROLLOUT_STUCK, "Deployment", "checkout", 600, derived=True), obj=DEPLOYMENT)
    assert len(room.opened()) == opened


async def test_what_has_no_pods_is_no_symptom_of_a_node(room: Room) -> None:
    await room.see(not_ready(), obj=node())
    claim = workload("PersistentVolumeClaim", "data")
    room.kube.put(missing("a"))
    await room.see(of_object(T.VOLUME_FAILED, "PersistentVolumeClaim", "data", 600), obj=claim)
    assert len(room.opened()) == 2


async def test_a_node_that_is_not_ready_because_of_its_disk_is_one_case(room: Room) -> None:
    await room.see(node_signal(failure_class="NodeStorage"), not_ready(30), obj=node())
    assert len(room.opened()) == 1


async def test_two_faults_of_one_node_that_have_nothing_in_common_are_two_cases(room: Room) -> None:
    await room.see(node_signal(), node_signal(failure_class="DiskPressure"), obj=node())
    assert len(room.opened()) == 2


# A symptom that was told before its cause.


async def handed_over(room: Room, symptom: Signal, cause: Signal, *, cause_of: Object = OWNED) -> str:
    """What the symptom's case is closed with, once its cause has one too."""
    await room.see(symptom)
    room.clock.now = at(max(symptom.occurred_at.timestamp(), cause.occurred_at.timestamp()) - at().timestamp() + 1)
    await room.see(cause, obj=cause_of)
    case = room.case(symptom.trigger)
    found = await room.inhibitor.cause_of(case)
    assert found is not None
    return room.inhibitor.hand_over(case, found, room.clock.now).summary


async def test_a_symptoms_case_is_closed_as_explained_by_the_case_of_its_cause(room: Room) -> None:
    summary = await handed_over(room, of_pod(T.POD_START_STUCK), of(T.IMAGE_PULL_FAILED, 60, container="setup"))
    assert "ImagePullFailed of Deployment/shop/checkout" in summary
    assert room.case(T.IMAGE_PULL_FAILED).name in summary


async def test_a_pods_case_is_closed_and_the_node_names_the_pod(room: Room) -> None:
    summary = await handed_over(room, of_pod(T.POD_LOST, 0), not_ready(30), cause_of=node())
    assert "NodeNotReady of Node/node-1" in summary
    assert room.cases.absorbed.status(room.case("NodeCondition"))["absorbed"]["first"] == [
        "Pod/shop/checkout-5d9f-abcde"
    ]


async def test_every_pod_of_a_case_that_a_node_explains_is_counted_for_the_node(room: Room) -> None:
    await room.see(*[of_pod(T.POD_LOST, 0, origin_uid=f"pod-{number}") for number in range(5)])
    await room.see(not_ready(30), obj=node())
    room.inhibitor.hand_over(room.case(T.POD_LOST), room.case("NodeCondition"), room.clock.now)
    absorbed = room.cases.absorbed.status(room.case("NodeCondition"))["absorbed"]
    assert (absorbed["count"], absorbed["first"]) == (5, ["Pod/shop/checkout-5d9f-abcde"])


async def test_a_symptom_that_stood_for_hours_before_is_no_symptom_of_it(room: Room) -> None:
    room.clock.forward(3600)
    await room.see(of_pod(T.POD_START_STUCK, 0), of(T.IMAGE_PULL_FAILED, 4000))
    assert await room.inhibitor.cause_of(room.case(T.POD_START_STUCK)) is None
