"""Which failures are one failure: a table, with the reason for every row.

Whatever explains a symptom must not be explained by it in turn, or neither would be opened: a test makes sure of it.
"""

from datetime import timedelta

import msgspec

from casebook_analyzer.models import SubjectRef, Trigger

STAGES = frozenset(
    {
        Trigger.CRASH_LOOP_BACK_OFF,
        Trigger.OOM_KILLED,
        Trigger.CONTAINER_FAILED,
        Trigger.CONTAINER_START_FAILED,
        Trigger.PROBE_FAILED,
    }
)
"""What one container goes through when it cannot live: it is killed, ends, is restarted, and waits in the back-off."""

STAGE_WINDOW = timedelta(minutes=10)
"""Stages of one failure follow each other within this time: a container that ran for longer is restarted without a
delay, as if it had never failed (twice ``MaxContainerBackOff``, pkg/kubelet/kubelet.go)."""

_CONTAINERS = STAGES | {Trigger.IMAGE_PULL_FAILED, Trigger.CONTAINER_CONFIG_ERROR}
_PODS = _CONTAINERS | {
    Trigger.POD_START_STUCK,
    Trigger.FAILED_SCHEDULING,
    Trigger.EVICTED,
    Trigger.PREEMPTED,
    Trigger.POD_REJECTED,
    Trigger.POD_LOST,
    Trigger.VOLUME_FAILED,
}
_LOST = frozenset({Trigger.EVICTED, Trigger.PREEMPTED, Trigger.POD_REJECTED, Trigger.POD_LOST})


class Relation(msgspec.Struct, frozen=True):
    """A symptom, and the failures of the same workload (or of an object that it is linked to) that explain it."""

    symptom: Trigger
    explained_by: frozenset[Trigger]
    why: str


RELATIONS = (
    Relation(
        Trigger.ROLLOUT_STUCK,
        _PODS | {Trigger.FAILED_CREATE},
        "A rollout waits until its pods are available (DeploymentComplete); they say why they are not.",
    ),
    Relation(
        Trigger.JOB_FAILED,
        _PODS | {Trigger.FAILED_CREATE},
        "A Job fails after its pods did, or when its time is over (job_controller.go); its pods say what took so long.",
    ),
    Relation(
        Trigger.SCHEDULE_MISSED,
        _PODS | {Trigger.FAILED_CREATE, Trigger.JOB_FAILED},
        "Under concurrencyPolicy Forbid a run that cannot end holds back the next (cronjob_controllerv2.go).",
    ),
    Relation(
        Trigger.POD_START_STUCK,
        (_CONTAINERS - {Trigger.PROBE_FAILED}) | {Trigger.VOLUME_FAILED},
        "Containers wait in PodInitializing while an init container fails, and in ContainerCreating for volumes.",
    ),
    Relation(
        Trigger.PROBE_FAILED,
        _CONTAINERS - {Trigger.PROBE_FAILED},
        "A container is not ready, or is killed by its probe, when another of its pod on which it rests is down.",
    ),
    Relation(
        Trigger.FAILED_SCHEDULING,
        _LOST | {Trigger.VOLUME_FAILED},
        "The successor of a pod that lost its place looks for another; a pod with an unbound claim is not placed.",
    ),
    Relation(
        Trigger.AUTOSCALER_FAILED,
        _PODS | {Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK},
        "Pods that are not ready have no metrics (podautoscaler/replica_calculator.go).",
    ),
    Relation(
        Trigger.DISRUPTION_BLOCKED,
        _PODS | {Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK},
        "A budget allows no disruption while fewer pods are healthy than it wants (disruption.go).",
    ),
    Relation(
        Trigger.ALERT,
        _PODS | {Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK, Trigger.JOB_FAILED, Trigger.SCHEDULE_MISSED},
        "An alert says that something is wrong with a workload; what its objects show, some time later, says what.",
    ),
    Relation(
        Trigger.SERVICE_UNAVAILABLE,
        _PODS | {Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK},
        "A Service has no endpoints while the pods behind it are not ready.",
    ),
)
_EXPLAINED_BY = {relation.symptom: relation.explained_by for relation in RELATIONS}


def explains(failure: Trigger, symptom: Trigger) -> bool:
    """Whether a failure of a workload is why it shows a symptom too."""
    return failure in _EXPLAINED_BY.get(symptom, ())


CALLERS = (STAGES - {Trigger.OOM_KILLED}) | {
    Trigger.POD_START_STUCK,
    Trigger.FAILED_CREATE,
    Trigger.ROLLOUT_STUCK,
    Trigger.JOB_FAILED,
    Trigger.SCHEDULE_MISSED,
}
"""Failures of a workload that may be no more than that a Service which it calls does not answer: programs that give up,
probes that ask others, init containers that wait, and webhooks without which no pod is made.

Whether one of them is, no table can tell: its evidence does (:mod:`casebook_operator.investigation.blame`). A Service
gets its case from the evidence of callers that have one, and none while its own pods have theirs: neither waits for the
other.
"""

_TAKE_IN = frozenset({"Node", "Service"})


def takes_in(holder: SubjectRef, subject: SubjectRef) -> bool:
    """Whether what fails because of a subject is counted on its case's roll, and not as another occurrence of it."""
    return holder.kind in _TAKE_IN and subject.kind != holder.kind


class NodeFault(msgspec.Struct, frozen=True):
    """Failure classes of a node, and the signals of pods on it that they explain."""

    classes: frozenset[str]
    takes: frozenset[Trigger]
    why: str
    devices: bool = False
    """Only of pods that use an extended resource, such as a GPU."""


_UNREACHABLE = frozenset(
    {
        Trigger.POD_LOST,
        Trigger.TERMINATION_STUCK,
        Trigger.PROBE_FAILED,
        Trigger.POD_START_STUCK,
        Trigger.POD_REJECTED,
        Trigger.EVICTED,
        Trigger.VOLUME_FAILED,
        Trigger.CONTAINER_START_FAILED,
    }
)

NODE_FAULTS = (
    NodeFault(
        frozenset({"NodeNotReady", "NodeKernel", "NodeRuntime", "NodeStorage", "NodeHardware", "NodeNetwork"}),
        _UNREACHABLE,
        "Nobody starts, probes, mounts or removes containers there, and the node controller marks pods as not ready "
        "(node_lifecycle_controller.go, MarkPodsNotReady).",
    ),
    NodeFault(
        frozenset({"MemoryPressure", "DiskPressure", "PIDPressure"}),
        frozenset({Trigger.EVICTED, Trigger.POD_REJECTED}),
        "Kubelet evicts pods, and admits none, until the pressure is gone (pkg/kubelet/eviction).",
    ),
    NodeFault(
        frozenset({"GPU", "GPUDriver", "PCIe", "NVSwitch", "NIC", "DeviceShortage"}),
        _UNREACHABLE | {Trigger.CRASH_LOOP_BACK_OFF, Trigger.CONTAINER_FAILED},
        "Whoever works on a broken device fails with it, and kubelet places nobody else on it "
        "(pkg/kubelet/cm/devicemanager).",
        devices=True,
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
    return next((fault for fault in NODE_FAULTS if failure_class in fault.classes), None)
