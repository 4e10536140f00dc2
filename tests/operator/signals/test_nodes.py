"""Nodes: polarity is data, the unknown never fires, and a node that is only just joining is not broken."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.models import HoldDuration, Severity, Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.signals import node_signals
from tests.operator.builders import at, condition, node, rfc
from tests.rows import of_every

TAXONOMY = load_taxonomy(())

TRUE_IS_BAD = ["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "KernelDeadlock"]
TRUE_IS_BAD += ["ReadonlyFilesystem", "GPUMissing", "XidCriticalError", "SysLogsXIDError", "GpuPcieWatch"]
FALSE_IS_BAD = ["AcceleratedHardwareReady", "KernelReady", "NetworkingReady", "StorageReady", "ContainerRuntimeReady"]


def signals(*conditions: dict[str, Any], created: float = -86_400) -> tuple[Signal, ...]:
    return node_signals(node(*conditions, created=created), TAXONOMY)


@of_every("kind", TRUE_IS_BAD)
def test_true_is_bad_for_kubelet_npd_aks_gke_and_nvsentinel(kind: str) -> None:
    assert signals(condition(kind, "True"))
    assert not signals(condition(kind, "False"))


@pytest.mark.parametrize("kind", FALSE_IS_BAD)
def test_false_is_bad_for_the_eks_agent(kind: str) -> None:
    assert signals(condition(kind, "False"))
    assert not signals(condition(kind, "True"))


@pytest.mark.parametrize("status", ["False", "Unknown"])
def test_a_node_that_is_not_ready_or_lost_is_critical(status: str) -> None:
    (signal,) = signals(condition("Ready", status, since=3))
    assert (signal.failure_class, signal.severity, signal.occurred_at) == ("NodeNotReady", Severity.CRITICAL, at(3))


@pytest.mark.parametrize("status", ["Unknown", "", "true", "Maybe"])
def test_a_status_that_is_neither_true_nor_false_is_not_bad_for_other_conditions(status: str) -> None:
    assert not signals(condition("MemoryPressure", status), condition("KernelReady", status))


XID_79 = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, name=python, GPU has fallen off the bus."


def test_a_kernel_line_in_a_condition_that_nobody_knows_is_a_signal() -> None:
    (signal,) = signals(condition("AcmeGpuState", "Sick", message=XID_79, since=3))
    assert (signal.trigger, signal.failure_class, signal.occurred_at) == (Trigger.KERNEL_LINE, "GPU", at(3))


def test_a_kernel_line_in_a_condition_that_is_well_again_is_history() -> None:
    assert not signals(condition("XidCriticalError", "False", message=XID_79))


def test_a_kernel_line_and_the_condition_that_carries_it_are_one_signal() -> None:
    (signal,) = signals(condition("XidCriticalError", "True", message=XID_79))
    assert signal.trigger is Trigger.NODE_CONDITION


def test_a_kernel_line_in_an_annotation_is_a_signal_since_the_status_was_written() -> None:
    told = node(condition("Ready", "True"))
    told["metadata"]["annotations"] = {"gpu.example.com/last-error": XID_79, "other": "Xid of nothing"}
    told["metadata"]["managedFields"] = [{"subresource": "status", "time": rfc(30)}]
    (signal,) = node_signals(told, TAXONOMY)
    assert (signal.failure_class, signal.occurred_at, signal.undated) == ("GPU", at(30), True)


def test_an_agents_report_in_an_annotation_is_a_signal() -> None:
    report = '{"nccl":null,"nvidia":{"fatal":[{"error_name":"GPULost","device":"GPU-1"}]},"cpu":null}'
    told = node(condition("Ready", "True"))
    told["metadata"]["annotations"] = {"sichek.ai/sichek": report}
    assert [signal.failure_class for signal in node_signals(told, TAXONOMY)] == ["GPU"]
    told["metadata"]["annotations"] = {"sichek.ai/sichek": '{"nvidia":null,"infiniband":null}'}
    assert node_signals(told, TAXONOMY) == ()


@pytest.mark.parametrize("key", ["nvidia.com/gpu-xid-error", "nvidia.com/gpu-nvlink-error", "nvidia.com/gpu-error"])
def test_a_taint_by_which_an_operator_says_that_a_gpu_is_broken_is_a_signal(key: str) -> None:
    taint = {"key": key, "value": "true", "effect": "NoSchedule", "timeAdded": rfc(4)}
    (signal,) = node_signals(node(condition("Ready", "True")) | {"spec": {"taints": [taint]}}, TAXONOMY)
    assert (signal.failure_class, signal.occurred_at, signal.reason) == ("GPU", at(4), f"taint {key}")


@pytest.mark.parametrize("key", ["nvidia.com/gpu", "dedicated", "node-role.kubernetes.io/control-plane"])
def test_a_taint_that_keeps_a_node_for_somebody_is_no_signal(key: str) -> None:
    taint = {"key": key, "effect": "NoSchedule"}
    assert node_signals(node(condition("Ready", "True")) | {"spec": {"taints": [taint]}}, TAXONOMY) == ()


@pytest.mark.parametrize("status", ["True", "False", "Unknown"])
def test_a_condition_that_nobody_knows_never_fires(status: str) -> None:
    assert not signals(condition("AcmeWidgetState", status))


def test_a_healthy_node_is_no_signal() -> None:
    assert not signals(
        condition("Ready", "True"), condition("MemoryPressure", "False"), condition("KernelDeadlock", "False")
    )


@pytest.mark.parametrize(
    ("since", "hold"),
    [(5, HoldDuration.NODE_JOINING), (119, HoldDuration.NODE_JOINING), (120, HoldDuration.NODE_NOT_READY)],
)
def test_a_node_that_has_only_just_joined_has_more_time(since: float, hold: HoldDuration) -> None:
    (signal,) = signals(condition("Ready", "False", since=since), created=0)
    assert signal.hold is hold


@pytest.mark.parametrize(
    "spec",
    [
        {"unschedulable": True},
        {"taints": [{"key": "node.kubernetes.io/unschedulable"}]},
        {"taints": [{"key": "ToBeDeletedByClusterAutoscaler"}]},
        {"taints": [{"key": "aws-node-termination-handler/spot-itn"}]},
        {"taints": [{"key": "karpenter.sh/disrupted"}]},
    ],
)
def test_a_node_that_is_taken_away_has_more_time(spec: dict[str, Any]) -> None:
    (signal,) = node_signals(node(condition("Ready", "Unknown")) | {"spec": spec}, TAXONOMY)
    assert (signal.hold, signal.severity) == (HoldDuration.NODE_MAINTENANCE, Severity.CRITICAL)


@of_every("kind", ["Ready", "NetworkUnavailable", "NetworkingReady"])
@of_every("taint", ["dedicated", "nvidia.com/gpu", ""])
def test_a_node_that_is_kept_for_somebody_is_not_taken_away(kind: str, taint: str) -> None:
    status = "True" if kind == "NetworkUnavailable" else "False"
    kept = node(condition(kind, status)) | {"spec": {"taints": [{"key": taint}], "unschedulable": False}}
    assert [signal.hold for signal in node_signals(kept, TAXONOMY)] == [HoldDuration.NODE_NOT_READY]


@pytest.mark.parametrize("created", [None, "once"])
def test_a_node_that_does_not_say_when_it_was_made_does_not_join(created: Any) -> None:
    made = node(condition("Ready", "False", since=5), created=0)
    made["metadata"]["creationTimestamp"] = created
    assert [signal.hold for signal in node_signals(made, TAXONOMY)] == [HoldDuration.NODE_NOT_READY]


def test_a_node_that_shuts_down_has_more_time() -> None:
    (signal,) = signals(condition("Ready", "False", reason="KubeletNotReady", message="node is shutting down"))
    assert signal.hold is HoldDuration.NODE_MAINTENANCE


def test_a_node_under_pressure_or_without_its_gpu_has_no_time() -> None:
    cordoned = node(condition("DiskPressure", "True"), condition("GPUMissing", "True")) | {
        "spec": {"unschedulable": True}
    }
    assert {signal.hold for signal in node_signals(cordoned, TAXONOMY)} == {HoldDuration.NONE}


def test_other_trouble_of_a_joining_node_counts_at_once() -> None:
    assert signals(condition("Ready", "False", since=5), condition("GPUMissing", "True", since=5), created=0)


def test_conditions_of_one_class_are_one_signal_from_the_earliest() -> None:
    (signal,) = signals(
        condition("GpuPcieWatch", "True", since=9, reason="Late"),
        condition("XidCriticalError", "True", since=2, reason="Early"),
    )
    assert (signal.failure_class, signal.occurred_at) == ("GPU", at(2))
    assert signal.reason == "XidCriticalError=True (Early)"


def test_conditions_of_several_classes_are_several_signals() -> None:
    found = signals(condition("GPUMissing", "True"), condition("DiskPressure", "True"))
    assert {signal.failure_class for signal in found} == {"GPU", "DiskPressure"}


def test_a_node_without_status_or_times_is_no_error() -> None:
    assert node_signals({"metadata": {"name": "n", "uid": "u"}}, TAXONOMY) == ()
    bare = {
        "metadata": {"name": "n", "uid": "u"},
        "status": {"conditions": [{"type": "DiskPressure", "status": "True"}]},
    }
    (signal,) = node_signals(bare, TAXONOMY)
    assert signal.occurred_at.year == 1970


_KINDS = st.sampled_from(["Ready", *TRUE_IS_BAD, *FALSE_IS_BAD, "Strange"])
_CONDITIONS = st.builds(condition, _KINDS, st.sampled_from(["True", "False", "Unknown"]), since=st.integers(0, 9000))


@given(st.lists(_CONDITIONS, max_size=6))
def test_the_same_node_gives_the_same_signals_and_one_for_a_class(conditions: list[dict[str, Any]]) -> None:
    found = signals(*conditions)
    assert found == signals(*conditions)
    assert len({signal.failure_class for signal in found}) == len(found)
