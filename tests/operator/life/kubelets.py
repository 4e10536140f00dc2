"""Kubelets of nodes that exist on paper: they write for their pods what a real kubelet writes, without containers."""

import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from casebook_operator.kube import ApiStatusError, Object, paths
from tests.operator.life.api import Api
from tests.operator.life.pace import live, seconds
from tests.operator.life.runs import FINISHED, Run, now
from tests.operator.life.scripts import Script

ROUND_SECONDS = 0.2
HEARTBEAT_SECONDS = 5.0
"""A node whose lease is not renewed in time is unknown to the node controller, whose clock nobody can set."""

_LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases"
_METRICS = "/apis/metrics.k8s.io/v1beta1/namespaces"


@dataclass
class Node:
    """What its kubelet says of a node."""

    name: str
    resources: dict[str, str]
    ready: bool = False
    message: str = "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady"
    since: str = field(default_factory=now)
    silent: bool = False
    """Whether its kubelet is stopped."""

    @property
    def status(self) -> Object:
        ready = {
            "type": "Ready",
            "status": "True" if self.ready else "False",
            "reason": "KubeletReady" if self.ready else "KubeletNotReady",
            "message": "kubelet is posting ready status" if self.ready else self.message,
            "lastTransitionTime": self.since,
            "lastHeartbeatTime": now(),
        }
        fine = [
            {**ready, "type": kind, "status": "False", "reason": f"KubeletHasNo{kind}", "message": "no pressure"}
            for kind in ("MemoryPressure", "DiskPressure", "PIDPressure")
        ]
        return {"capacity": self.resources, "allocatable": self.resources, "conditions": [*fine, ready]}


