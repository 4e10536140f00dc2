"""What kept a container from starting explains nothing that happens after it started."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casebook_analyzer.models import UNKNOWN_TIME
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.reading.events.overcome import still_told
from casebook_operator.reading.events.records import EventRecord

FAILED_AT = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)


def before(seconds: int) -> datetime:
    return FAILED_AT - timedelta(seconds=seconds)


def record(reason: str, last: datetime, *, message: str = "", container: str = "") -> EventRecord:
    return EventRecord(
        reason=reason,
        type="Warning",
        message=message,
        container=container,
        component="kubelet",
        count=1,
        first=last,
        last=last,
    )


def pod(*, app: dict[str, Any] | None = None, init: dict[str, Any] | None = None) -> dict[str, Any]:
    lists = {
        "containerStatuses": app and {"name": "app", **app},
        "initContainerStatuses": init and {"name": "init", **init},
    }
    return {"status": {key: [status] for key, status in lists.items() if status}}


def ended(started: datetime) -> dict[str, Any]:
    return {"terminated": {"exitCode": 1, "startedAt": to_rfc3339(started), "finishedAt": to_rfc3339(FAILED_AT)}}


REFUSED = record("FailedMount", before(20), message="failed to fetch token: serviceaccounts is forbidden")
STARTS = {
    "the end before": pod(app={"lastState": ended(before(10)), "state": {"waiting": {}}}),
    "the end": pod(app={"state": ended(before(10))}),
    "running": pod(app={"state": {"running": {"startedAt": to_rfc3339(before(10))}}}),
    "an init container": pod(app={"state": {"waiting": {}}}, init={"state": ended(before(10))}),
}


@pytest.mark.parametrize("life", STARTS.values(), ids=STARTS.keys())
def test_a_volume_that_was_mounted_at_last_explains_no_crash(life: dict[str, Any]) -> None:
    assert still_told([REFUSED], life, FAILED_AT) == []


def test_that_a_container_was_started_is_known_from_its_event_too() -> None:
    started = record("Started", before(5), container="app")
    assert still_told([REFUSED, started], None, FAILED_AT) == [started]


@pytest.mark.parametrize(
    "life",
    [
        pod(),
        pod(app={"state": {"waiting": {"reason": "ContainerCreating"}}}),
        pod(app={"state": ended(before(21))}),
        pod(app={"state": {"running": {"startedAt": to_rfc3339(FAILED_AT + timedelta(seconds=1))}}}),
        pod(app={"state": {"terminated": {"exitCode": 128, "startedAt": "1970-01-01T00:00:00Z"}}}),
    ],
    ids=["no container yet", "creating", "started earlier", "started after the failure", "never started"],
)
def test_a_volume_that_still_cannot_be_mounted_is_told(life: dict[str, Any]) -> None:
    assert still_told([REFUSED], life, FAILED_AT) == [REFUSED]


def test_an_image_that_was_pulled_at_last_is_forgotten_for_its_container_alone() -> None:
    refused = [
        record("Failed", before(20), message="Failed to pull image", container="app"),
        record("BackOff", before(19), message='Back-off pulling image "shop"', container="app"),
        record("ErrImageNeverPull", before(18), container="app"),
    ]
    assert still_told(refused, STARTS["the end"], FAILED_AT) == []
    assert still_told(refused, STARTS["an init container"], FAILED_AT) == refused


def test_what_comes_of_a_container_that_runs_is_told() -> None:
    told = [
        record("BackOff", before(20), message="Back-off restarting failed container app", container="app"),
        record("Unhealthy", before(20), container="app"),
        record("Killing", before(20), container="app"),
    ]
    assert still_told(told, STARTS["the end"], FAILED_AT) == told


def test_an_event_without_a_time_is_told() -> None:
    undated = record("FailedMount", UNKNOWN_TIME)
    assert still_told([undated], STARTS["the end"], FAILED_AT) == [undated]
