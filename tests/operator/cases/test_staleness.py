"""Events and dead pods do not take back what they told. Before a case is opened, somebody else is asked."""

from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Entity, Signal, Trigger
from casebook_operator.cases.staleness import Staleness
from casebook_operator.kube import Object
from tests.operator.builders import (
    condition,
    container,
    ended,
    node_event,
    node_signal,
    pod,
    reference,
    running,
    signal,
    waiting,
    workload,
)
from tests.operator.cases.rooms import Clock
from tests.operator.fakes import FakeKube, refusal

EVENT = node_event("MountVolume.SetUp failed", kind="Pod", name="checkout-5d9f-abcde")
STARTING = pod(container(state=waiting("ContainerCreating"))) | {"kind": "Pod"}


def of(trigger: Trigger, **changes: Any) -> Signal:
    return signal(**({"trigger": trigger, "failure_class": trigger.value, "container": ""} | changes))


async def over(told: Signal, *objects: Object, obj: Object = EVENT) -> bool:
    kube = FakeKube()
    kube.put(*objects)
    return await Staleness(kube, clock=Clock()).is_over(told, obj)


def running_pod(*, ready: bool = False, **status: Any) -> Object:
    one = pod(container(state=running()), ready_since=0 if ready else None) | {"kind": "Pod"}
    one["status"] |= status
    return one


async def test_an_event_of_a_pod_that_still_waits_is_not_over() -> None:
    assert not await over(of(Trigger.VOLUME_FAILED), STARTING)


@pytest.mark.parametrize("trigger", [Trigger.VOLUME_FAILED, Trigger.POD_START_STUCK, Trigger.IMAGE_PULL_FAILED])
async def test_what_keeps_containers_from_starting_is_over_when_they_run(trigger: Trigger) -> None:
    assert await over(of(trigger), running_pod())


async def test_a_probe_that_fails_is_over_when_the_pod_is_ready_and_not_before() -> None:
    assert not await over(of(Trigger.PROBE_FAILED), running_pod())
    assert await over(of(Trigger.PROBE_FAILED), running_pod(ready=True))


async def test_a_pod_that_has_a_node_was_scheduled() -> None:
    unbound = pod(container(state=waiting("ContainerCreating"))) | {"kind": "Pod", "spec": {}}
    assert not await over(of(Trigger.FAILED_SCHEDULING), unbound)
    assert await over(of(Trigger.FAILED_SCHEDULING), STARTING)


@pytest.mark.parametrize(("phase", "is_over"), [("Succeeded", True), ("Failed", False)])
async def test_a_pod_that_succeeded_needs_nobody(phase: str, is_over: bool) -> None:
    assert await over(of(Trigger.PROBE_FAILED), running_pod(phase=phase)) is is_over


async def test_a_pod_that_is_being_deleted_is_over_unless_that_is_what_takes_so_long() -> None:
    leaving = pod(container(state=waiting("ContainerCreating")), deletionTimestamp="2026-03-01T12:00:00Z")
    assert await over(of(Trigger.VOLUME_FAILED), leaving | {"kind": "Pod"})
    assert not await over(of(Trigger.TERMINATION_STUCK), leaving | {"kind": "Pod"})


async def test_a_pod_that_is_gone_or_was_made_anew_is_over() -> None:
    assert await over(of(Trigger.VOLUME_FAILED))
    assert await over(of(Trigger.VOLUME_FAILED, origin_uid="the one before"), STARTING)


@pytest.mark.parametrize(("ready", "is_over"), [(2, True), (1, False)])
async def test_an_event_of_an_owner_is_over_when_it_has_all_that_it_wants(ready: int, is_over: bool) -> None:
    owner = workload("ReplicaSet", "rs", replicas=2) | {"status": {"readyReplicas": ready}}
    origin = Entity(kind="ReplicaSet", namespace="shop", name="rs")
    assert await over(of(Trigger.ROLLOUT_STUCK, origin=origin, origin_uid=""), owner) is is_over