class Kubelets:
    """All of them, in one loop."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.nodes: dict[str, Node] = {}
        self.cpu_use = "50m"
        """What every container uses, by the metrics of its pod."""
        self.rounds = 0
        self.slowest = 0.0
        """Seconds that one round took at most: how far life lags behind its pace."""
        self._pods: dict[str, Object] = {}
        self._runs: dict[str, Run] = {}
        self._failed: dict[str, int] = {}
        self._heartbeat = 0.0

    async def join(self, name: str, *, pool: str, cpu: str = "16") -> None:
        """A new node. It is ready a little later, as they are."""
        node = Node(name, {"cpu": cpu, "memory": "64Gi", "pods": "110"})
        metadata = {"name": name, "labels": {"life/pool": pool, "kubernetes.io/hostname": name}}
        await self._api.create(paths.collection("Node"), {"metadata": metadata, "status": node.status})
        lease = {"holderIdentity": name, "leaseDurationSeconds": 40}
        await self._api.create(_LEASES, {"metadata": {"name": name}, "spec": lease})
        self.nodes[name] = node
        await live(0.5)
        await self.say(name, ready=True)

    async def leave(self, name: str) -> None:
        """The machine is gone, and so is its Node.

        Its pods are removed within a minute by the collector of orphans (pkg/controller/podgc), whose clock nobody can
        set either.
        """
        del self.nodes[name]
        await self._api.delete(paths.item("Node", "", name))
        await self._api.delete(f"{_LEASES}/{name}")
        await live(1)
        for pod in await self._api.pods():
            if pod["spec"].get("nodeName") == name:
                await self._delete(pod)

    async def say(self, name: str, *, ready: bool, message: str = "") -> None:
        """Change what a node says of itself."""
        node = self.nodes[name]
        node.ready, node.message, node.since = ready, message, now()
        await self._write_node(node)

    async def end_pods(self, name: str, *, reason: str, message: str) -> None:
        """Kubelet ends the pods of its node, as at a graceful shutdown (pkg/kubelet/nodeshutdown)."""
        for pod in await self._of_node(name):
            run = self._run_of(pod)
            run.reason, run.message = reason, message
            run.enter("ended")
            await self._write(pod, run)

    async def reboot(self, name: str) -> None:
        """Containers are gone when kubelet comes back; it starts them again."""
        for pod in await self._of_node(name):
            run = self._run_of(pod)
            if run.stage in ("running", "ready"):
                run.enter("rebooted")
                await self._write(pod, run)

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._api.follow_pods(self._pods))
            group.create_task(self._rounds())

    async def _rounds(self) -> None:
        while True:
            began = time.monotonic()
            if began - self._heartbeat > HEARTBEAT_SECONDS:
                self._heartbeat = began
                await self._renew()
            await asyncio.gather(*(self._step(pod) for pod in list(self._pods.values()) if self._is_ours(pod)))
            self._runs = {uid: run for uid, run in self._runs.items() if uid in self._pods}
            await asyncio.sleep(ROUND_SECONDS)
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.rounds += 1

    def _is_ours(self, pod: Object) -> bool:
        node = self.nodes.get(pod["spec"].get("nodeName") or "")
        return node is not None and not node.silent

    async def _of_node(self, name: str) -> list[Object]:
        pods = await self._api.pods()
        return [p for p in pods if p["spec"].get("nodeName") == name and p["status"].get("phase") not in FINISHED]

    def _run_of(self, pod: Object) -> Run:
        uid = pod["metadata"]["uid"]
        if uid not in self._runs:
            script = Script.of(pod)
            self._runs[uid] = Run(pod, script, self._exits(pod, script))
        return self._runs[uid]

    def _exits(self, pod: Object, script: Script) -> list[int]:
        owner = next((ref["uid"] for ref in pod["metadata"].get("ownerReferences") or ()), "")
        if self._failed.get(owner, 0) < script.fail_first:
            self._failed[owner] = self._failed.get(owner, 0) + 1
            return [1]
        return list(script.exits)

    async def _step(self, pod: Object) -> None:
        run = self._run_of(pod)
        if "deletionTimestamp" in pod["metadata"]:
            await self._remove(pod, run)
        elif run.advance():
            await self._write(pod, run)
            if run.stage == "ready":
                await self._measure(pod)

    async def _remove(self, pod: Object, run: Run) -> None:
        if run.stage != "stopping" and run.phase not in FINISHED:
            run.enter("stopping")
            await self._write(pod, run)
        elif run.phase in FINISHED or time.monotonic() - run.began >= seconds(run.script.stop):
            await self._delete(pod)

    async def _delete(self, pod: Object) -> None:
        metadata = pod["metadata"]
        await self._api.delete(paths.item("Pod", metadata["namespace"], metadata["name"]), gracePeriodSeconds=0)
        await self._api.delete(f"{_METRICS}/{metadata['namespace']}/pods/{metadata['name']}")

    async def _measure(self, pod: Object) -> None:
        """What metrics-server would say of a pod."""
        metadata = pod["metadata"]
        if "life/measured" not in (metadata.get("labels") or {}):
            return
        containers = [{"name": one["name"], "usage": {"cpu": self.cpu_use}} for one in pod["spec"]["containers"]]
        body = {
            "apiVersion": "metrics.k8s.io/v1beta1",
            "kind": "PodMetrics",
            "metadata": {"name": metadata["name"], "labels": metadata["labels"]},
            # Metrics of the first five minutes count only when they are younger than the pod's readiness.
            "timestamp": "2100-01-01T00:00:00Z",
            "window": "10s",
            "containers": containers,
        }
        try:
            await self._api.create(f"{_METRICS}/{metadata['namespace']}/pods", body)
        except ApiStatusError as error:  # measured already: metrics-server, too, says of a pod what it said before
            if not error.already_exists:
                raise

    async def use_cpu(self, namespace: str, amount: str) -> None:
        """Every measured container of a namespace uses so much from now on."""
        self.cpu_use = amount
        for one in await self._api.kube.list(f"{_METRICS}/{namespace}/pods"):
            used = [{**container, "usage": {"cpu": amount}} for container in one["containers"]]
            await self._api.add(f"{_METRICS}/{namespace}/pods/{one['metadata']['name']}", "/containers", used)

    async def _renew(self) -> None:
        await asyncio.gather(*(self._beat(node) for node in self.nodes.values() if not node.silent))

    async def _beat(self, node: Node) -> None:
        renewed = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        await self._api.add(f"{_LEASES}/{node.name}", "/spec/renewTime", renewed)
        await self._write_node(node)

    async def _write_node(self, node: Node) -> None:
        await self._api.add(f"{paths.item('Node', '', node.name)}/status", "/status", node.status)

    async def _write(self, pod: Object, run: Run) -> None:
        metadata = pod["metadata"]
        path = paths.item("Pod", metadata["namespace"], metadata["name"])
        await self._api.add(f"{path}/status", "/status", run.status(pod))
