"""Pods that were ended, refused, disturbed, or never come to an end."""

import pytest

from casebook_analyzer.models import Patience, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.signals import pod_signals
from casebook_operator.signals.table import signal_table
from tests.operator.builders import at, condition, ended, reference, rfc
from tests.operator.signals.objects import JOB, pod_in, running_pod, status_of

_ROWS = signal_table().pod_reasons
REJECTED = [row.reason for row in _ROWS if row.trigger is Trigger.POD_REJECTED and row.owner is None]


def failed(reason: str, message: str = "", **more: object) -> Object:
    return pod_in("Failed", status={"reason": reason, "message": message}, **more)


def only(obj: Object) -> Signal:
    (signal,) = pod_signals(obj)
    return signal


@pytest.mark.parametrize("reason", [*REJECTED, "OutOfcpu", "OutOfnvidia.com/gpu", "OutOfpods"])
def test_what_kubelet_refuses_is_a_signal_at_once(reason: str) -> None:
    signal = only(failed(reason, "Pod was rejected: ..."))
    assert (signal.trigger, signal.patience, signal.reason) == (Trigger.POD_REJECTED, Patience.NONE, reason)


def test_an_eviction_is_a_signal_at_once_dated_by_the_ends_of_its_containers() -> None:
    evicted = failed("Evicted", "The node was low on resource: memory.")
    evicted["status"]["containerStatuses"] = [status_of(state=ended("Error", 137, 40))]
    signal = only(evicted)
    assert (signal.trigger, signal.occurred_at, signal.active) == (Trigger.EVICTED, at(40), False)
    assert signal.message == "The node was low on resource: memory."


@pytest.mark.parametrize("reason", ["NodeShutdown", "Terminated", "NodeAffinity"])
def test_what_a_node_leaves_behind_counts_only_where_nobody_replaces_it(reason: str) -> None:
    assert pod_signals(failed(reason)) == ()
    assert only(failed(reason, owner=None)).trigger in (Trigger.POD_LOST, Trigger.POD_REJECTED)
    assert only(failed(reason, owner=reference("Node", "node-1"))).active is False


def test_a_lost_node_is_told_by_its_own_case_first() -> None:
    signal = only(failed("NodeLost"))
    assert (signal.trigger, signal.patience, signal.derived) == (Trigger.POD_LOST, Patience.POD_LOST, True)


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
    assert only(preempted(None)).patience is Patience.NONE
    later = only(preempted(reference("ReplicaSet", "checkout-5d9f")))
    assert (later.trigger, later.patience, later.derived) == (Trigger.PREEMPTED, Patience.POD_LOST, True)


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


def test_a_readiness_gate_that_is_not_met_is_a_signal_of_the_pod() -> None:
    gated = running_pod()
    gated["status"]["conditions"][1] = condition("Ready", "False", since=9, reason="ReadinessGatesNotReady")
    signal = only(gated)
    assert (signal.trigger, signal.container, signal.occurred_at) == (Trigger.PROBE_FAILED, "", at(9))
