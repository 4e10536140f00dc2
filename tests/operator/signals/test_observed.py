"""What a signal says, in full: somebody decides by each field, or reads it."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Entity, HoldDuration, Severity, Signal, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.signals import signals_of
from casebook_operator.signals.observed import one_of_each
from casebook_operator.signals.services import ServiceBacking, service_signal
from casebook_operator.signals.table import signal_table
from tests.operator.builders import at, condition, container, ended, node, pod, rfc, running, signal, waiting
from tests.operator.signals.objects import (
    JOB,
    of_kind,
    pod_in,
    running_pod,
    scheduled,
    starting_pod,
    status_of,
    told,
    written,
)
from tests.rows import of_every

T = Trigger
TAXONOMY = load_taxonomy(())
XID = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus."


def shows(
    obj: Object, trigger: Trigger, since: float, reason: str, message: str = "", **more: Any
) -> tuple[Object, Signal]:
    """An object and its signal, which says no more than this and what follows from its trigger."""
    metadata, policy = obj["metadata"], trigger.policy
    said = {"failure_class": trigger.value, "severity": policy.severity, "hold": policy.hold}
    said |= {"origin": Entity(kind=obj["kind"], namespace=metadata.get("namespace", ""), name=metadata["name"])}
    said |= {"origin_uid": metadata["uid"], "occurred_at": at(since), "reason": reason, "message": message}
    return obj, Signal(trigger=trigger, **(said | more))


AT_ONCE = {"hold": HoldDuration.NONE}
DERIVED = {"derived": True, "undated": True}
POD = {"node_name": "node-1"}
APP = POD | {"container": "app"}
NODE = POD | {"severity": Severity.CRITICAL}
GPU = NODE | {"failure_class": "GPU"}
NOT_READY = NODE | {"failure_class": "NodeNotReady"}


def looping(**more: Any) -> Object:
    return pod(container(state=waiting("CrashLoopBackOff", "back-off 10s"), last=ended("Error", 3, 7)), **more)


def lived_for_half_an_hour() -> Object:
    end = ended("Error", 1, 7)
    end["terminated"]["startedAt"] = rfc(-1793)
    return running_pod(status_of(state=running(9), lastState=end, restartCount=3))


def unready() -> Object:
    made = running_pod(status_of(state=running(20), ready=False), ready=False, since=3)
    made["status"]["conditions"][-1] |= {"reason": "ContainersNotReady", "message": "unready: app"}
    return made


def without_sandbox() -> Object:
    made = starting_pod(status_of("web", state=waiting("")), status_of("log", state=waiting("ContainerCreating")))
    made["status"]["conditions"].append(condition("PodReadyToStartContainers", "False", since=2))
    return made


def initializing() -> Object:
    made = starting_pod(status_of(state=waiting("PodInitializing")))
    made["status"]["initContainerStatuses"] = [status_of("setup", state=running(31))]
    return made


def unplaced(*conditions: Object) -> Object:
    return pod_in("Pending", conditions=conditions, spec={"nodeName": "", "schedulerName": "volcano"})


def claim(**status: Any) -> Object:
    spec = {"volumeName": "v", "storageClassName": "fast"}
    return of_kind("PersistentVolumeClaim", "data", created=-9, spec=spec, status=status)


def noted(key: str, value: str) -> Object:
    made = node()
    made["metadata"]["annotations"] = {key: value}
    return made


REPORT = '{"nvidia":{"fatal":[{"error_name":"GPULost"}]}}'
TAINT = {"key": "nvidia.com/gpu-error", "value": "79", "effect": "NoSchedule", "timeAdded": rfc(4)}
SHORT = {"capacity": {"a.com/gpu": "8", "b.com/nic": "2"}, "allocatable": {"a.com/gpu": "7", "b.com/nic": "0"}}

SIGNALS = {
    "crash-loop": shows(
        looping(), T.CRASH_LOOP_BACK_OFF, 7, "CrashLoopBackOff", "back-off 10s", **APP, exit_code=3
    ),
    "crash-loop before its name": shows(
        pod(container(state=ended("Error", 3, 7, message="no table"), last=ended("Error", 1))),
        T.CRASH_LOOP_BACK_OFF, 7, "CrashLoopBackOff", "no table", **APP, exit_code=3,
    ),
    "job-crash-loop": shows(
        looping(owner=JOB),
        T.CRASH_LOOP_BACK_OFF, 7, "CrashLoopBackOff", "back-off 10s", **APP, exit_code=3, hold=HoldDuration.JOB_RETRY,
    ),
    "start that failed again": shows(
        pod(container(state=waiting("CrashLoopBackOff", "back-off"), last=ended("StartError", 128, 7))),
        T.CONTAINER_START_FAILED, 7, "StartError", "back-off", **APP, exit_code=128, **AT_ONCE,
    ),
    "start that failed again before its name": shows(
        pod(container(state=ended("StartError", 128, 7, message="no file"), last=ended("StartError", 128))),
        T.CONTAINER_START_FAILED, 7, "StartError", "no file", **APP, exit_code=128, **AT_ONCE,
    ),
    "start that failed": shows(
        pod(container(state=ended("StartError", 128, 7, message="no file"))),
        T.CONTAINER_START_FAILED, 7, "StartError", "no file", **APP, exit_code=128,
    ),
    "oom": shows(
        pod(container(state=ended("OOMKilled", 137, 7))), T.OOM_KILLED, 7, "OOMKilled", **APP, exit_code=137
    ),
    "oom that was survived": shows(
        pod(container(state=running(9), last=ended("OOMKilled", 137, 7))),
        T.OOM_KILLED, 7, "OOMKilled", **APP, exit_code=137, active=False,
    ),
    "wait": shows(
        starting_pod(status_of(state=waiting("ErrImagePull", "not found"), lastState=ended("Error", 2, 8))),
        T.IMAGE_PULL_FAILED, 8, "ErrImagePull", "not found", **APP, exit_code=2,
    ),
    "end for good": shows(
        pod_in("Failed", status_of(state=ended("Error", 2, 9, message="bye")), owner=None),
        T.CONTAINER_FAILED, 9, "Error", "bye", **APP, exit_code=2, active=False,
    ),
    "slow-restarts": shows(
        lived_for_half_an_hour(),
        T.CONTAINER_FAILED, 7, "Error", **APP, exit_code=1, active=False, failure_class="CrashLoopBackOff",
    ),
    "never-ready": shows(
        unready(), T.PROBE_FAILED, 20, "ContainersNotReady", "unready: app", **APP, allowed_until=at(20)
    ),
    "unscheduled": shows(
        unplaced(), T.FAILED_SCHEDULING, -60, "Unscheduled", "the scheduler volcano has not looked at this pod"
    ),
    "condition of a pod": shows(
        unplaced(condition("PodScheduled", "False", since=4, reason="Unschedulable", message="0/3 nodes")),
        T.FAILED_SCHEDULING, 4, "Unschedulable", "0/3 nodes",
    ),
    "pod-start-stuck": shows(
        without_sandbox(), T.POD_START_STUCK, 0, "ContainerCreating", "no sandbox for web, log", **POD
    ),
    "pod-slow-start": shows(
        starting_pod(status_of(state=waiting("ContainerCreating")), sandbox=True, since=6),
        T.POD_START_STUCK, 6, "ContainerCreating", "containers are created", **POD, hold=HoldDuration.SLOW_START,
    ),
    "init container that runs": shows(
        initializing(),
        T.POD_START_STUCK, 31, "PodInitializing", "the init container setup runs", **POD, hold=HoldDuration.SLOW_START,
    ),
    "termination-stuck": shows(
        running_pod(deletionTimestamp=rfc(60), deletionGracePeriodSeconds=45, finalizers=["a/b", "c/d"]),
        T.TERMINATION_STUCK, 15, "Terminating", "finalizers: a/b, c/d", **POD, allowed_until=at(60),
    ),
    "reason of a pod": shows(
        pod_in("Failed", status={"reason": "Evicted", "message": "low on memory"}, conditions=(scheduled(33),)),
        T.EVICTED, 33, "Evicted", "low on memory", **POD, active=False,
    ),
    "not-observed": shows(
        written(of_kind("Deployment", metadata={"generation": 7}, status={"observedGeneration": 5}), spec=2),
        T.ROLLOUT_STUCK, 2, "NotObserved", "generation 7, of which 5 was looked at", **DERIVED,
    ),
    "too-few-ready": shows(
        written(of_kind("StatefulSet", spec={"replicas": 3}, status={"readyReplicas": 1}), status=2),
        T.ROLLOUT_STUCK, 2, "TooFewReady", "1 of 3 replicas are ready", **DERIVED,
    ),
    "most-not-ready": shows(
        written(of_kind("DaemonSet", status={"desiredNumberScheduled": 4, "numberReady": 2}), status=2),
        T.ROLLOUT_STUCK, 2, "MostNotReady", "2 of 4 pods are ready", **DERIVED,
    ),
    "condition": shows(
        of_kind("Deployment", "web", condition("Available", "False", since=5, reason="Few", message="1 of 2")),
        T.ROLLOUT_STUCK, 5, "Few", "1 of 2", derived=True,
    ),
    "condition without a reason, of what is over": shows(
        of_kind("Job", "import", condition("Failed", "True", since=5, reason="", message="7 pods")),
        T.JOB_FAILED, 5, "Failed=True", "7 pods", derived=True, active=False,
    ),
    "condition without a time": shows(
        of_kind("HorizontalPodAutoscaler", "web", condition("ScalingActive", "False") | {"lastTransitionTime": None}),
        T.AUTOSCALER_FAILED, -3600, "Because", undated=True,
    ),
    "claim-pending": shows(claim(phase="Pending"), T.VOLUME_FAILED, -9, "Pending", "storage class fast"),
    "claim-lost": shows(
        claim(phase="Lost"), T.VOLUME_FAILED, -9, "ClaimLost", undated=True, severity=Severity.CRITICAL, **AT_ONCE
    ),
    "resize-infeasible": shows(
        claim(phase="Bound", allocatedResourceStatuses={"storage": "NodeResizeInfeasible"}),
        T.VOLUME_FAILED, -9, "NodeResizeInfeasible", "of storage", undated=True, **AT_ONCE,
    ),
    "budget-unhealthy": shows(
        written(
            of_kind("PodDisruptionBudget", status={"currentHealthy": 1, "desiredHealthy": 2, "expectedPods": 3}),
            status=2,
        ),
        T.DISRUPTION_BLOCKED, 2, "InsufficientPods", "1 healthy pods, 2 wanted", **DERIVED,
    ),
    "node-condition": shows(
        node(condition("GPUMissing", "True", since=3, reason="Gone", message="7 of 8")),
        T.NODE_CONDITION, 3, "GPUMissing=True (Gone)", "7 of 8", **GPU,
    ),
    "node-not-ready": shows(
        node(condition("Ready", "Unknown", since=3, reason="NodeStatusUnknown", message="silent")),
        T.NODE_CONDITION, 3, "Ready=Unknown (NodeStatusUnknown)", "silent", **NOT_READY,
        hold=HoldDuration.NODE_NOT_READY,
    ),
    "node-joining": shows(
        node(condition("Ready", "False", since=3, reason=""), created=0),
        T.NODE_CONDITION, 3, "Ready=False (no reason given)", **NOT_READY, hold=HoldDuration.NODE_JOINING,
    ),
    "node-maintenance": shows(
        node(condition("Ready", "False", since=3)) | {"spec": {"unschedulable": True}},
        T.NODE_CONDITION, 3, "Ready=False (Because)", **NOT_READY, hold=HoldDuration.NODE_MAINTENANCE,
    ),
    "kernel-line": shows(
        node(condition("AcmeState", "Sick", since=3, reason="Acme", message=f"all is well\n{XID}\nand more")),
        T.KERNEL_LINE, 3, "Acme", XID, **GPU, device="0000:3b:00",
    ),
    "kernel line in an annotation": shows(
        noted("acme/last", XID), T.KERNEL_LINE, -86_400, "kernel line", XID, **GPU, device="0000:3b:00", undated=True
    ),
    "annotation": shows(
        noted("acme/sichek", REPORT), T.NODE_CONDITION, -86_400, "annotation acme/sichek", REPORT, **GPU, undated=True
    ),
    "taint": shows(
        node() | {"spec": {"taints": [TAINT]}},
        T.NODE_CONDITION, 4, "taint nvidia.com/gpu-error", "nvidia.com/gpu-error=79:NoSchedule", **GPU,
    ),
    "device-shortage": shows(
        node(created=-90) | {"status": SHORT},
        T.DEVICE_SHORTAGE, -90, "DeviceShortage", "0 of 2 b.com/nic are allocatable; 7 of 8 a.com/gpu are allocatable",
        **POD, undated=True, allowed_until=at(510),
    ),
}  # fmt: skip


@of_every("name", SIGNALS)
def test_a_signal_says_what_where_since_when_and_how_urgent(name: str) -> None:
    obj, expected = SIGNALS[name]
    assert signals_of(obj["kind"], obj, TAXONOMY) == (expected,)


def test_no_state_of_the_table_is_left_out() -> None:
    """Those of a Service come of what is behind it, misfits of what is named, others of several objects or versions."""
    of_several = {"fast-restarts", "devices-failed", "route-misfit", "policy-misfit", "delivery-misfit"}
    of_one_object = {row.id for row in signal_table().states if row.kind != "Service"} - of_several
    assert of_one_object <= SIGNALS.keys()


@pytest.mark.parametrize(
    ("backing", "uid", "reason", "message", "hold"),
    [
        (ServiceBacking(), "u", "NoEndpoints", "no pod has a=b, c=d", HoldDuration.SERVICE),
        (ServiceBacking(unready=3), "u", "NoReadyEndpoints", "none of 3 pods behind it is ready", HoldDuration.ROLLOUT),
        (ServiceBacking(exists=False), "", "ServiceNotFound", "there is no such Service", HoldDuration.SERVICE),
    ],
)
@pytest.mark.parametrize(("callers", "needed"), [((), ""), (("x", "y"), "; needed by x, y")])
def test_so_does_the_signal_of_a_service(
    backing: ServiceBacking, uid: str, reason: str, message: str, hold: HoldDuration, callers: Any, needed: str
) -> None:
    service = of_kind("Service", "db", spec={"selector": {"c": "d", "a": "b"}})
    service["metadata"]["uid"] = "u"
    _, expected = shows(service, T.SERVICE_UNAVAILABLE, 4, reason, message + needed, hold=hold, origin_uid=uid)
    assert service_signal(service, backing, since=at(4), callers=callers) == expected
    undated = service_signal(service, backing, since=at(4), callers=callers, undated=True)
    assert undated == msgspec.structs.replace(expected, undated=True)


OF_NODE, OF_EVENT = NODE | {"active": False}, {"active": False, "derived": True}
EVENTS = {
    "that counts at once": (
        told("Ext4Error", "EXT4-fs error", kind="Node", name="node-1", first=2, last=5),
        *shows(node(), T.KERNEL_LINE, 5, "Ext4Error", "EXT4-fs error", **OF_NODE, failure_class="NodeStorage"),
    ),
    "with a kernel line": (
        told("Ext4Error", f"all is well\n{XID}", kind="Node", name="node-1", first=2, last=5),
        *shows(node(), T.KERNEL_LINE, 5, "Ext4Error", XID, **OF_NODE, failure_class="GPU", device="0000:3b:00"),
    ),
    "that has to last": (
        told("FailedMount", "not found", container="app", count=2, first=2, last=5),
        *shows(pod(), T.POD_START_STUCK, 2, "FailedMount", "not found", **APP, **OF_EVENT, told_until=at(5)),
    ),
    "that was told often enough": (
        told("FailedMount", "not found", container="app", count=8, first=2, last=5),
        *shows(pod(), T.POD_START_STUCK, 5, "FailedMount", "not found", **APP, **OF_EVENT, **AT_ONCE),
    ),
}


@pytest.mark.parametrize("name", EVENTS)
def test_so_does_the_signal_of_an_event_and_it_is_about_another_object(name: str) -> None:
    event, _, expected = EVENTS[name]
    assert signals_of("Event", event, TAXONOMY) == (expected,)


def test_a_reason_is_cut_to_what_the_crd_allows() -> None:
    long = "R" * 300
    (of_pod,) = signals_of("Pod", pod_in("Failed", status={"reason": f"OutOf{long}"}), TAXONOMY)
    (of_event,) = signals_of("Event", told(f"DCGMFieldError{long}", kind="Node", name="node-1"), TAXONOMY)
    assert len(of_pod.reason) == len(of_event.reason) == 253


def one(seconds: float, hold: HoldDuration = HoldDuration.IMAGE, failure_class: str = "GPU") -> Signal:
    return signal(seconds, hold=hold, failure_class=failure_class)


@pytest.mark.parametrize(
    ("seen", "kept"),
    [
        ((one(9), one(2)), (one(2),)),
        ((one(2), one(9)), (one(2),)),
        ((one(2), one(9, HoldDuration.NONE)), (one(9, HoldDuration.NONE),)),
        ((one(9, HoldDuration.NONE), one(2)), (one(9, HoldDuration.NONE),)),
        ((one(2), one(1, failure_class="NIC")), (one(2), one(1, failure_class="NIC"))),
        ((), ()),
    ],
    ids=["later", "earlier", "urgent-last", "urgent-first", "two-classes", "none"],
)
def test_of_a_class_the_most_urgent_is_kept_and_of_those_the_earliest(
    seen: tuple[Signal, ...], kept: tuple[Signal, ...]
) -> None:
    assert one_of_each(seen) == kept
