"""Events of both API groups in the one shape that Casebook reads: core/v1, with an ``involvedObject``."""

from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping
from casebook_operator.offline.kinds import CLUSTER_SCOPED
from casebook_operator.offline.shapes import shaped

_NEW_NAMES = {"regarding": "involvedObject", "note": "message", "reportingController": "reportingComponent"}
"""Fields of events.k8s.io/v1 that core/v1 calls otherwise (k8s.io/api/events/v1/types.go)."""

_DEPRECATED = {
    "deprecatedFirstTimestamp": "firstTimestamp",
    "deprecatedLastTimestamp": "lastTimestamp",
    "deprecatedCount": "count",
    "deprecatedSource": "source",
}


_NORMAL_REASONS = """
Completed Created ExternalProvisioning Killing LeaderElection NodeAllocatableEnforced NodeHasNoDiskPressure
NodeHasSufficientMemory NodeHasSufficientPID NodeReady NodeSchedulable Preempting ProvisioningSucceeded Pulled Pulling
RegisteredNode SawCompletedJob ScalingReplicaSet Scheduled Started Starting SuccessfulAttachVolume SuccessfulCreate
SuccessfulDelete SuccessfulRescale TriggeredScaleUp WaitForFirstConsumer
"""
"""Reasons of Events that are Normal (pkg/kubelet/events/event.go, the controllers and the scheduler). In an Event that
does not tell its type any other reason is a Warning."""

_NORMAL = frozenset(_NORMAL_REASONS.split())


def core_event(event: Object, number: int) -> Object | None:
    """An Event in the shape of core/v1, or None when it does not say what it is about.

    ``number`` makes a name for an Event that has none.
    """
    whole = shaped({_DEPRECATED.get(name, _NEW_NAMES.get(name, name)): value for name, value in event.items()})
    involved = mapping(whole, "involvedObject")
    if not involved.get("kind") or not involved.get("name"):
        return None
    metadata = whole["metadata"]
    cluster_scoped = involved["kind"] in CLUSTER_SCOPED
    if not cluster_scoped:
        involved["namespace"] = involved.get("namespace") or metadata.get("namespace") or "default"
    # Clients keep Events of objects without a namespace in "default" (client-go tools/record/event.go, makeEvent).
    metadata["namespace"] = "default" if cluster_scoped else involved["namespace"]
    metadata.setdefault("name", f"{involved['name']}.{number:x}")
    type_ = "Normal" if whole.get("reason") in _NORMAL else "Warning"
    return {"count": 1, "type": type_, **whole, "apiVersion": "v1", "kind": "Event"}
