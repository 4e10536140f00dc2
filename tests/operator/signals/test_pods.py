"""Pods: what is a signal, and what looks like one and is none."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.models import HoldDuration, Trigger
from casebook_operator.kube.pods import CONTAINER_LISTS
from casebook_operator.signals import pod_signals
from tests.operator.builders import at, container, crash_looping, ended, pod, rfc, running, waiting

LISTS = [each.reported for each in CONTAINER_LISTS]


def triggers(obj: dict[str, Any]) -> list[str]:
    return [signal.trigger.value for signal in pod_signals(obj)]


@pytest.mark.parametrize("statuses", LISTS)
def test_a_crash_loop_is_seen_in_all_three_status_lists(statuses: str) -> None:
    assert triggers(pod(crash_looping(), statuses=statuses)) == ["CrashLoopBackOff"]


@pytest.mark.parametrize("statuses", LISTS)
@pytest.mark.parametrize("field", ["state", "last"])
def test_an_oom_kill_is_seen_in_state_and_last_state_of_all_three_lists(statuses: str, field: str) -> None:
    killed = container(**{field: ended("OOMKilled", 137)})
    assert triggers(pod(killed, statuses=statuses)) == ["OOMKilled"]


def test_a_crash_loop_because_of_oom_is_one_failure() -> None:
    looping = container(state=waiting("CrashLoopBackOff"), last=ended("OOMKilled", 137))
    (signal,) = pod_signals(pod(looping))
    assert (signal.trigger, signal.failure_class, signal.active) == (Trigger.OOM_KILLED, "OOMKilled", True)


def test_an_oom_kill_that_was_survived_is_a_signal_that_is_not_active() -> None:
    (signal,) = pod_signals(pod(container(state=running(3), last=ended("OOMKilled", 137))))
    assert not signal.active


def test_a_container_that_failed_otherwise_after_an_oom_kill_is_not_oom_any_more() -> None:
    now = container(state=ended("Error", 1, finished=60), last=ended("OOMKilled", 137))
    assert triggers(pod(now)) == ["CrashLoopBackOff"]
    since = container(state=ended("Completed", 0, finished=60), last=ended("OOMKilled", 137))
    assert triggers(pod(since)) == []


def test_two_failures_in_a_row_are_a_crash_loop_before_kubelet_says_so() -> None:
    again = container(state=ended("Error", 1, finished=30), last=ended("Error", 2, finished=0))
    (signal,) = pod_signals(pod(again))
    assert (signal.trigger, signal.occurred_at, signal.exit_code) == (Trigger.CRASH_LOOP_BACK_OFF, at(30), 1)


@pytest.mark.parametrize(("apart", "found"), [(599, ["CrashLoopBackOff"]), (600, [])])
def test_two_failures_are_in_a_row_as_long_as_kubelet_counts_them_together(apart: float, found: list[str]) -> None:
    assert triggers(pod(container(state=ended("Error", 1, finished=apart), last=ended("Error", 1)))) == found


def test_it_is_the_same_signal_once_kubelet_says_so() -> None:
    before = container(state=ended("Error", 1, finished=30), last=ended("Error", 2, finished=0))
    after = container(state=waiting("CrashLoopBackOff"), last=ended("Error", 1, finished=30))
    assert pod_signals(pod(before)) == pod_signals(pod(after))


@pytest.mark.parametrize(
    ("state", "last"),
    [
        (ended("Error", 1, finished=3600), ended("Error", 1)),
        (ended("Completed", 0, finished=30), ended("Error", 1)),
        (ended("Error", 1, finished=30), ended("Completed", 0)),
        (ended("Error", 1, finished=30), {}),
        (running(30), ended("Error", 1)),
    ],
    ids=["long-after", "success-now", "success-before", "first-failure", "runs-again"],
)
def test_one_failure_or_two_far_apart_are_no_crash_loop(state: dict[str, Any], last: dict[str, Any]) -> None:
    assert triggers(pod(container(state=state, last=last))) == []


def test_a_pod_that_is_never_restarted_is_not_in_a_crash_loop() -> None:
    never = pod(container(state=ended("Error", 1, finished=30), last=ended("Error", 1)))
    never["spec"]["restartPolicy"] = "Never"
    assert triggers(never) == ["ContainerFailed"]


def test_exit_137_without_the_reason_is_not_oom() -> None:
    assert triggers(pod(container(state=ended("Error", 137)))) == []
    assert triggers(pod(crash_looping(exit_code=137))) == ["CrashLoopBackOff"]


@pytest.mark.parametrize(
    "state",
    [
        running(),
        waiting("ContainerCreating"),
        waiting("PodInitializing"),
        ended("Completed", 0),
        ended("Error", 1),
        {},
    ],
)
def test_healthy_starting_completed_and_once_failed_containers_are_no_signal(state: dict[str, Any]) -> None:
    assert triggers(pod(container(state=state))) == []


def test_how_a_pod_ends_that_a_rollout_terminates_is_no_signal() -> None:
    old = pod(container(state=ended("Error", 143), last=ended("Error", 1, -60)), deletionTimestamp=rfc(3))
    assert triggers(old) == ["TerminationStuck"]


def test_a_pod_without_status_or_with_nulls_is_no_signal() -> None:
    bare = pod()
    assert pod_signals({"metadata": bare["metadata"]}) == ()
    assert pod_signals({"metadata": bare["metadata"], "status": {"containerStatuses": None}, "spec": None}) == ()
    assert pod_signals(pod({"name": "app", "state": None, "lastState": None})) == ()


def test_each_container_has_its_own_signal() -> None:
    found = pod_signals(pod(crash_looping("app"), container("sidecar"), crash_looping("worker")))
    assert [signal.container for signal in found] == ["app", "worker"]


def test_a_signal_says_where_when_and_with_which_exit_code() -> None:
    (signal,) = pod_signals(pod(crash_looping(finished=7, exit_code=3)))
    assert (signal.occurred_at, signal.exit_code, signal.node_name) == (at(7), 3, "node-1")
    assert (signal.origin.kind, signal.origin.namespace, signal.origin.name) == ("Pod", "shop", "checkout-5d9f-abcde")
    assert signal.origin_uid == "uid-checkout-5d9f-abcde"


def test_the_termination_message_wins_over_the_back_off_message() -> None:
    looping = container(
        state=waiting("CrashLoopBackOff", "back-off 10s restarting"), last=ended("Error", 1, message="no such table")
    )
    (signal,) = pod_signals(pod(looping))
    assert signal.message == "no such table"


def test_a_container_that_never_started_did_not_fail_in_1970() -> None:
    never = {"reason": "StartError", "exitCode": 128, "message": "executable file not found"}
    never |= {"startedAt": "1970-01-01T00:00:00Z", "finishedAt": "1970-01-01T00:00:00Z"}
    (signal,) = pod_signals(pod(container(state=waiting("CrashLoopBackOff"), last={"terminated": never})))
    assert signal.occurred_at == at(-50)
    assert (signal.exit_code, signal.message) == (128, "executable file not found")
    assert (signal.trigger, signal.hold) == (Trigger.CONTAINER_START_FAILED, HoldDuration.NONE)


_REASONS = st.sampled_from(["CrashLoopBackOff", "ContainerCreating", "ImagePullBackOff", ""])
_STATES = st.one_of(
    st.builds(waiting, _REASONS, st.text(max_size=20)),
    st.builds(ended, st.sampled_from(["OOMKilled", "Error", "Completed"]), st.integers(0, 255), st.integers(0, 9000)),
    st.builds(running, st.integers(0, 9000)),
    st.just({}),
)
_PODS = st.lists(st.builds(container, st.sampled_from("abc"), state=_STATES, last=_STATES), max_size=3)


@given(_PODS, st.sampled_from(LISTS))
def test_the_same_pod_gives_the_same_signals_and_at_most_one_for_a_container(
    containers: list[dict[str, Any]], statuses: str
) -> None:
    obj = pod(*containers, statuses=statuses)
    found = pod_signals(obj)
    assert found == pod_signals(obj)
    assert len(found) <= len(containers)
