"""Which failures are one failure: windows of time, and what a broken node takes down.

What explains which trigger stands in the row of the trigger (:data:`casebook_analyzer.models.POLICIES`).
Whatever explains a symptom must not be explained by it in turn, or neither would be opened: a test makes sure of it.
"""

from datetime import timedelta
from signal import SIGKILL, SIGTERM

import msgspec

from casebook_analyzer.models import NodeLoss, Signal, SubjectRef, Trigger, TriggerLevel

STAGE_WINDOW = timedelta(minutes=10)
"""Stages of one failure follow each other within this time: a container that ran for longer is restarted without a
delay, as if it had never failed (twice ``MaxContainerBackOff``, pkg/kubelet/kubelet.go)."""

TOGETHER = "Devices"
"""Ends the failure class of a case that stands for several devices of one node: ``GPUDevices``."""

_TAKE_IN = frozenset({"Node", "Service"})

_FAILS_AGAIN = frozenset({Trigger.CRASH_LOOP_BACK_OFF, Trigger.CONTAINER_FAILED})
"""Whether kubelet waits with the next start is a matter of how long the container lived, and not of why it ended."""

_KUBELET_STOPS = frozenset({0, 128 + SIGKILL, 128 + SIGTERM})
"""How a container ends that kubelet stops, as it does after a failed probe: by SIGTERM, in an orderly way because of
it, or by SIGKILL after the grace period (pkg/kubelet/kuberuntime, killContainer)."""


def takes_in(holder: SubjectRef, subject: SubjectRef) -> bool:
    """Whether the case of ``holder`` absorbs failures of ``subject`` rather than count them as its occurrences."""
    return holder.kind in _TAKE_IN and subject.kind != holder.kind


def in_another_form(known: Signal, signal: Signal) -> bool:
    """Whether two stages of one container show one failure, however much later the second comes.

    What a status says of one and the same end depends on chance: of an OOM kill containerd says ``Error`` where the
    kernel's notice is late, and of ends a minute apart kubelet says CrashLoopBackOff now and then. How it ended stays.
    """
    stages = {known.trigger.policy.level, signal.trigger.policy.level}
    if stages != {TriggerLevel.STAGE} or known.container != signal.container:
        return False
    if known.exit_code is not None and known.exit_code == signal.exit_code:
        return True
    triggers = {known.trigger, signal.trigger}
    if triggers <= _FAILS_AGAIN:
        return True
    if signal.exit_code is None and signal.trigger in _FAILS_AGAIN:
        return True  # an Event: it does not say how the container ended
    ends = {known.exit_code, signal.exit_code} - {None}
    return Trigger.PROBE_FAILED in triggers and bool(triggers & _FAILS_AGAIN) and ends <= _KUBELET_STOPS


class NodeFault(msgspec.Struct, frozen=True):
    """Failure classes of a node, and the signals of pods on it that they explain."""

    classes: frozenset[str]
    loss: NodeLoss
    why: str

    def takes(self, trigger: Trigger) -> bool:
        return self.loss in trigger.policy.taken_by


NODE_FAULTS = (
    NodeFault(
        frozenset({"NodeNotReady", "NodeKernel", "NodeRuntime", "NodeStorage", "NodeHardware", "NodeNetwork"}),
        NodeLoss.UNREACHABLE,
        "Nobody starts, probes, mounts or removes containers there, and the node controller marks pods as not ready "
        "(node_lifecycle_controller.go, MarkPodsNotReady).",
    ),
    NodeFault(
        frozenset({"MemoryPressure", "DiskPressure", "PIDPressure"}),
        NodeLoss.PRESSURE,
        "Kubelet evicts pods, and admits none, until the pressure is gone (pkg/kubelet/eviction).",
    ),
    NodeFault(
        frozenset({"GPU", "GPUDriver", "PCIe", "NVSwitch", "NIC", "DeviceShortage"}),
        NodeLoss.DEVICE,
        "Whoever works on a broken device fails with it, and kubelet places nobody else on it "
        "(pkg/kubelet/cm/devicemanager).",
    ),
)

NODE_RELATIONS = {
    "NodeNotReady": frozenset({"NodeKernel", "NodeRuntime", "NodeStorage", "NodeHardware", "NodeNetwork"}),
    "DeviceShortage": frozenset({"GPU", "GPUDriver", "PCIe", "NVSwitch", "NIC"}),
}
"""Failure classes of a node that say what, to those that say why: kubelet is not ready because of its disk, a GPU is no
longer allocatable because of its Xid."""

ONSET_SLACK = timedelta(minutes=5)
"""A pod may fail before its node is known to: kubelet's lease runs out after 40 s, agents look once a minute, clocks
differ. What failed even earlier has failed for itself."""


def fault_of(failure_class: str) -> NodeFault | None:
    """The row of a node's failure class, or None when it takes no pods down."""
    return next((fault for fault in NODE_FAULTS if base_class(failure_class) in fault.classes), None)


def base_class(failure_class: str) -> str:
    """The failure class of each of the devices that a case may stand for."""
    return failure_class.removesuffix(TOGETHER)
