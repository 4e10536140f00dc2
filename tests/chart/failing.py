"""Failures that a real API server shows without anybody who runs pods."""

import json
from typing import Any

from e2e.cluster import Cluster
from tools.chart.helm import Object

LONG_AGO = "2026-01-01T00:00:00Z"


_LOOP = {
    "name": "app",
    "image": "none",
    "imageID": "",
    "ready": False,
    "restartCount": 5,
    "state": {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s"}},
    "lastState": {"terminated": {"exitCode": 1, "reason": "Error", "finishedAt": LONG_AGO}},
}
HUNG = {"type": "KernelDeadlock", "status": "True", "reason": "DockerHung", "message": "task docker:7 blocked"}
FULL = {"type": "DiskPressure", "status": "True", "reason": "KubeletHasDiskPressure", "message": "disk pressure"}


def node(cluster: Cluster, name: str, condition: Object | None = None) -> None:
    """A node whose kernel is deadlocked, as node-problem-detector says it. Nobody's kubelet runs on it."""
    cluster.run_kubectl("create", "-f", "-", stdin=json.dumps(_object("v1", "Node", name)))
    _say(cluster, "node", name, conditions=[(condition or HUNG) | {"lastTransitionTime": LONG_AGO}])


def loop(cluster: Cluster, namespace: str, name: str) -> None:
    """A pod in a crash loop, without anything else that could fail: no claim, and no node that anybody misses."""
    spec = {"schedulerName": "nobody", "containers": [{"name": "app", "image": "none"}]}
    objects = [_object("v1", "ServiceAccount", "default"), _object("v1", "Pod", name, spec)]
    given = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
    cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=given)
    _say(cluster, "pod", name, "-n", namespace, phase="Running", containerStatuses=[_LOOP])


def evicted(cluster: Cluster, namespace: str, name: str, *, on: str) -> None:
    """A pod that kubelet has ended, as its node's disk was full."""
    container = {"name": "app", "image": "none"}
    objects = [
        _object("v1", "ServiceAccount", "default"),
        _object("v1", "Pod", name, {"nodeName": on, "containers": [container]}),
    ]
    given = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
    cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=given)
    message = "The node was low on resource: ephemeral-storage."
    _say(cluster, "pod", name, "-n", namespace, phase="Failed", reason="Evicted", message=message)


def pod(cluster: Cluster, namespace: str, name: str, *, on: str) -> None:
    """A pod in a crash loop on a node, with a claim that names a volume and a class."""
    volume = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}
    container = {"name": "app", "image": "none", "volumeMounts": [{"name": "data", "mountPath": "/data"}]}
    claim = {
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}},
        "storageClassName": "test-class",
        "volumeName": "test-volume",
    }
    objects = [
        _object("v1", "ServiceAccount", "default"),
        _object("v1", "PersistentVolumeClaim", "data", claim),
        _object("v1", "Pod", name, {"nodeName": on, "containers": [container], "volumes": [volume]}),
    ]
    given = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
    cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=given)
    _say(cluster, "pod", name, "-n", namespace, phase="Running", containerStatuses=[_LOOP])


def _object(version: str, kind: str, name: str, spec: Object | None = None) -> Object:
    made = {"apiVersion": version, "kind": kind, "metadata": {"name": name}}
    return made | ({"spec": spec} if spec else {})


def _say(cluster: Cluster, *what: str, **status: Any) -> None:
    cluster.run_kubectl("patch", *what, "--subresource=status", "-p", json.dumps({"status": status}))
