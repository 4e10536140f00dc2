"""Containers: every reason to wait, every way to end, and who is to mind."""

from typing import Any

import pytest

from casebook_analyzer.models import HoldDuration, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.signals import pod_signals
from casebook_operator.signals.table import signal_table
from tests.operator.builders import at, condition, container, ended, pod, reference, rfc, running, waiting
from tests.operator.signals.objects import JOB, pod_in, running_pod, starting_pod, status_of
from tests.rows import of_every

FIRING = [row for row in signal_table().waiting if row.trigger and row.reason != "CrashLoopBackOff"]
NOT_FIRING = [row.reason for row in signal_table().waiting if not row.trigger]


def only(obj: Object) -> Signal:
    (signal,) = pod_signals(obj)
    return signal


@of_every("row", FIRING, ids=lambda row: row.reason)
@of_every("statuses", ["initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"])
def test_every_reason_to_wait_is_a_signal_in_all_three_lists(row: Any, statuses: str) -> None:
    signal = only(pod(status_of("web", state=waiting(row.reason, "because")), statuses=statuses))
    assert (signal.trigger, signal.hold, signal.failure_class) == (row.trigger, row.hold, row.folds_as)
    assert (signal.container, signal.reason, signal.message) == ("web", row.reason, "because")


@pytest.mark.parametrize("reason", [*NOT_FIRING, "SomethingNewer"])
def test_other_reasons_are_evidence(reason: str) -> None:
    assert pod_signals(pod(status_of(state=waiting(reason)))) == ()


@pytest.mark.parametrize("reason", ["ErrImagePull", "ImagePullBackOff", "InvalidImageName", "RegistryUnavailable"])
def test_the_stages_of_a_pull_that_fails_are_one_failure(reason: str) -> None:
    assert only(starting_pod(status_of(state=waiting(reason)))).failure_class == "ImagePullFailed"


def test_waiting_counts_from_the_latest_thing_that_happened_before() -> None:
    told = (condition("Initialized", "True", since=90), condition("PodReadyToStartContainers", "True", since=2))
    waits = pod_in("Pending", status_of(state=waiting("ErrImagePull")), conditions=told)
    assert only(waits).occurred_at == at(90)
    again = status_of(state=waiting("ErrImagePull"), lastState=ended("Error", 1, 120))
    assert only(pod_in("Running", again, conditions=told)).occurred_at == at(120)


@pytest.mark.parametrize("kind", ["Initialized", "PodReadyToStartContainers"])
@pytest.mark.parametrize(("status", "since"), [("True", 70), ("False", -50), ("Unknown", -50)])
def test_a_step_counts_as_before_only_when_it_was_taken(kind: str, status: str, since: float) -> None:
    told = (condition(kind, status, since=70),)
    assert only(pod_in("Pending", status_of(state=waiting("ErrImagePull")), conditions=told)).occurred_at == at(since)


def test_a_pod_that_is_being_deleted_may_wait_for_what_it_likes() -> None:
    gone = starting_pod(status_of(state=waiting("ImagePullBackOff")), deletionTimestamp=rfc(0))
    assert only(gone).trigger is Trigger.TERMINATION_STUCK


@pytest.mark.parametrize(
    ("reason", "message", "trigger"),
    [
        ("StartError", "OCI runtime create failed: executable file not found in $PATH", "ContainerStartFailed"),
        ("StartError", "container init was OOM-killed (memory limit too low?): unknown", "OOMKilled"),
        ("StartError", "nvidia-container-cli: initialization error: nvml error", "ContainerStartFailed"),
        ("ContainerCannotRun", "OCI runtime create failed", "ContainerStartFailed"),
        ("Error", "", "CrashLoopBackOff"),
        ("Completed", "", "CrashLoopBackOff"),
        ("ContainerStatusUnknown", "", "CrashLoopBackOff"),
    ],
)
def test_a_back_off_is_what_its_last_end_was(reason: str, message: str, trigger: str) -> None:
    last = ended(reason, 0 if reason == "Completed" else 128, message=message)
    signal = only(pod(container(state=waiting("CrashLoopBackOff"), last=last)))
    assert (signal.trigger.value, signal.failure_class, signal.hold) == (trigger, trigger, HoldDuration.NONE)


def test_oom_with_exit_code_0_is_oom() -> None:
    assert only(pod(container(state=ended("OOMKilled", 0)))).trigger is Trigger.OOM_KILLED


def test_oom_of_a_pod_that_has_succeeded_all_the_same_is_a_signal() -> None:
    done = pod_in("Succeeded", container(state=ended("Completed", 0, 60), last=ended("OOMKilled", 137, 5)))
    assert pod_signals(done) == ()
    killed = pod_in("Succeeded", container(state=ended("OOMKilled", 0, 60)))
    assert only(killed).trigger is Trigger.OOM_KILLED


def test_a_first_start_that_fails_has_a_moment_before_it_counts() -> None:
    waits = status_of(state=waiting("RunContainerError"), lastState=ended("StartError", 128))
    assert only(pod(waits)).hold is HoldDuration.CONTAINER_START


