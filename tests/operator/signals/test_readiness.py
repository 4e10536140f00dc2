"""Containers that run and are not ready."""

from typing import Any

import pytest

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.signals import pod_signals
from tests.operator.builders import at, condition, running
from tests.operator.signals.objects import running_pod, status_of


def unready(*, started: float = 0, lost: float = 0, **more: Any) -> Object:
    return running_pod(status_of(state=running(started), ready=False), ready=False, since=lost, **more)


def only(obj: Object) -> Signal:
    (signal,) = pod_signals(obj)
    return signal


def test_a_container_that_was_never_ready_counts_from_its_start() -> None:
    signal = only(unready(started=20, lost=3))
    assert (signal.trigger, signal.container, signal.occurred_at) == (Trigger.PROBE_FAILED, "app", at(20))
    assert signal.active


def test_one_that_is_no_longer_ready_counts_from_then() -> None:
    assert only(unready(started=-86_400, lost=7)).occurred_at == at(7)


@pytest.mark.parametrize(
    ("probes", "seconds"),
    [
        ({}, 0),
        ({"startupProbe": {}}, 0),
        ({"startupProbe": {"tcpSocket": {"port": 80}}}, 30),
        ({"startupProbe": {"failureThreshold": 60, "periodSeconds": 10, "initialDelaySeconds": 5}}, 605),
        ({"readinessProbe": {"initialDelaySeconds": 90, "periodSeconds": 10}}, 90),
        ({"startupProbe": {"failureThreshold": 10**15, "periodSeconds": 10**15}}, 86_400),
        ({"startupProbe": {"failureThreshold": "many"}, "readinessProbe": None}, 30),
    ],
)
def test_its_probes_say_how_long_a_start_may_take(probes: dict[str, Any], seconds: int) -> None:
    obj = unready(spec={"containers": [{"name": "app"} | probes]})
    assert only(obj).allowed_until == at(seconds)


def test_one_that_does_not_say_since_when_it_runs_has_no_start_that_may_take_long() -> None:
    obj = running_pod(status_of(state={"running": {}}, ready=False), ready=False)
    obj["status"]["conditions"] = []
    signal = only(obj)
    assert (signal.occurred_at, signal.allowed_until, signal.reason) == (at(-50), None, "ContainersNotReady")


def test_without_a_word_on_containers_the_pods_own_readiness_tells_since_when() -> None:
    obj = unready()
    obj["status"]["conditions"] = [condition("Ready", "False", since=9, reason="Because", message="in words")]
    signal = only(obj)
    assert (signal.occurred_at, signal.reason, signal.message) == (at(9), "Because", "in words")


@pytest.mark.parametrize("phase", ["Pending", "Failed", "Unknown"])
def test_readiness_is_asked_of_running_pods_alone(phase: str) -> None:
    obj = unready()
    obj["status"]["phase"] = phase
    assert Trigger.PROBE_FAILED not in [signal.trigger for signal in pod_signals(obj)]


def test_a_pod_that_kubelet_calls_ready_is_ready() -> None:
    assert pod_signals(running_pod(status_of(ready=False), ready=True)) == ()


def test_an_init_container_need_not_be_ready_but_a_sidecar_must() -> None:
    obj = running_pod(status_of(), ready=False)
    obj["status"]["initContainerStatuses"] = [status_of("side", ready=False)]
    assert pod_signals(obj) == ()
    obj["spec"]["initContainers"] = [{"name": "side", "restartPolicy": "Always"}]
    assert only(obj).container == "side"


def test_what_has_completed_need_not_be_ready() -> None:
    done = status_of(state={"terminated": {"exitCode": 0, "reason": "Completed"}}, ready=False)
    assert pod_signals(running_pod(done, ready=False)) == ()


def test_a_node_that_is_silent_makes_its_pods_not_ready_but_not_their_containers() -> None:
    pod = running_pod()
    pod["status"]["conditions"][1] = condition("Ready", "False", since=50, reason="")
    assert pod_signals(pod) == ()
