"""Pods that do not get as far as running."""

import pytest

from casebook_analyzer.models import HoldDuration, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.signals import pod_signals
from tests.operator.builders import at, condition, ended, rfc, running, waiting
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
    assert (signal.hold, signal.container) == (HoldDuration.SCHEDULING, "")


def test_a_pod_that_no_scheduler_looks_at_names_the_one_that_it_wants() -> None:
    signal = only(unplaced(schedulerName="volcano"))
    assert (signal.trigger, signal.occurred_at) == (Trigger.FAILED_SCHEDULING, at(-60))
    assert "volcano" in signal.message


def test_a_pod_behind_gates_is_no_signal() -> None:
    assert pod_signals(unplaced(schedulingGates=[{"name": "quota"}])) == ()
    assert pod_signals(unplaced(condition("PodScheduled", "False", reason="SchedulingGated"))) == ()


def test_a_pod_without_a_sandbox_is_stuck_and_one_with_it_is_slow() -> None:
    assert only(starting_pod(CREATING, sandbox=False)).hold is HoldDuration.POD_START
    assert only(starting_pod(CREATING, sandbox=True)).hold is HoldDuration.SLOW_START
    assert only(starting_pod(CREATING)).hold is HoldDuration.SLOW_START
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
    assert (signal.occurred_at, signal.hold) == (at(31), HoldDuration.SLOW_START)
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
    assert (signal.trigger, signal.hold, signal.occurred_at) == (
        Trigger.POD_START_STUCK,
        HoldDuration.POD_START,
        at(130),
    )


def beginning(**at: float) -> Object:
    """A pod that has not started, with the times of what came before."""
    last = {"lastState": ended("Unknown", 255, at["end"])} if "end" in at else {}
    made = starting_pod(status_of(state=waiting("ContainerCreating")) | last)
    made["status"]["startTime"] = rfc(at.get("start", 0))
    told = [condition(kind, "True", since=since) for kind, since in at.items() if kind not in ("start", "end")]
    made["status"]["conditions"] = told
    return made


@pytest.mark.parametrize(
    "latest", ["start", "end", "PodScheduled", "PodReadyToStartContainers", "PodHasNetwork", "Initialized"]
)
def test_a_slow_start_counts_from_the_latest_thing_that_came_before(latest: str) -> None:
    assert only(beginning(**{latest: 70})).occurred_at == at(70)


@pytest.mark.parametrize("kind", ["PodReadyToStartContainers", "PodHasNetwork"])
def test_a_missing_sandbox_of_a_new_pod_counts_from_when_it_was_accepted_and_not_from_when_kubelet_says_so(
    kind: str,
) -> None:
    made = starting_pod(CREATING)
    made["status"]["conditions"].append(condition(kind, "False", since=70))
    assert (only(made).hold, only(made).occurred_at) == (HoldDuration.POD_START, at(0))


def test_a_regular_container_that_runs_has_a_pod_that_started() -> None:
    made = starting_pod(status_of(state=running(5)))
    made["status"]["initContainerStatuses"] = [status_of("setup", state=running(31))]
    assert pod_signals(made) == ()


def test_an_init_container_that_does_not_say_since_when_it_runs_runs_since_the_pod_was_accepted() -> None:
    made = starting_pod(status_of(state=waiting("PodInitializing")), since=4)
    made["status"]["initContainerStatuses"] = [status_of("setup", state={"running": {}})]
    assert only(made).occurred_at == at(4)


def test_a_pod_without_any_status_of_a_container_is_named_so() -> None:
    assert only(starting_pod(sandbox=False)).message == "no sandbox for any container"


@pytest.mark.parametrize("phase", ["Succeeded", "Failed", "Unknown", ""])
def test_a_pod_in_another_phase_is_not_starting(phase: str) -> None:
    assert pod_signals(pod_in(phase, CREATING, conditions=(scheduled(),))) == ()