@pytest.mark.parametrize(("phase", "is_over"), [("Bound", True), ("Pending", False)])
async def test_an_event_of_a_claim_is_over_when_it_is_bound(phase: str, is_over: bool) -> None:
    claim = workload("PersistentVolumeClaim", "data") | {"status": {"phase": phase}}
    origin = Entity(kind="PersistentVolumeClaim", namespace="shop", name="data")
    assert await over(of(Trigger.VOLUME_FAILED, origin=origin, origin_uid=""), claim) is is_over


async def test_what_cannot_be_told_is_not_over() -> None:
    origin = Entity(kind="Rollout", namespace="shop", name="web")
    assert not await over(of(Trigger.SERVICE_UNAVAILABLE, origin=origin))
    assert not await over(node_signal())
    kube = FakeKube()
    kube.fail("Pod", "shop", "checkout-5d9f-abcde", refusal(403))
    assert not await Staleness(kube, clock=Clock()).is_over(of(Trigger.VOLUME_FAILED), EVENT)


async def test_an_api_server_that_is_away_is_an_error_that_may_pass() -> None:
    kube = FakeKube()
    kube.fail("Pod", "shop", "checkout-5d9f-abcde", ClusterUnavailableError("away"))
    with pytest.raises(ClusterUnavailableError):
        await Staleness(kube, clock=Clock()).is_over(of(Trigger.VOLUME_FAILED), EVENT)


def dead(kind: str, name: str) -> Object:
    one = pod(container(state=ended("Error", 1)), owner=reference(kind, name))
    one["status"]["phase"] = "Failed"
    return one


async def test_a_pod_that_runs_speaks_for_itself() -> None:
    assert not await over(signal(), obj=pod(container()))


@pytest.mark.parametrize(
    ("job", "is_over"),
    [
        ({"succeeded": 1, "conditions": [condition("Complete", "True")]}, True),
        ({"active": 1, "failed": 2}, True),
        ({"failed": 7, "conditions": [condition("Failed", "True")]}, False),
        ({"active": 1, "failed": 7, "conditions": [condition("FailureTarget", "True")]}, False),
        ({}, False),
    ],
    ids=["completed", "tries again", "failed", "about to fail", "says nothing"],
)
async def test_what_a_pod_of_a_job_died_of_is_over_while_the_job_goes_on(job: Object, is_over: bool) -> None:
    owner = workload("Job", "nightly") | {"status": job}
    assert await over(of(Trigger.CONTAINER_FAILED), owner, obj=dead("Job", "nightly")) is is_over


@pytest.mark.parametrize(("ready", "is_over"), [(3, True), (2, False)])
async def test_a_dead_pod_of_a_daemon_set_is_over_when_every_node_has_one(ready: int, is_over: bool) -> None:
    owner = workload("DaemonSet", "agent") | {"status": {"numberReady": ready, "desiredNumberScheduled": 3}}
    assert await over(of(Trigger.EVICTED), owner, obj=dead("DaemonSet", "agent")) is is_over


async def test_a_dead_pod_of_nobody_or_of_a_stranger_is_told_of() -> None:
    bare = pod(container(state=ended("Error", 1)))
    bare["status"]["phase"] = "Failed"
    assert not await over(of(Trigger.EVICTED), obj=bare)
    assert not await over(of(Trigger.EVICTED), obj=dead("TrainJob", "llm"))


async def test_a_dead_pod_whose_owner_is_gone_is_over() -> None:
    assert await over(of(Trigger.EVICTED), obj=dead("ReplicaSet", "rs"))


@pytest.mark.parametrize(("replicas", "is_over"), [(1, True), (0, False)])
async def test_pods_that_were_made_since_are_no_failure_to_make_them_though_they_are_not_ready(
    replicas: int, is_over: bool
) -> None:
    replica_set = workload("ReplicaSet", "checkout-5d9f", replicas=1) | {"status": {"replicas": replicas}}
    origin = Entity(kind="ReplicaSet", namespace="shop", name="checkout-5d9f")
    told = of(Trigger.FAILED_CREATE, origin=origin, origin_uid="")
    assert await over(told, replica_set) is is_over
