"""Workloads, claims, budgets and devices that are short of something, by their own counts."""

from typing import Any

import pytest

from casebook_analyzer.models import HoldDuration, Severity, Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.signals import signals_of
from casebook_operator.signals.table import signal_table
from tests.operator.builders import at, condition, node, rfc
from tests.operator.signals.objects import of_kind, written
from tests.rows import of_every

TAXONOMY = load_taxonomy(())


def signals(obj: Object) -> tuple[Signal, ...]:
    return signals_of(obj["kind"], obj, TAXONOMY)


def only(obj: Object) -> Signal:
    (signal,) = signals(obj)
    return signal


def stateful_set(ready: Any, wanted: Any = 3, **more: Any) -> Object:
    status = {"readyReplicas": ready, "observedGeneration": 1}
    return of_kind("StatefulSet", "db", spec={"replicas": wanted}, status=status, **more)


def test_a_stateful_set_is_short_since_its_status_was_written() -> None:
    signal = only(written(stateful_set(1), status=30))
    assert (signal.trigger, signal.derived, signal.hold) == (Trigger.ROLLOUT_STUCK, True, HoldDuration.ROLLOUT)
    assert (signal.occurred_at, signal.undated, signal.message) == (at(30), True, "1 of 3 replicas are ready")


@pytest.mark.parametrize(("ready", "wanted"), [(3, 3), (4, 3), (0, 0), (None, 0), (1, None)])
def test_a_stateful_set_that_has_what_it_wants_is_no_signal(ready: Any, wanted: Any) -> None:
    assert signals(written(stateful_set(ready, wanted), status=30)) == ()


def test_a_workload_that_does_not_say_when_it_was_written_may_be_short_for_a_moment() -> None:
    assert signals(stateful_set(0)) == ()


def test_a_workload_that_is_being_deleted_may_be_short() -> None:
    assert signals(written(stateful_set(0, metadata={"deletionTimestamp": rfc(0)}), status=30)) == ()


def daemon_set(ready: int, of: int) -> Object:
    status = {"desiredNumberScheduled": of, "numberReady": ready, "observedGeneration": 1}
    return written(of_kind("DaemonSet", "agent", status=status), status=30)


@pytest.mark.parametrize(("ready", "of", "short"), [(0, 1, True), (5, 10, True), (6, 10, False), (0, 0, False)])
def test_a_daemon_set_is_short_when_half_of_it_is(ready: int, of: int, short: bool) -> None:
    assert bool(signals(daemon_set(ready, of))) is short


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet", "DaemonSet"])
def test_a_specification_that_nobody_looks_at_is_a_signal_since_it_was_written(kind: str) -> None:
    asked = of_kind(kind, "checkout", metadata={"generation": 7}, status={"observedGeneration": 6})
    signal = only(written(asked, spec=20, status=10))
    assert (signal.reason, signal.occurred_at) == ("NotObserved", at(20))


def test_what_was_looked_at_is_short_or_not_by_its_counts_and_an_older_specification_says_nothing_of_them() -> None:
    def asked(generation: int) -> Object:
        short = stateful_set(1, metadata={"generation": generation})
        return written(short, spec=20, status=10)

    assert only(asked(1)).reason == "TooFewReady"
    assert only(asked(2)).reason == "NotObserved"


@pytest.mark.parametrize("kind", ["Job", "CronJob", "HorizontalPodAutoscaler"])
def test_a_kind_whose_controller_never_says_what_it_has_looked_at_is_not_blamed_for_it(kind: str) -> None:
    assert signals(written(of_kind(kind, "import", metadata={"generation": 3}), spec=20, status=10)) == ()


def claim(phase: str, **more: Any) -> Object:
    annotations = more.pop("annotations", {})
    spec = {"storageClassName": "fast"} | more.pop("spec", {})
    metadata = {"annotations": annotations} | more.pop("metadata", {})
    return of_kind("PersistentVolumeClaim", "data", spec=spec, status={"phase": phase} | more, metadata=metadata)


