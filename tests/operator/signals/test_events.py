"""Warning Events: at once, when they last, when they are told often, or never."""

from operator import attrgetter
from typing import Any

import pytest

from casebook_analyzer.models import UNKNOWN_TIME, HoldDuration, Severity, Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.signals import event_signals, pod_signals
from casebook_operator.signals.table import EventRow, signal_table
from tests.operator.builders import at, condition, pod, rfc, waiting
from tests.operator.signals.objects import starting_pod, status_of, told
from tests.rows import of_every

TAXONOMY = load_taxonomy(())
FIRING = [row for row in signal_table().events if row.trigger and not row.text]
QUIET = [row for row in signal_table().events if not row.trigger and not row.text and row.about]


def signals(reason: str, message: str = "", **more: Any) -> tuple[Signal, ...]:
    return event_signals(told(reason, message, **more), TAXONOMY)


def only(reason: str, message: str = "", **more: Any) -> Signal:
    (signal,) = signals(reason, message, **more)
    return signal


@of_every("row", FIRING, ids=lambda row: f"{row.about[0]}-{row.reason}")
def test_every_row_that_fires_does(row: EventRow) -> None:
    signal = only(row.reason.replace("*", "X"), kind=row.about[0], count=max(row.least, row.enough))
    assert (signal.trigger, signal.failure_class) == (row.trigger, row.folds_as)
    assert (signal.severity, signal.derived, signal.active) == (row.severity, row.derived, False)


@of_every("row", [row for row in FIRING if row.enough], ids=lambda row: f"{row.about[0]}-{row.reason}")
def test_told_once_less_than_is_enough_it_has_to_last(row: EventRow) -> None:
    signal = only(row.reason.replace("*", "X"), kind=row.about[0], count=row.enough - 1, last=9)
    assert (signal.hold, signal.occurred_at, signal.told_until) == (row.hold, at(0), at(9))


@of_every("row", [row for row in FIRING if row.least > 1], ids=lambda row: f"{row.about[0]}-{row.reason}")
def test_told_once_less_than_the_least_it_is_nothing(row: EventRow) -> None:
    assert signals(row.reason.replace("*", "X"), kind=row.about[0], count=row.least - 1, last=9000) == ()


@of_every("row", QUIET, ids=lambda row: f"{row.about[0]}-{row.reason}")
def test_every_row_that_is_evidence_never_does(row: EventRow) -> None:
    assert signals(row.reason.replace("*", "X"), kind=row.about[0], count=1000, last=9000) == ()


def test_a_reason_that_nobody_has_looked_at_never_does() -> None:
    assert signals("SomethingNewer", count=1000, last=9000) == ()
    assert signals("FailedScheduling", kind="Widget", count=1000, last=9000) == ()


def test_an_event_that_must_last_is_dated_by_its_first_telling() -> None:
    signal = only("FailedMount", "secret not found", count=3, first=10, last=70)
    assert (signal.occurred_at, signal.told_until, signal.hold) == (at(10), at(70), HoldDuration.POD_START)


def test_one_that_was_told_often_enough_needs_no_time_and_is_dated_by_its_last() -> None:
    signal = only("FailedMount", "secret not found", count=8, first=10, last=130)
    assert (signal.occurred_at, signal.told_until, signal.hold) == (at(130), None, HoldDuration.NONE)


CACHES = 'MountVolume.SetUp failed for volume "a": failed to sync configmap cache: timed out waiting for the condition'
MOUNTS = "Unable to attach or mount volumes: unmounted volumes=[data]: timed out waiting for the condition"


def test_kubelet_waits_a_second_for_its_caches_and_two_minutes_for_volumes() -> None:
    assert only("FailedMount", CACHES, count=2, first=10, last=12).hold is HoldDuration.POD_START
    assert only("FailedMount", MOUNTS, count=2, first=10, last=135).hold is HoldDuration.NONE


def test_one_that_means_nothing_when_it_is_told_now_and_then_must_be_told_often_and_last() -> None:
    assert signals("Unhealthy", "Readiness probe failed: ...", count=9, first=0, last=3000) == ()
    assert only("Unhealthy", "Readiness probe failed: ...", count=30, last=300).hold is HoldDuration.NOT_READY


