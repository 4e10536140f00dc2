"""What is read of pods, however strange they are."""

from typing import Any

import pytest
from hypothesis import given

from casebook_operator.kube import pods
from tests.operator.kube.strange import ANY_OBJECT


@given(ANY_OBJECT)
def test_whatever_a_pod_says_what_is_read_has_the_stated_type(pod: Any) -> None:
    assert all(isinstance(read(pod), str) for read in (pods.node_of, pods.phase_of))
    for question in (pods.finished, pods.ready, pods.not_ready, pods.was_evicted, pods.uses_devices):
        assert isinstance(question(pod), bool)
    assert all(isinstance(claim, str) for claim in pods.claims_of(pod))
    assert isinstance(pods.container_spec(pod, "app"), dict)
    for kind, status in pods.statuses_by_kind(pod):
        assert kind in {"init", "app", "ephemeral"}
        assert isinstance(status["name"], str)
        assert isinstance(pods.waiting(status), dict)
        assert isinstance(pods.running(status), dict)
        assert isinstance(pods.is_running(status), bool)
        assert isinstance(pods.waiting_reason(status), str | None)
        assert all(isinstance(pods.terminated(status, field), dict) for field in ("state", "lastState"))


@pytest.mark.parametrize("each", pods.CONTAINER_LISTS)
def test_containers_of_all_three_lists_are_found(each: pods.ContainerList) -> None:
    pod = {"spec": {each.declared: [{"name": "a", "image": "i"}]}, "status": {each.reported: [{"name": "a"}]}}
    assert list(pods.statuses_by_kind(pod)) == [(each.kind, {"name": "a"})]
    assert pods.container_spec(pod, "a") == {"name": "a", "image": "i"}


def test_a_status_without_a_name_is_of_no_container() -> None:
    assert list(pods.container_statuses({"status": {"containerStatuses": [{"ready": True}, {"name": "a"}]}})) == [
        {"name": "a"}
    ]


def test_the_claims_of_ephemeral_volumes_are_called_after_pod_and_volume() -> None:
    volumes = [
        {"name": "scratch", "ephemeral": {}},
        {"name": "data", "persistentVolumeClaim": {"claimName": "db"}},
        {"name": "broken", "persistentVolumeClaim": None},
    ]
    assert pods.claims_of({"metadata": {"name": "web-0"}, "spec": {"volumes": volumes}}) == ["web-0-scratch", "db"]


@pytest.mark.parametrize(("status", "serves"), [("True", True), ("False", False), ("Unknown", False)])
def test_a_pod_is_ready_when_its_condition_says_so(status: str, serves: bool) -> None:
    pod = {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": status}]}}
    assert (pods.ready(pod), pods.not_ready(pod), pods.finished(pod)) == (serves, not serves, False)


def test_a_pod_that_has_completed_is_not_missed_and_one_that_goes_is() -> None:
    assert not pods.not_ready({"status": {"phase": "Succeeded"}})
    going = {"deletionTimestamp": "2026-01-01T00:00:00Z"}
    ready = {"conditions": [{"type": "Ready", "status": "True"}], "phase": "Running"}
    assert pods.not_ready({"metadata": going, "status": ready})


@pytest.mark.parametrize(
    ("state", "reason", "runs"),
    [
        ({"waiting": {"reason": "ErrImagePull"}}, "ErrImagePull", False),
        ({"waiting": {}}, "", False),
        ({"running": {}}, None, True),
        ({}, None, False),
    ],
)
def test_a_container_that_waits_says_why(state: dict[str, Any], reason: str | None, runs: bool) -> None:
    assert (pods.waiting_reason({"state": state}), pods.is_running({"state": state})) == (reason, runs)
