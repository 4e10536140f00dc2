"""Pods that were ended, refused, disturbed, or never come to an end."""

import pytest

from casebook_analyzer.models import HoldDuration, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.signals import pod_signals
from casebook_operator.signals.table import signal_table
from tests.operator.builders import at, condition, ended, reference, rfc
from tests.operator.signals.objects import JOB, pod_in, running_pod, status_of
from tests.rows import of_every

_ROWS = signal_table().pod_reasons
REJECTED = [row.reason for row in _ROWS if row.trigger is Trigger.POD_REJECTED and row.owner is None]


def failed(reason: str, message: str = "", **more: object) -> Object:
    return pod_in("Failed", status={"reason": reason, "message": message}, **more)


def only(obj: Object) -> Signal:
    (signal,) = pod_signals(obj)
    return signal


@of_every("reason", [*REJECTED, "OutOfcpu", "OutOfnvidia.com/gpu", "OutOfpods"])
def test_what_kubelet_refuses_is_a_signal_at_once(reason: str) -> None:
    signal = only(failed(reason, "Pod was rejected: ..."))
    assert (signal.trigger, signal.hold, signal.reason) == (Trigger.POD_REJECTED, HoldDuration.NONE, reason)


def test_an_eviction_is_a_signal_at_once_dated_by_the_ends_of_its_containers() -> None:
    evicted = failed("Evicted", "The node was low on resource: memory.")
    evicted["status"]["containerStatuses"] = [status_of(state=ended("Error", 137, 40))]
    signal = only(evicted)
    assert (signal.trigger, signal.occurred_at, signal.active) == (Trigger.EVICTED, at(40), False)
    assert signal.message == "The node was low on resource: memory."


def test_without_ends_it_is_dated_by_its_newest_condition_and_without_those_by_its_start() -> None:
    told = (condition("PodScheduled", "True", since=3), condition("DisruptionTarget", "True", since=8))
    assert only(pod_in("Failed", conditions=told, status={"reason": "Evicted"})).occurred_at == at(8)
    assert only(failed("Evicted")).occurred_at == at(-50)


@pytest.mark.parametrize("reason", ["NodeShutdown", "Terminated", "NodeAffinity"])
def test_what_a_node_leaves_behind_counts_only_where_nobody_replaces_it(reason: str) -> None:
    assert pod_signals(failed(reason)) == ()
    assert only(failed(reason, owner=None)).trigger in (Trigger.POD_LOST, Trigger.POD_REJECTED)
    assert only(failed(reason, owner=reference("Node", "node-1"))).active is False


def test_a_lost_node_is_told_by_its_own_case_first() -> None:
    signal = only(failed("NodeLost"))
    assert (signal.trigger, signal.hold, signal.derived) == (Trigger.POD_LOST, HoldDuration.POD_LOST, True)


def test_a_deadline_of_a_jobs_pod_is_the_jobs_affair() -> None:
    assert pod_signals(failed("DeadlineExceeded", owner=JOB)) == ()
    assert only(failed("DeadlineExceeded", owner=None)).trigger is Trigger.CONTAINER_FAILED


@pytest.mark.parametrize("reason", ["", "SomethingNewer", "Completed"])
def test_a_reason_that_nobody_has_looked_at_is_no_signal(reason: str) -> None:
    assert pod_signals(failed(reason)) == ()


def preempted(owner: Object | None) -> Object:
    victim = running_pod(owner=owner)
    victim["status"]["conditions"].append(condition("DisruptionTarget", "True", reason="PreemptionByScheduler"))
    return victim


def test_a_preempted_pod_that_nobody_makes_again_is_a_signal_at_once() -> None:
    assert only(preempted(None)).hold is HoldDuration.NONE
    later = only(preempted(reference("ReplicaSet", "checkout-5d9f")))
    assert (later.trigger, later.hold, later.derived) == (Trigger.PREEMPTED, HoldDuration.POD_LOST, True)


@pytest.mark.parametrize("reason", ["EvictionByEvictionAPI", "DeletionByTaintManager", "TerminationByKubelet"])
def test_other_disruptions_are_somebody_elses_wish(reason: str) -> None:
    pod = running_pod()
    pod["status"]["conditions"].append(condition("DisruptionTarget", "True", reason=reason))
    assert pod_signals(pod) == ()


def test_a_pod_that_stays_names_its_finalizers_and_has_its_grace_period() -> None:
    gone = {"deletionTimestamp": rfc(60), "deletionGracePeriodSeconds": 60, "finalizers": ["example.com/lock"]}
    signal = only(running_pod(**gone))
    assert (signal.trigger, signal.occurred_at, signal.allowed_until) == (Trigger.TERMINATION_STUCK, at(0), at(60))
    assert signal.message == "finalizers: example.com/lock"


@pytest.mark.parametrize(
    ("metadata", "since", "until", "message"),
    [
        ({"deletionTimestamp": rfc(60)}, 60, 60, ""),
        ({"deletionTimestamp": rfc(60), "deletionGracePeriodSeconds": -9}, 60, 60, ""),
        ({"deletionTimestamp": rfc(60), "deletionGracePeriodSeconds": 10**12}, 60 - 365 * 86_400, 60, ""),
        ({"deletionTimestamp": rfc(60), "finalizers": ["a", "b"]}, 60, 60, "finalizers: a, b"),
        ({"deletionTimestamp": rfc(60), "finalizers": "a"}, 60, 60, ""),
        ({"deletionTimestamp": "soon", "deletionGracePeriodSeconds": 5}, -50, None, ""),
    ],
)
def test_whatever_its_metadata_say_it_has_been_leaving_since_some_time(
    metadata: Object, since: float, until: float | None, message: str
) -> None:
    signal = only(running_pod(**metadata))
    assert (signal.occurred_at, signal.message) == (at(since), message)
    assert signal.allowed_until == (None if until is None else at(until))


def test_a_pod_that_has_succeeded_and_does_not_go_away_is_a_signal_beside_its_oom_kill() -> None:
    going = pod_in("Succeeded", status_of(state=ended("OOMKilled", 0)), deletionTimestamp=rfc(0))
    assert [signal.trigger for signal in pod_signals(going)] == [Trigger.OOM_KILLED, Trigger.TERMINATION_STUCK]


def test_what_is_left_of_a_condition_when_the_pod_has_gone_on_is_none() -> None:
    placed = running_pod()
    placed["status"]["conditions"][0] = condition("PodScheduled", "False", reason="Unschedulable")
    assert pod_signals(placed) == ()
    over = pod_in("Failed", conditions=(condition("Ready", "False", reason="ReadinessGatesNotReady"),))
    assert pod_signals(over) == ()


def test_a_readiness_gate_that_is_not_met_is_a_signal_of_the_pod() -> None:
    gated = running_pod()
    gated["status"]["conditions"][1] = condition("Ready", "False", since=9, reason="ReadinessGatesNotReady")
    signal = only(gated)
    assert (signal.trigger, signal.container, signal.occurred_at) == (Trigger.PROBE_FAILED, "", at(9))