PROVISIONED = {"volume.kubernetes.io/storage-provisioner": "csi.example.com"}


@pytest.mark.parametrize(
    "more",
    [
        {"annotations": PROVISIONED},
        {"annotations": {"volume.beta.kubernetes.io/storage-provisioner": "csi.example.com"}},
        {"annotations": {"volume.kubernetes.io/selected-node": "node-1"}},
        {"spec": {"storageClassName": ""}},
        {"spec": {"storageClassName": None}},
        {"spec": {"volumeName": "pv-1"}},
    ],
)
def test_a_claim_that_does_not_wait_for_a_consumer_is_pending_since_it_was_made(more: dict[str, Any]) -> None:
    signal = only(claim("Pending", **more))
    assert (signal.trigger, signal.occurred_at) == (Trigger.VOLUME_FAILED, at(-3600))
    assert signal.hold is HoldDuration.VOLUME


@pytest.mark.parametrize(
    "obj",
    [
        claim("Pending"),
        claim("Bound", annotations=PROVISIONED),
        claim("Pending", annotations=PROVISIONED, metadata={"deletionTimestamp": rfc(0)}),
    ],
)
def test_a_claim_that_waits_is_bound_or_leaves_is_no_signal(obj: Object) -> None:
    assert signals(obj) == ()


def test_a_lost_claim_is_critical_at_once() -> None:
    signal = only(written(claim("Lost"), status=9))
    assert (signal.severity, signal.hold, signal.occurred_at) == (Severity.CRITICAL, HoldDuration.NONE, at(9))


def test_a_resize_that_can_never_succeed_is_a_signal_and_one_in_progress_is_none() -> None:
    assert only(claim("Bound", allocatedResourceStatuses={"storage": "NodeResizeInfeasible"})).message == "of storage"
    assert signals(claim("Bound", allocatedResourceStatuses={"storage": "NodeResizeInProgress"})) == ()


def test_a_claim_without_a_class_says_so() -> None:
    assert only(claim("Pending", spec={"storageClassName": None})).message == "storage class none"


def test_a_lost_claim_and_its_resize_are_one_signal_the_earlier() -> None:
    both = claim("Lost", allocatedResourceStatuses={"storage": "ControllerResizeInfeasible"})
    assert only(written(both, status=9)).reason == "ClaimLost"


def budget(healthy: int, wanted: int, expected: int = 3, *conditions: Object) -> Object:
    status = {"currentHealthy": healthy, "desiredHealthy": wanted, "expectedPods": expected}
    return of_kind("PodDisruptionBudget", "db", *conditions, status=status)


def test_a_budget_is_not_met_since_its_status_was_written_or_it_refuses() -> None:
    assert only(written(budget(1, 2), status=3)).occurred_at == at(3)
    refuses = condition("DisruptionAllowed", "False", since=8, reason="InsufficientPods")
    assert only(budget(1, 2, 3, refuses)).occurred_at == at(8)


@pytest.mark.parametrize("obj", [budget(2, 2), budget(0, 2, 0), budget(1, 2)])
def test_a_budget_that_is_met_covers_nothing_or_has_no_time_is_no_signal(obj: Object) -> None:
    assert signals(obj if obj == budget(1, 2) else written(obj, status=3)) == ()


def devices(capacity: dict[str, Any], allocatable: dict[str, Any], **labels: str) -> Object:
    made = written(node(condition("Ready", "True", since=-99)), status=12)
    made["status"] |= {"capacity": capacity, "allocatable": allocatable}
    made["metadata"]["labels"] = {key.replace("__", "/"): value for key, value in labels.items()}
    return made