@of_every(
    ("reason", "message", "trigger"),
    [
        ("Failed", 'Failed to pull image "x": not found', Trigger.IMAGE_PULL_FAILED),
        ("Failed", "Error: ImagePullBackOff", Trigger.IMAGE_PULL_FAILED),
        ("Failed", "Error: ErrImagePull", Trigger.IMAGE_PULL_FAILED),
        ("Failed", 'Error: configmap "settings" not found', Trigger.CONTAINER_CONFIG_ERROR),
        ("Failed", "Error: couldn't find key url in Secret shop/db", Trigger.CONTAINER_CONFIG_ERROR),
        ("Failed", "Error: container has runAsNonRoot and image will run as root", Trigger.CONTAINER_CONFIG_ERROR),
        (
            "Failed",
            "Error: failed to create containerd task: OCI runtime create failed",
            Trigger.CONTAINER_START_FAILED,
        ),
        ("Failed", "error making pod data directories: mkdir", Trigger.POD_START_STUCK),
        ("BackOff", 'Back-off pulling image "x"', Trigger.IMAGE_PULL_FAILED),
        ("BackOff", "Back-off restarting failed container app in pod checkout", Trigger.CRASH_LOOP_BACK_OFF),
        ("Unhealthy", "Liveness probe failed: dial tcp: connection refused", Trigger.PROBE_FAILED),
    ],
)
def test_the_message_decides_where_kubelet_has_one_reason_for_several_things(
    reason: str, message: str, trigger: Trigger
) -> None:
    signal = only(reason, message, count=12, last=600, container="app")
    assert (signal.trigger, signal.container, signal.derived) == (trigger, "app", True)


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("Unhealthy", "Startup probe failed: connection refused"),
        ("FailedScheduling", "skip schedule deleting pod: shop/checkout"),
        ("OOMKilling", "Memory cgroup out of memory: Killed process 1 (java) total-vm:1kB"),
    ],
)
def test_the_message_excuses_where_it_is_life_or_told_elsewhere(reason: str, message: str) -> None:
    kind = "Node" if reason == "OOMKilling" else "Pod"
    assert signals(reason, message, kind=kind, count=100, last=9000) == ()


@pytest.mark.parametrize(
    ("reason", "message", "failure_class"),
    [
        ("SystemOOM", "System OOM encountered, victim process: java, pid: 7", "MemoryPressure"),
        ("OOMKilling", "Out of memory: Killed process 7 (java) total-vm:1kB", "MemoryPressure"),
        ("EvictionThresholdMet", "Attempting to reclaim memory", "MemoryPressure"),
        ("EvictionThresholdMet", "Attempting to reclaim ephemeral-storage", "DiskPressure"),
        ("EvictionThresholdMet", "Attempting to reclaim inodes", "DiskPressure"),
        ("EvictionThresholdMet", "Attempting to reclaim pids", "PIDPressure"),
    ],
)
def test_pressure_that_an_event_tells_of_folds_with_the_condition(
    reason: str, message: str, failure_class: str
) -> None:
    signal = only(reason, message, kind="Node", name="node-1")
    assert (signal.failure_class, signal.node_name, signal.origin.namespace) == (failure_class, "node-1", "")
    assert TAXONOMY.conditions.rule_for(failure_class) is not None


@pytest.mark.parametrize(
    ("obj", "event"),
    [
        (
            starting_pod(status_of(state=waiting("ImagePullBackOff"))),
            told("Failed", "Failed to pull image", container="app", count=4),
        ),
        (
            starting_pod(status_of(state=waiting("CreateContainerConfigError"))),
            told("Failed", 'Error: secret "x" not found', container="app", count=9),
        ),
        (
            starting_pod(status_of(state=waiting("ContainerCreating")), sandbox=False),
            told("FailedMount", "timed out", count=9),
        ),
        (
            pod(spec={}) | {"spec": {}, "status": {"phase": "Pending", "conditions": [
                condition("PodScheduled", "False", reason="Unschedulable")
            ]}},
            told("FailedScheduling", "0/3 nodes are available", count=20),
        ),
    ],
)  # fmt: skip
def test_an_event_folds_with_the_status_that_says_the_same(obj: Any, event: Any) -> None:
    (of_status,), (of_event,) = pod_signals(obj), event_signals(event, TAXONOMY)
    assert of_event.failure_class == of_status.failure_class
    assert of_event.origin_key == of_status.origin_key


