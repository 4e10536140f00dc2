"""Pods that do not get as far as running."""

import pytest

from casebook_analyzer.models import Patience, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.signals import pod_signals
from tests.operator.builders import at, condition, ended, running, waiting
from tests.operator.signals.objects import pod_in, scheduled, starting_pod, status_of

CREATING = status_of(state=waiting("ContainerCreating"), ready=False)


def only(obj: Object) -> Signal:
    (signal,) = pod_signals(obj)
    return signal


def unplaced(*conditions: Object, **spec: object) -> Object:
    return pod_in("Pending", conditions=conditions, spec={"nodeName": ""} | spec)


@pytest.mark.parametrize("reason", ["Unschedulable", "SchedulerError"])
def test_a_pod_that_the_scheduler_cannot_place_is_a_signal_in_its_words(reason: str) -> None:
    signal = only(unplaced(condition("PodScheduled", "False", since=4, reason=reason, message="0/3 nodes")))
    assert (signal.trigger, signal.occurred_at, signal.message) == (Trigger.FAILED_SCHEDULING, at(4), "0/3 nodes")
    assert (signal.patience, signal.container) == (Patience.SCHEDULING, "")


def test_a_pod_that_no_scheduler_looks_at_names_the_one_that_it_wants() -> None:
    signal = only(unplaced(schedulerName="volcano"))
    assert (signal.trigger, signal.occurred_at) == (Trigger.FAILED_SCHEDULING, at(-60))
    assert "volcano" in signal.message


def test_a_pod_behind_gates_is_no_signal() -> None:
    assert pod_signals(unplaced(schedulingGates=[{"name": "quota"}])) == ()
    assert pod_signals(unplaced(condition("PodScheduled", "False", reason="SchedulingGated"))) == ()


def test_a_pod_without_a_sandbox_is_stuck_and_one_with_it_is_slow() -> None:
    assert only(starting_pod(CREATING, sandbox=False)).patience is Patience.POD_START
    assert only(starting_pod(CREATING, sandbox=True)).patience is Patience.SLOW_START
    assert only(starting_pod(CREATING)).patience is Patience.SLOW_START
    assert {only(starting_pod(CREATING, sandbox=s)).failure_class for s in (True, False, None)} == {"PodStartStuck"}


def test_a_pod_that_kubelet_has_not_looked_at_is_slow() -> None:
    assert only(starting_pod()).trigger is Trigger.POD_START_STUCK


def test_an_init_container_that_runs_is_slow_since_it_runs() -> None:
    waits = starting_pod(status_of(state=waiting("PodInitializing")), sandbox=True)
    waits["status"]["initContainerStatuses"] = [
        status_of("first", state=ended("Completed", 0, 30)),
        status_of("second", state=running(31)),
    ]
    signal = only(waits)
    assert (signal.occurred_at, signal.patience) == (at(31), Patience.SLOW_START)
    assert signal.message == "the init container second runs"


def test_an_init_container_that_fails_says_more_than_the_pod_that_waits_for_it() -> None:
    waits = starting_pod(status_of(state=waiting("PodInitializing")), sandbox=True)
    waits["status"]["initContainerStatuses"] = [
        status_of("first", state=waiting("CrashLoopBackOff"), lastState=ended("Error", 1))
    ]
    signal = only(waits)
    assert (signal.trigger, signal.container) == (Trigger.CRASH_LOOP_BACK_OFF, "first")


def test_an_image_that_cannot_be_pulled_says_more_too() -> None:
    waits = starting_pod(CREATING | {"name": "web"}, status_of(state=waiting("ErrImagePull")), sandbox=True)
    assert only(waits).trigger is Trigger.IMAGE_PULL_FAILED


def test_a_pod_that_ran_before_its_node_was_restarted_can_be_stuck_again() -> None:
    again = status_of(state=waiting("ContainerCreating"), lastState=ended("Unknown", 255, 100))
    sandbox = condition("PodReadyToStartContainers", "False", since=130)
    signal = only(pod_in("Running", again, conditions=(scheduled(), sandbox)))
    assert (signal.trigger, signal.patience, signal.occurred_at) == (
        Trigger.POD_START_STUCK,
        Patience.POD_START,
        at(130),
    )


@pytest.mark.parametrize("phase", ["Succeeded", "Failed", "Unknown", ""])
def test_a_pod_in_another_phase_is_not_starting(phase: str) -> None:
    assert pod_signals(pod_in(phase, CREATING, conditions=(scheduled(),))) == ()