def test_tries_to_start_that_fail_are_one_wait_from_the_first() -> None:
    waits = status_of(state=waiting("RunContainerError"), lastState=ended("StartError", 128, 600))
    assert only(pod(waits)).occurred_at == at(-50)


NEVER = {"restartPolicy": "Never"}


@pytest.mark.parametrize("owner", [None, reference("TaskRun", "build-1"), reference("Node", "node-1")])
def test_a_container_that_ends_with_an_error_for_good_is_a_signal_when_nobody_minds_it(owner: Object | None) -> None:
    signal = only(pod_in("Failed", status_of(state=ended("Error", 2, 9)), owner=owner, spec=NEVER))
    assert (signal.trigger, signal.exit_code, signal.occurred_at) == (Trigger.CONTAINER_FAILED, 2, at(9))
    assert not signal.active


@pytest.mark.parametrize("owner", [JOB, reference("ReplicaSet", "checkout-5d9f"), reference("StatefulSet", "db")])
def test_it_is_none_when_a_controller_makes_another_pod(owner: Object) -> None:
    assert pod_signals(pod_in("Failed", status_of(state=ended("Error", 2)), owner=owner, spec=NEVER)) == ()


@of_every("exit_code", [1, 2, 126, 127, 134, 137, 139, 255])
def test_every_exit_code_but_0_is_an_error(exit_code: int) -> None:
    failed = pod_in("Failed", status_of(state=ended("Error", exit_code)), owner=None, spec=NEVER)
    assert only(failed).exit_code == exit_code
    done = pod_in("Running", status_of(state=ended("Completed", 0)), owner=None, spec=NEVER)
    assert pod_signals(done) == ()


@pytest.mark.parametrize("reason", ["Evicted", "Terminated", "NodeLost"])
def test_a_pod_that_was_ended_from_outside_explains_its_containers(reason: str) -> None:
    obj = pod_in("Failed", status_of(state=ended("Error", 137)), owner=None, spec=NEVER, status={"reason": reason})
    assert only(obj).container == ""


def test_a_pod_whose_start_fails_for_good_is_a_signal_even_of_a_job() -> None:
    failed = pod_in("Failed", status_of(state=ended("StartError", 128)), owner=JOB, spec=NEVER)
    assert only(failed).trigger is Trigger.CONTAINER_START_FAILED


def test_a_jobs_container_may_try_again() -> None:
    looping = container(state=waiting("CrashLoopBackOff"), last=ended("Error", 1, 30))
    assert only(pod(looping, owner=JOB)).hold is HoldDuration.JOB_RETRY
    assert only(pod(looping)).hold is HoldDuration.NONE


@pytest.mark.parametrize(("role", "expected"), [("init", "ContainerFailed"), ("sidecar", "ContainerFailed")])
def test_init_containers_and_sidecars_count_like_any_other(role: str, expected: str) -> None:
    more = {"restartPolicy": "Always"} if role == "sidecar" else {}
    spec = NEVER | {"initContainers": [{"name": "setup"} | more]}
    status = {"initContainerStatuses": [status_of("setup", state=ended("Error", 1))]}
    failed = pod_in("Failed", owner=None, spec=spec, status=status)
    assert [signal.trigger.value for signal in pod_signals(failed)] == [expected]


@pytest.mark.parametrize(
    "status",
    [
        status_of("debug", state=ended("Error", 1)),
        status_of("debug", state=ended("Error", 1, 30), lastState=ended("Error", 1)),
        status_of("debug", state=ended("StartError", 128)),
        status_of("debug", state=running(), ready=False),
    ],
    ids=["failed", "failed-twice", "did-not-start", "not-ready"],
)
def test_how_a_debug_container_fares_is_the_affair_of_who_debugs(status: Object) -> None:
    assert pod_signals(running_pod(status_of(), ready=False, status={"ephemeralContainerStatuses": [status]})) == ()


def living(minutes: float, *, restarts: int = 3, reason: str = "Error") -> Object:
    last = ended(reason, 1, 0)
    last["terminated"]["startedAt"] = rfc(-minutes * 60)
    return running_pod(container(state=running(1), last=last) | {"restartCount": restarts, "ready": True})


def test_slow_restarts_count_with_the_crash_loop_that_they_are() -> None:
    signal = only(living(30))
    assert (signal.trigger, signal.failure_class) == (Trigger.CONTAINER_FAILED, "CrashLoopBackOff")
    assert not signal.active


@pytest.mark.parametrize("minutes", [10, 59.9])
def test_a_restart_is_slow_from_where_the_back_off_begins_anew_up_to_an_hour(minutes: float) -> None:
    assert only(living(minutes)).failure_class == "CrashLoopBackOff"


@pytest.mark.parametrize("obj", [living(9.9), living(60), living(30, restarts=2), living(30, reason="Unknown")])
def test_fast_rare_few_and_excused_restarts_do_not(obj: Object) -> None:
    assert pod_signals(obj) == ()