def test_an_event_names_the_node_whose_kubelet_tells_it() -> None:
    assert only("FailedMount").node_name == "node-1"
    assert only("FailedMount", source={"component": "csi-attacher", "host": "controller"}).node_name == ""
    newer = {"source": None, "reportingComponent": "kubelet", "reportingInstance": "node-7"}
    assert only("FailedMount", **newer).node_name == "node-7"


def test_an_event_of_the_newer_api_says_the_same_in_other_fields() -> None:
    newer = {
        "metadata": {"name": "x", "namespace": "shop", "creationTimestamp": rfc(0)},
        "type": "Warning",
        "reason": "FailedMount",
        "note": "secret not found",
        "regarding": {"kind": "Pod", "name": "checkout", "uid": "u-1"},
        "eventTime": rfc(3),
        "series": {"count": 4, "lastObservedTime": rfc(90)},
    }
    (signal,) = event_signals(newer, TAXONOMY)
    assert (signal.message, signal.origin.namespace, signal.origin_uid) == ("secret not found", "shop", "u-1")
    assert (signal.occurred_at, signal.told_until) == (at(3), at(90))


POD = {"kind": "Pod", "name": "checkout", "uid": "u-1", "namespace": "shop"}


@of_every(
    ("more", "field", "value"),
    [
        ({"involvedObject": POD | {"namespace": ""}, "metadata": {"namespace": "bank"}}, "origin.namespace", "bank"),
        ({"involvedObject": POD | {"namespace": None}, "metadata": None}, "origin.namespace", ""),
        ({"involvedObject": POD | {"uid": ""}}, "origin_uid", "checkout"),
        ({"involvedObject": POD | {"fieldPath": "spec.initContainers{setup}"}}, "container", "setup"),
        ({"involvedObject": POD | {"fieldPath": "spec.ephemeralContainers{debug}"}}, "container", "debug"),
        ({"involvedObject": POD | {"fieldPath": "spec.volumes{data}"}}, "container", ""),
        ({"involvedObject": POD | {"fieldPath": None}}, "container", ""),
        ({"count": None}, "hold", HoldDuration.POD_START),
        ({"count": None, "series": {"count": 8}}, "hold", HoldDuration.NONE),
        ({"count": 8, "series": {"count": 2}}, "hold", HoldDuration.NONE),
        ({"firstTimestamp": rfc(90), "lastTimestamp": rfc(30)}, "occurred_at", at(30)),
        ({"firstTimestamp": None, "lastTimestamp": rfc(30), "eventTime": rfc(9)}, "occurred_at", at(9)),
        ({"firstTimestamp": None, "lastTimestamp": rfc(30), "metadata": None}, "occurred_at", at(30)),
        ({"firstTimestamp": None, "lastTimestamp": None, "metadata": None}, "told_until", UNKNOWN_TIME),
        ({"source": None, "reportingInstance": "controller-7"}, "node_name", ""),
        ({"source": {"component": "kubelet"}}, "node_name", ""),
    ],
)
def test_what_an_event_leaves_out_is_taken_from_where_else_it_stands(more: Object, field: str, value: object) -> None:
    assert attrgetter(field)(only("FailedMount", **more)) == value


@pytest.mark.parametrize("type", ["Normal", "", None])
def test_only_warnings_count(type: Any) -> None:  # noqa: A002
    assert signals("Evicted", type=type) == ()


def test_what_is_only_of_interest_is_not_urgent() -> None:
    assert only("FailedDraining", kind="Node", count=10).severity is Severity.INFO


@pytest.mark.parametrize("about", [None, {}, {"kind": "Pod"}, {"name": "x"}, "Pod", {"kind": 7, "name": []}])
def test_an_event_about_nothing_is_no_signal(about: Any) -> None:
    assert signals("Evicted", involvedObject=about) == ()
