"""Bundles as people save them: a crash loop with everything around it, whole and in pieces."""

from copy import deepcopy
from typing import Any

import msgspec

from casebook_operator.kube import Object

NAMESPACE, DEPLOYMENT, REPLICA_SET, POD, NODE = (
    "shop",
    "checkout",
    "checkout-5d9f7c8b6d",
    "checkout-5d9f7c8b6d-x2k9p",
    "w1",
)
LABELS = {"app": "checkout", "pod-template-hash": "5d9f7c8b6d"}

CRASH_LOG = (
    "starting\nTraceback (most recent call last):\n  File \"app.py\", line 3, in <module>\nKeyError: 'DATABASE_URL'\n"
)
XID_LINE = "NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, name=python, GPU has fallen off the bus."


def reference(kind: str, name: str) -> Object:
    return {"apiVersion": "apps/v1", "kind": kind, "name": name, "uid": f"uid-{name}", "controller": True}


def pod(**metadata: Any) -> Object:
    ended = {
        "exitCode": 1,
        "reason": "Error",
        "startedAt": "2026-03-04T05:05:50Z",
        "finishedAt": "2026-03-04T05:06:00Z",
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": POD,
            "namespace": NAMESPACE,
            "uid": f"uid-{POD}",
            "creationTimestamp": "2026-03-04T05:00:00Z",
            "labels": LABELS,
            "ownerReferences": [reference("ReplicaSet", REPLICA_SET)],
        }
        | metadata,
        "spec": {"nodeName": NODE, "containers": [{"name": "app", "image": "registry.local/checkout:2"}]},
        "status": {
            "phase": "Running",
            "startTime": "2026-03-04T05:00:01Z",
            "containerStatuses": [
                {
                    "name": "app",
                    "ready": False,
                    "restartCount": 4,
                    "state": {"waiting": {"reason": "CrashLoopBackOff"}},
                    "lastState": {"terminated": ended},
                }
            ],
        },
    }


def owner(kind: str, name: str, above: Object | None = None) -> Object:
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {
            "name": name,
            "namespace": NAMESPACE,
            "uid": f"uid-{name}",
            "creationTimestamp": "2026-03-01T00:00:00Z",
            **({"ownerReferences": [above]} if above else {}),
        },
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "checkout"}},
            "template": {"metadata": {"labels": {"app": "checkout"}}, "spec": pod()["spec"]},
        },
        "status": {"readyReplicas": 1},
    }


def node() -> Object:
    ready = {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"}
    metadata = {"name": NODE, "uid": f"uid-{NODE}", "creationTimestamp": "2026-01-01T00:00:00Z"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "status": {"conditions": [ready]}}


def event(**fields: Any) -> Object:
    return {
        "metadata": {"name": f"{POD}.1", "namespace": NAMESPACE},
        "involvedObject": {"kind": "Pod", "name": POD, "namespace": NAMESPACE},
        "type": "Warning",
        "reason": "BackOff",
        "message": "Back-off restarting failed container app",
        "count": 7,
        "firstTimestamp": "2026-03-04T05:04:00Z",
        "lastTimestamp": "2026-03-04T05:06:10Z",
    } | fields


def crash_loop(**parts: Any) -> Object:
    """The document of a ``status.json``."""
    whole = {
        "id": "crash-loop",
        "trigger": {"type": "CrashLoopBackOff", "kind": "Deployment", "name": DEPLOYMENT, "namespace": NAMESPACE},
        "objects": [
            owner("Deployment", DEPLOYMENT),
            owner("ReplicaSet", REPLICA_SET, reference("Deployment", DEPLOYMENT)),
            pod(),
            node(),
        ],
        "events": [event()],
        "logs": {f"{POD}/app": {"previous": CRASH_LOG}},
    }
    return deepcopy(whole | parts)


def encoded(document: Any) -> bytes:
    return msgspec.json.encode(document)