@pytest.mark.parametrize("resource", ["nvidia.com/gpu", "amd.com/gpu", "habana.ai/gaudi", "rdma/hca_shared", "x.y/z"])
def test_devices_that_are_not_allocatable_are_a_signal_of_the_node(resource: str) -> None:
    signal = only(devices({resource: "8", "cpu": "64"}, {resource: "7", "cpu": "63"}))
    assert (signal.trigger, signal.failure_class, signal.severity) == (
        Trigger.DEVICE_SHORTAGE,
        "DeviceShortage",
        Severity.CRITICAL,
    )
    assert (signal.message, signal.occurred_at, signal.undated) == (
        f"7 of 8 {resource} are allocatable",
        at(12),
        True,
    )


@pytest.mark.parametrize(
    ("capacity", "allocatable"),
    [
        ({"cpu": "64", "memory": "512Gi", "pods": "110"}, {"cpu": "63", "memory": "500Gi", "pods": "110"}),
        ({"nvidia.com/gpu": "8"}, {"nvidia.com/gpu": "8"}),
        ({"nvidia.com/gpu": "8"}, {}),
        ({"nvidia.com/gpu": "8"}, None),
        ({"example.com/kvm": "1k"}, {"example.com/kvm": "999"}),
        (
            {"hugepages-2Mi": "10", "kubernetes.io/batch-cpu": "9"},
            {"hugepages-2Mi": "1", "kubernetes.io/batch-cpu": "1"},
        ),
        ({"nvidia.com/gpu": 8}, {"nvidia.com/gpu": "seven"}),
    ],
)
def test_what_the_system_keeps_and_what_is_no_device_is_none(capacity: Any, allocatable: Any) -> None:
    assert signals(devices(capacity, allocatable)) == ()


@pytest.mark.parametrize("created", [None, "once"])
def test_a_node_that_does_not_say_when_it_was_made_is_allowed_no_installation(created: Any) -> None:
    short = devices({"nvidia.com/gpu": "8"}, {"nvidia.com/gpu": "7"})
    short["metadata"]["creationTimestamp"] = created
    assert only(short).allowed_until is None


@of_every(
    ("capacity", "short"),
    [
        ({"nvidia.com/gpu": "7"}, True),
        ({"nvidia.com/gpu": "8"}, False),
        ({"nvidia.com/gpu": "9"}, False),
        ({"nvidia.com/gpu": "7", "nvidia.com/mig-1g.10gb": "0"}, True),
        ({"nvidia.com/gpu": "7", "nvidia.com/mig-1g.10gb": "7"}, False),
        ({"nvidia.com/gpu": "7", "rdma/hca": "7"}, True),
        ({"nvidia.com/gpu": "0"}, True),
        ({"rdma/hca": "7"}, False),
    ],
)
@of_every("label", [row.label for row in signal_table().device_labels])
def test_what_a_label_counted_is_missing_unless_it_is_shared_or_cut_into_parts(
    capacity: dict[str, str], short: bool, label: str
) -> None:
    made = devices(capacity, capacity)
    made["metadata"]["labels"] = {label: "8"}
    assert bool(signals(made)) is short


def test_a_label_remembers_devices_that_are_gone_from_the_capacity_too() -> None:
    gone = devices({"nvidia.com/gpu": "7"}, {"nvidia.com/gpu": "7"}, nvidia__x="1")
    gone["metadata"]["labels"] = {"nvidia.com/gpu.count": "8"}
    assert only(gone).message == "7 of 8 nvidia.com/gpu are there, by the label nvidia.com/gpu.count"
    cut = devices({"nvidia.com/gpu": "0", "nvidia.com/mig-1g.10gb": "56"}, {})
    cut["metadata"]["labels"] = {"nvidia.com/gpu.count": "8"}
    assert signals(cut) == ()
    elsewhere = devices({"cpu": "8"}, {"cpu": "8"})
    elsewhere["metadata"]["labels"] = {"nvidia.com/gpu.count": "8"}
    assert signals(elsewhere) == ()
