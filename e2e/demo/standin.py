"""Statuses as kubelet writes them, for clusters without a node that is ours.

Where nothing can run containers, the demo still shows the whole way from a status to an Investigation: a Node object
that exists on paper, and a thread that writes for its pods what a real kubelet writes. The last line of a container's
log stands in ``terminated.message``, as with ``terminationMessagePolicy: FallbackToLogsOnError``.
"""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from typing import Any

from e2e.cluster import Cluster, ClusterError

NODE = "casebook-on-paper"
LABEL = "casebook.dev/on-paper"
POLL_SECONDS = 1.0

_CONDITION_READY = {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "on paper"}


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class StandInKubelet:
    """Writes statuses of the pods that are bound to its Node until it is stopped."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stand-in kubelet", daemon=True)
        self._kernel_line = ""
        self._since: dict[str, str] = {}

    def start(self) -> None:
        """Make the Node and begin."""
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": NODE, "labels": {LABEL: "true"}}}
        self._cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(node))
        self._write_node()
        self._thread.start()

    def stop(self) -> None:
        """End, and remove the Node."""
        self._stop.set()
        self._thread.join()
        self._cluster.run_kubectl("delete", "node", NODE, "--ignore-not-found")

    def kernel_log(self, line: str) -> None:
        """What node-problem-detector would make of a critical Xid."""
        self._kernel_line = line
        self._write_node()

    def _run(self) -> None:
        while not self._stop.wait(POLL_SECONDS):
            try:
                self._write_node()
                for pod in self._pods():
                    self._write_pod(pod)
            except ClusterError:
                continue  # a pod went away between being read and written; the next round sees

    def _pods(self) -> list[dict[str, Any]]:
        shown = self._cluster.run_kubectl("get", "pods", "-A", f"--field-selector=spec.nodeName={NODE}", "-o", "json")
        items: list[dict[str, Any]] = json.loads(shown)["items"]
        return items

    def _write_node(self) -> None:
        xid = {"type": "XidCriticalError", "status": "False", "reason": "NoCriticalXid", "message": "no critical Xid"}
        if self._kernel_line:
            xid |= {"status": "True", "reason": "GpuFellOffBus", "message": self._kernel_line}
        resources = {"cpu": "8", "memory": "16Gi", "pods": "110", "nvidia.com/gpu": "1"}
        conditions = [
            {
                **condition,
                "lastHeartbeatTime": _now(),
                "lastTransitionTime": self._since.setdefault(f"{condition['type']}={condition['status']}", _now()),
            }
            for condition in (_CONDITION_READY, xid)
        ]
        status = {"status": {"capacity": resources, "allocatable": resources, "conditions": conditions}}
        self._patch("node", NODE, status)

    def _write_pod(self, pod: dict[str, Any]) -> None:
        metadata = pod["metadata"]
        where = ("-n", metadata["namespace"])
        if "deletionTimestamp" in metadata:
            self._cluster.run_kubectl("delete", "pod", *where, metadata["name"], "--grace-period=0", "--force")
        elif not pod["status"].get("containerStatuses"):
            self._patch("pod", metadata["name"], {"status": _status(pod["spec"]["containers"][0])}, *where)

    def _patch(self, kind: str, name: str, patch: dict[str, Any], *where: str) -> None:
        self._cluster.run_kubectl(
            "patch", kind, name, *where, "--subresource=status", "--type=strategic", f"--patch={json.dumps(patch)}"
        )


def _status(container: dict[str, Any]) -> dict[str, Any]:
    """What becomes of a container of the test image, by its arguments."""
    ended = _end(container)
    ready = "False" if ended else "True"
    entry: dict[str, Any] = {
        "name": container["name"],
        "image": container["image"],
        "imageID": "on-paper",
        "ready": not ended,
        "restartCount": 3 if ended else 0,
        "state": {"running": {"startedAt": _now()}},
    }
    if ended:
        entry["state"] = {
            "waiting": {"reason": "CrashLoopBackOff", "message": "back-off 10s restarting failed container"}
        }
        entry["lastState"] = {"terminated": {**ended, "startedAt": _now(), "finishedAt": _now()}}
    return {
        "phase": "Running",
        "startTime": _now(),
        "conditions": [{"type": "Ready", "status": ready, "lastTransitionTime": _now()}],
        "containerStatuses": [entry],
    }


def _end(container: dict[str, Any]) -> dict[str, Any]:
    """``terminated`` of a container that fails, or nothing for one that works."""
    arguments = container["args"]
    variables = {variable["name"] for variable in container.get("env", ())}
    if "--require-env" in arguments:
        needed = arguments[arguments.index("--require-env") + 1]
        if needed not in variables:
            message = f"FATAL config: required environment variable {needed} is not set"
            return {"exitCode": 1, "reason": "Error", "message": message}
    if arguments[0] == "eat-memory":
        return {"exitCode": 137, "reason": "OOMKilled"}
    if arguments[0] == "exit":
        code = int(arguments[arguments.index("--code") + 1])
        return {"exitCode": code, "reason": "Error"}
    return {}
