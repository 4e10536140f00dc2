"""Nodes, ReplicaSets and pods as a real cluster has them, in all that costs bytes."""

import time
from typing import Any

Object = dict[str, Any]


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _conditions(*kinds: str, status: str = "True") -> list[Object]:
    at = _now()
    return [
        {
            "type": kind,
            "status": status,
            "reason": f"Has{kind}",
            "message": f"kubelet has {kind}",
            "lastTransitionTime": at,
        }
        for kind in kinds
    ]


def node(number: int) -> Object:
    """With 40 images, as kubelet reports 50 at most (``--node-status-max-images``)."""
    names = [(f"example.invalid/team-{one}/service", f"@sha256:{one:064d}", f":{number}") for one in range(40)]
    images = [{"names": [name + digest, name + tag], "sizeBytes": 10**8} for name, digest, tag in names]
    return {
        "metadata": {
            "name": f"node-{number}",
            "labels": {f"example.com/label-{one}": str(number) for one in range(20)},
        },
        "status": {
            "conditions": _conditions("Ready"),
            "capacity": {"cpu": "32", "memory": "128Gi", "pods": "110"},
            "allocatable": {"cpu": "31", "memory": "120Gi", "pods": "110"},
            "images": images,
        },
    }


def replica_set(number: int) -> Object:
    labels = {"app": f"app-{number}"}
    template = {
        "metadata": {"labels": labels},
        "spec": {"containers": [{"name": "app", "image": "example.invalid/app:1"}]},
    }
    return {
        "metadata": {"name": f"app-{number}"},
        "spec": {"replicas": 0, "selector": {"matchLabels": labels}, "template": template},
    }


def pod(number: int, owner: int, on: int) -> Object:
    """As a Deployment makes it, and a mesh adds a container to it."""
    reference = {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "name": f"app-{owner}",
        "uid": f"uid-{owner}",
        "controller": True,
    }
    environment = [{"name": f"SETTING_{one}", "value": f"value of setting {one}"} for one in range(15)]
    probe = {"httpGet": {"path": "/healthz", "port": 8080}, "periodSeconds": 10, "failureThreshold": 3}
    app = {
        "name": "app",
        "image": "example.invalid/app:1",
        "env": environment,
        "readinessProbe": probe,
        "livenessProbe": probe,
        "resources": {"requests": {"cpu": "100m"}, "limits": {"memory": "256Mi"}},
        "volumeMounts": [{"name": "config", "mountPath": "/etc/app"}],
    }
    metadata = {
        "name": f"pod-{number}",
        "labels": {"app": f"app-{owner}", "pod-template-hash": f"{owner:010d}"},
        "annotations": {"example.com/injected": "x" * 600},
        "ownerReferences": [reference],
    }
    spec = {
        "nodeName": f"node-{on}",
        "containers": [app, {"name": "mesh", "image": "example.invalid/mesh:1", "env": environment}],
        "volumes": [{"name": "config", "configMap": {"name": f"app-{owner}"}}],
    }
    return {"metadata": metadata, "spec": spec}


def running(number: int) -> Object:
    """The status of a healthy pod."""
    at = _now()
    statuses = [
        {
            "name": name,
            "image": "a",
            "imageID": "",
            "ready": True,
            "restartCount": 0,
            "state": {"running": {"startedAt": at}},
        }
        for name in ("app", "mesh")
    ]
    ready = _conditions("PodScheduled", "Initialized", "ContainersReady", "Ready")
    status = {
        "phase": "Running",
        "startTime": at,
        "podIP": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
    }
    return {"status": status | {"containerStatuses": statuses, "conditions": ready}}


def changed_pod(number: int) -> Object:
    return {"status": {"message": f"healthy, as of look {number}"}}


def changed_node(number: int) -> Object:
    """As kubelet's heartbeat, every five minutes."""
    return {
        "status": {
            "conditions": [
                condition | {"lastHeartbeatTime": _now(), "message": f"look {number}"}
                for condition in _conditions("Ready")
            ]
        }
    }
