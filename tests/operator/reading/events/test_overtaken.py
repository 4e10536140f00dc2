"""What was overcome before a failure explains none: its Events stand in the evidence, and decide nothing."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casebook_analyzer.models import UNKNOWN_TIME
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.reading.events.overtaken import with_overtaken
from casebook_operator.reading.events.records import EventRecord

FAILED_AT = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)


def still_told(records: list[EventRecord], life: dict[str, Any] | None, failed_at: datetime) -> list[EventRecord]:
    return [one for one in with_overtaken(records, failed_at, pod=life) if not one.overtaken_by]


def before(seconds: int) -> datetime:
    return FAILED_AT - timedelta(seconds=seconds)


def record(
    reason: str, last: datetime, *, message: str = "", container: str = "", first: datetime | None = None
) -> EventRecord:
    return EventRecord(
        reason=reason,
        type="Warning",
        message=message,
        container=container,
        component="kubelet",
        count=1,
        first=first or last,
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


REFUSED_POD = record("FailedCreate", before(20), message='pods "shop-" is forbidden: serviceaccount "shop" not found')


def overtaken(*records: EventRecord, made: tuple[dict[str, Any], ...] = ()) -> dict[str, str]:
    """What has overtaken each of the records of a controller, by its message or else its reason."""
    told = with_overtaken(records, FAILED_AT, made=made, uid="rs")
    return {one.message or one.reason: one.overtaken_by for one in told}


@pytest.mark.parametrize(
    ("failure", "success"),
    [
        ("FailedCreate", "SuccessfulCreate"),
        ("FailedScheduling", "Scheduled"),
        ("FailedUpdate", "SuccessfulUpdate"),
        ("ProvisioningFailed", "ProvisioningSucceeded"),
        ("VolumeResizeFailed", "FileSystemResizeSuccessful"),
        ("SyncLoadBalancerFailed", "EnsuredLoadBalancer"),
        ("FailedGetResourceMetric", "SuccessfulRescale"),
    ],
)
def test_what_a_controller_has_done_at_last_overtakes_what_it_complained_of(failure: str, success: str) -> None:
    told = overtaken(record(failure, before(20)), record(success, before(10)))
    assert told == {failure: success, success: ""}


@pytest.mark.parametrize(
    "success",
    [
        record("SuccessfulCreate", before(20)),
        record("SuccessfulCreate", before(25)),
        record("SuccessfulCreate", FAILED_AT + timedelta(seconds=1)),
        record("SuccessfulCreate", UNKNOWN_TIME),
        record("SuccessfulDelete", before(10)),
    ],
    ids=["in the same second", "earlier", "after the failure", "without a time", "of something else"],
)
def test_a_controller_that_goes_on_to_fail_is_told(success: EventRecord) -> None:
    assert overtaken(REFUSED_POD, success)[REFUSED_POD.message] == ""


@pytest.mark.parametrize(
    ("success", "by"),
    [
        (record("SuccessfulCreate", before(20)), "SuccessfulCreate"),
        (record("SuccessfulCreate", before(25)), ""),
        (record("SuccessfulCreate", FAILED_AT + timedelta(seconds=1)), ""),
    ],
    ids=["in the same second", "earlier", "after the failure"],
)
def test_a_controller_that_wants_no_more_pods_was_refused_before_it_made_the_last(
    success: EventRecord, by: str
) -> None:
    told = with_overtaken([REFUSED_POD, success], FAILED_AT, uid="rs", complete=True)
    assert [one.overtaken_by for one in told] == [by, ""]


def test_a_pod_that_was_made_says_so_where_its_event_is_lost() -> None:
    def made(by: str, at: datetime) -> dict[str, Any]:
        owner = {"kind": "ReplicaSet", "uid": by, "controller": True}
        return {"metadata": {"creationTimestamp": to_rfc3339(at), "ownerReferences": [owner]}}

    assert overtaken(REFUSED_POD, made=(made("rs", before(10)),))[REFUSED_POD.message] == "SuccessfulCreate"
    near_misses = (made("another", before(10)), made("rs", before(25)), {"metadata": {}})
    assert overtaken(REFUSED_POD, made=near_misses)[REFUSED_POD.message] == ""


def test_who_complains_of_another_thing_now_has_got_past_the_first() -> None:
    quota = record("FailedCreate", before(2), first=before(15), message="exceeded quota: compute, used: 4")
    assert overtaken(REFUSED_POD, quota) == {REFUSED_POD.message: "another complaint", quota.message: ""}


def test_two_complaints_in_turns_stand_and_so_does_one_with_other_numbers() -> None:
    in_turns = record("FailedCreate", before(2), first=before(25), message="exceeded quota: compute, used: 4")
    assert set(overtaken(REFUSED_POD, in_turns).values()) == {""}
    grown = record("FailedCreate", before(30), message="exceeded quota: compute, used: 3")
    assert set(overtaken(grown, in_turns).values()) == {""}


def test_a_node_that_is_back_does_not_explain_the_pods_that_it_has_lost() -> None:
    told = overtaken(record("NodeNotReady", before(20)), record("NodeReady", before(10)))
    assert told["NodeNotReady"] == ""
