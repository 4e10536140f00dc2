"""Which troubles of a node may concern a pod on it. Most Events and kernel lines of a node are about other pods."""

from datetime import datetime, timedelta

from casebook_analyzer.models import Fact, HoldDuration
from casebook_operator.kube.pods import OOM_KILLED, statuses_by_kind, terminated
from casebook_operator.kube.times import real_time
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.events.records import EventRecord
from casebook_operator.reading.nodes.devices import devices_of, has_devices
from casebook_operator.signals.table import signal_table

BEFORE = timedelta(minutes=30)
AFTER = timedelta(minutes=1)
"""How long before and after the failure an Event of the node may have to do with it."""

OOM_SLACK = timedelta(seconds=3)
"""Between the kernel's kill and the end of the container that kubelet reports, in whole seconds."""

_KILLED = 137
"""128 + SIGKILL. A container whose *child* was killed may end with any code, but it seldom ends in that second."""

_OOM_REASONS = frozenset({"OOMKilling", "SystemOOM"})
"""node-problem-detector config/kernel-monitor.json, and kubelet pkg/kubelet/oom/oom_watcher_linux.go."""
_MEMORY_PRESSURE = "MemoryPressure"
_NODE_OOM = "oom-node"
_OOM_PATTERNS = frozenset({"oom-cgroup", _NODE_OOM})
_CGROUP_OOM = "Memory cgroup out of memory"
"""Linux mm/oom_kill.c, of a container over its own limit. Without these words the node as a whole was out of memory."""
_DEVICE_PATTERNS = (
    "xid",
    "sxid",
    "fallen-off-bus",
    "pcie-",
    "gpu-",
    "gsp-",
    "driver-",
    "nvml-",
    "nvlink-",
    "nvswitch-",
    "fabric-manager",
    "iommu-",
    "amd-",
    "gaudi-",
    "neuron-",
    "intel-gpu-",
    "tpu-",
)
"""Beginnings of the names of kernel patterns that are about accelerators (analyzer: evidence/data/kernel)."""
_DEVICE_CLASSES = frozenset({"GPU", "GPUDriver", "NVSwitch", "PCIe"})
"""Failure classes of conditions that are (analyzer: taxonomy/data/conditions.yaml)."""
_PARTS = _DEVICE_CLASSES | {"NIC", "NodeHardware", "NodeStorage"}
"""Failure classes of the parts of a machine."""
_REPAIRABLE = frozenset(
    {
        "memory-error",
        "memory-sel",
        "memory-hardware-record",
        "hardware-record",
        "hardware-record-other",
        "machine-check-corrected",
        "machine-check-logged",
        "nmi-unknown",
        "processor-heat",
    }
)
"""Kernel patterns of errors that a machine repairs or bears, unless a rule opens a case for the line (analyzer:
taxonomy/data/machine-memory.yaml). Error-correcting memory hides them from every program (Linux drivers/edac)."""


def event_concerns(context: CollectorContext, record: EventRecord) -> bool:
    """Whether an Event of the node may have to do with the case.

    For a case of a pod: it is not normal, happened about then, and did not kill another container. For a case of the
    node: all but kills of containers over their own limits, unless memory is what the case is about.
    """
    if context.is_node_case:
        return _CGROUP_OOM not in record.message or context.signal.failure_class == _MEMORY_PRESSURE
    onset = context.signal.occurred_at
    if record.time is not None and (record.last < onset - BEFORE or record.first > onset + AFTER):
        return False
    if record.reason in _OOM_REASONS and record.time is not None:
        return was_killed_at(context, record.said_at, by_node=_CGROUP_OOM not in record.message)
    return record.is_warning or record.is_telling


def report_concerns(context: CollectorContext, record: EventRecord) -> bool:
    """Whether an Event without a kernel line may be about the pods of the case.

    What an agent reports of a part of the machine is about a pod that may use it, once it would open a case itself.
    """
    if context.is_node_case:
        return True
    row = signal_table().event_row(record.reason, "Node", record.message)
    if row is None or row.folds_as not in _PARTS:
        return True
    if row.folds_as in _DEVICE_CLASSES and not any(has_devices(pod) for pod in context.pods):
        return False
    return row.hold is HoldDuration.NONE or record.count >= max(row.least, row.enough)


def line_concerns(context: CollectorContext, fact: Fact) -> bool:
    """Whether a kernel line may be about the pods of the case.

    A broken GPU says nothing of a pod that has none, and what the machine repaired harmed none.
    """
    pattern = fact.attributes.get("pattern", "")
    if context.is_node_case:
        return True
    if pattern in _OOM_PATTERNS:
        return fact.time is not None and was_killed_at(context, fact.time, by_node=pattern == _NODE_OOM)
    if pattern in _REPAIRABLE and context.conditions.kernel_rule_for(pattern, fact.text) is None:
        return False
    return not pattern.startswith(_DEVICE_PATTERNS) or any(has_devices(pod) for pod in context.pods)


def condition_concerns(context: CollectorContext, failure_class: str) -> bool:
    if context.is_node_case or failure_class not in _DEVICE_CLASSES:
        return True
    return any(has_devices(pod) for pod in context.pods)


def resource_concerns(context: CollectorContext, resource: str) -> bool:
    return context.is_node_case or any(resource in devices_of(pod) for pod in context.pods)


def was_killed_at(context: CollectorContext, time: datetime, *, by_node: bool) -> bool:
    """Whether a container of the case was killed at a time: the kernel's line names a process and no pod.

    A kill for a cgroup's own limit ends in the reason OOMKilled: with another reason it was another container's. When
    the whole node is out of memory, any process may be the victim, and the reason stays Error.
    """
    for pod in context.pods:
        for _, status in statuses_by_kind(pod):
            for ended in (terminated(status, "state"), terminated(status, "lastState")):
                finished = real_time(ended.get("finishedAt"))
                killed = ended.get("reason") == OOM_KILLED or (by_node and ended.get("exitCode") == _KILLED)
                if killed and finished and abs(finished - time) <= OOM_SLACK:
                    return True
    return False
