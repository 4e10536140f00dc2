"""Two facts agree only when two witnesses say them."""

import pytest

from casebook_analyzer.classify.witnesses import Agreement, Witnesses
from casebook_analyzer.models import Fact
from tests.analyzer.classify.builders import bundle, ended, fact, log
from tests.rows import of_every

XID = "NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, name=python, GPU has fallen off the bus."
KERNEL = fact("kernel", XID, pattern="xid", xid="79")
STATE = fact("state", 'waits: CreateContainerConfigError: configmap "x" not found', reason="CreateContainerConfigError")
EVENT = fact("event", 'Error: configmap "x" not found', reason="Failed", component="kubelet")
OBJECT = fact("object", "ConfigMap x does not exist", object="ConfigMap", name="x", exists="false", finding="missing")


def agreement(*facts: Fact) -> Agreement:
    numbered = bundle(*facts).facts
    return Witnesses(numbered).agreement(numbered)


def from_source(of: Fact, source: str) -> Fact:
    return Fact(id="", kind=of.kind, source=source, text=of.text, attributes=of.attributes)


@pytest.mark.parametrize("kind", ["event", "state"])
def test_a_kernel_line_and_the_record_that_it_was_read_from_are_one_witness(kind: str) -> None:
    record = fact(kind, f"kernel: {XID}", reason="KernelError", component="agent-x")
    assert agreement(
        from_source(record, "event of Node/worker-1"), from_source(KERNEL, "event of Node/worker-1")
    ).is_single


def test_an_agents_condition_and_the_kernel_line_behind_it_are_one_witness() -> None:
    assert agreement(fact("node", "ErrorCode:79", condition="SysLogsXIDError", status="True"), KERNEL).is_single


def test_the_kubelet_that_repeats_itself_is_one_witness_who_was_not_misread() -> None:
    found = agreement(STATE, EVENT)
    assert (found.witnesses, found.repeated, found.is_single) == (1, True, False)


def test_two_different_events_of_the_kubelet_are_two_records() -> None:
    unhealthy = fact("event", "Liveness probe failed", reason="Unhealthy")
    killing = fact("event", "Container app failed liveness probe", reason="Killing")
    assert agreement(unhealthy, killing).repeated
    assert agreement(unhealthy, unhealthy).is_single


def test_the_scheduler_speaks_in_events_and_in_the_pods_condition() -> None:
    event = fact("event", "0/3 nodes are available", reason="FailedScheduling")
    condition = fact("state", "PodScheduled is False", condition="PodScheduled", status="False", reason="Unschedulable")
    assert (agreement(event, condition).witnesses, agreement(event, condition).repeated) == (1, True)


def test_what_casebook_looked_up_is_another_witness_than_the_kubelet() -> None:
    assert agreement(STATE, OBJECT).witnesses == 2


def test_the_program_and_the_kernel_are_two() -> None:
    assert agreement(log("CUDA error"), KERNEL).witnesses == 2


def test_the_kubelets_own_measurement_is_not_the_kernels() -> None:
    pressure = fact("node", "insufficient memory", condition="MemoryPressure", status="True")
    assert agreement(pressure, KERNEL).witnesses == 2


def test_an_exit_code_that_any_failure_has_is_hardly_a_witness() -> None:
    assert agreement(log("boom"), ended(1)) == Agreement(witnesses=1, bland=1, repeated=False)
    assert agreement(log("boom"), ended(137)).witnesses == 2
    assert agreement(ended(1)).is_single


def test_a_back_off_agrees_with_anything_and_is_hardly_a_witness() -> None:
    loop = fact("state", "waits: CrashLoopBackOff", state="waiting", reason="CrashLoopBackOff")
    back_off = fact("event", "Back-off restarting failed container", reason="BackOff")
    assert agreement(log("boom"), loop, back_off) == Agreement(witnesses=1, bland=1, repeated=False)


@of_every(
    ("said", "witness"),
    [
        (fact("event", "x", reason="Failed"), "kubelet"),
        (fact("event", "x", reason="Failed", component="agent-x"), "agent-x"),
        (fact("event", "x", reason="Odd", component="my-scheduler"), "scheduler"),
        (fact("event", "x", reason="Preempted"), "scheduler"),
        (fact("state", "x", condition="PodScheduled"), "scheduler"),
        (fact("event", "x", reason="FailedCreate", component="replicaset-controller"), "controller"),
        (fact("event", "x", reason="NodeNotReady", component="node-lifecycle"), "node controller"),
        (fact("node", "x", condition="Ready"), "kubelet"),
        (fact("node", "x", condition="ReadonlyFilesystem"), "kernel"),
        (fact("command", "x", command="df"), "command df"),
        (log("x", container="proxy"), "program proxy"),
        (fact("change", "x"), "change"),
        (fact("metric", "x"), "metric"),
    ],
)
def test_a_witness_is_who_wrote_a_fact(said: Fact, witness: str) -> None:
    assert Witnesses([]).of(said) == witness
