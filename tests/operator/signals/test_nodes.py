"""Nodes: polarity is data, the unknown never fires, and a node that is only just joining is not broken."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.models import Severity, Signal
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.signals import node_signals
from tests.operator.builders import at, condition, node

TABLE = load_taxonomy(()).conditions

TRUE_IS_BAD = ["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "KernelDeadlock"]
TRUE_IS_BAD += ["ReadonlyFilesystem", "GPUMissing", "XidCriticalError", "SysLogsXIDError", "GpuPcieWatch"]
FALSE_IS_BAD = ["AcceleratedHardwareReady", "KernelReady", "NetworkingReady", "StorageReady", "ContainerRuntimeReady"]


def signals(*conditions: dict[str, Any], created: float = -86_400) -> tuple[Signal, ...]:
    return node_signals(node(*conditions, created=created), TABLE)


@pytest.mark.parametrize("kind", TRUE_IS_BAD)
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


@pytest.mark.parametrize("status", ["True", "False", "Unknown"])
def test_a_condition_that_nobody_knows_never_fires(status: str) -> None:
    assert not signals(condition("AcmeWidgetState", status))


def test_a_healthy_node_is_no_signal() -> None:
    assert not signals(
        condition("Ready", "True"), condition("MemoryPressure", "False"), condition("KernelDeadlock", "False")
    )


def test_a_node_that_has_only_just_joined_is_not_broken_yet() -> None:
    assert not signals(condition("Ready", "False", since=5), created=0)
    assert signals(condition("Ready", "False", since=600), created=0)


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
    assert node_signals({"metadata": {"name": "n", "uid": "u"}}, TABLE) == ()
    bare = {
        "metadata": {"name": "n", "uid": "u"},
        "status": {"conditions": [{"type": "DiskPressure", "status": "True"}]},
    }
    (signal,) = node_signals(bare, TABLE)
    assert signal.occurred_at.year == 1970


_KINDS = st.sampled_from(["Ready", *TRUE_IS_BAD, *FALSE_IS_BAD, "Strange"])
_CONDITIONS = st.builds(condition, _KINDS, st.sampled_from(["True", "False", "Unknown"]), since=st.integers(0, 9000))


@given(st.lists(_CONDITIONS, max_size=6))
def test_the_same_node_gives_the_same_signals_and_one_for_a_class(conditions: list[dict[str, Any]]) -> None:
    found = signals(*conditions)
    assert found == signals(*conditions)
    assert len({signal.failure_class for signal in found}) == len(found)
