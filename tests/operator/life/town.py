"""A cluster that lives: nodes with their kubelets, real controllers, and people who change things."""

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any

from casebook_operator.kube import Object, paths
from e2e.cluster import Cluster
from tests.operator.life.api import Api
from tests.operator.life.kubelets import Kubelets
from tests.operator.life.manifests import METRICS
from tests.operator.life.pace import seconds
from tests.operator.life.runs import now


class Town:
    """Hands for the scenes. Everything has a name of this town's own, so that other tests have no part in it."""

    def __init__(self, cluster: Cluster, api: Api) -> None:
        self.name = f"life-{secrets.token_hex(3)}"
        self.api = api
        self.kubelets = Kubelets(api)
        self._cluster = cluster
        self._made: list[Object] = []
        """What belongs to no namespace, and has to be removed by name."""

    async def kubectl(self, *arguments: str, stdin: str | None = None) -> str:
        return await asyncio.to_thread(self._cluster.run_kubectl, *arguments, stdin=stdin, timeout=180)

    @property
    def annex(self) -> str:
        """Another namespace."""
        return f"{self.name}-annex"

    async def apply(self, *objects: Object, namespace: str = "") -> None:
        items = json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)})
        await self.kubectl("apply", "-n", namespace or self.name, "-f", "-", stdin=items)

    async def apply_for_all(self, *objects: Object) -> None:
        """Objects without a namespace."""
        self._made.extend(objects)
        await self.apply(*objects)

    def node(self, name: str) -> str:
        return f"{self.name}-{name}"

    def pool(self, name: str) -> str:
        return f"{self.name}-{name}"

    async def join(self, name: str, *, pool: str, cpu: str = "16") -> str:
        node = self.node(name)
        await self.kubelets.join(node, pool=self.pool(pool), cpu=cpu)
        return node

    async def edit(self, kind: str, name: str, field: str, value: Any) -> None:
        assert await self.api.add(paths.item(kind, self.name, name), field, value), f"{kind} {name} is gone"

    async def release(self, kind: str, name: str, **life: Any) -> None:
        """Another version of a workload's template. ``life`` is what becomes of its pods."""
        annotations = {f"life/{key}": str(value) for key, value in life.items()} | {"version": secrets.token_hex(4)}
        await self.edit(kind, name, "/spec/template/metadata/annotations", annotations)

    async def scale(self, kind: str, name: str, replicas: int) -> None:
        await self.edit(kind, name, "/spec/replicas", replicas)

    async def delete(self, kind: str, name: str) -> None:
        await self.api.delete(paths.item(kind, self.name, name), propagationPolicy="Background")  # type: ignore[arg-type]

    async def until(self, what: str, true: Callable[[Object], bool], kind: str, name: str, *, minutes: float) -> None:
        """Wait for an object. The world of a test that does not come about is an error of the test."""
        async with asyncio.timeout(seconds(minutes) + 30):
            while True:
                obj = await self.api.get(kind, self.name, name)
                if true(obj):
                    return
                await asyncio.sleep(0.3)
        raise AssertionError(what)

    async def rolled_out(self, kind: str, name: str, *, minutes: float = 15) -> None:
        await self.until("a finished rollout", _complete, kind, name, minutes=minutes)

    async def pods(self, app: str) -> list[Object]:
        return await self.api.kube.list(paths.collection("Pod", self.name), labelSelector=f"app={app}")

    async def warn(self, about: Object, reason: str, message: str, *, count: int = 1, kind: str = "Pod") -> None:
        """A Warning Event, as kubelet writes them."""
        metadata = about["metadata"]
        involved = {"kind": kind, "namespace": self.name, "name": metadata["name"], "uid": metadata["uid"]}
        body = {
            "metadata": {"name": f"{metadata['name']}.{secrets.token_hex(4)}", "namespace": self.name},
            "involvedObject": involved,
            "type": "Warning",
            "reason": reason,
            "message": message,
            "count": count,
            "firstTimestamp": now(),
            "lastTimestamp": now(),
            "source": {"component": "kubelet"},
        }
        await self.api.create(paths.collection("Event", self.name), body)

    async def begin(self) -> None:
        await self.kubectl("create", "namespace", self.name)
        await self.apply_for_all(METRICS)
        await asyncio.to_thread(self._cluster.wait_until_served, "pods.metrics.k8s.io")

    async def end(self) -> None:
        """Leave nothing behind: neither nodes nor what has no namespace."""
        for name in list(self.kubelets.nodes):
            await self.kubelets.leave(name)
        await self.kubectl("delete", "namespace", self.name, self.annex, "--wait=false", "--ignore-not-found")
        await self.kubectl("delete", "pods", "--all", "-n", self.name, "--force", "--grace-period=0", "--wait=false")
        items = json.dumps({"apiVersion": "v1", "kind": "List", "items": self._made})
        await self.kubectl("delete", "--wait=false", "--ignore-not-found", "-f", "-", stdin=items)


def _complete(obj: Object) -> bool:
    status, spec = obj.get("status") or {}, obj["spec"]
    if status.get("observedGeneration", 0) < obj["metadata"].get("generation", 0):
        return False
    if "desiredNumberScheduled" in status:
        wanted, fields = status["desiredNumberScheduled"], ("numberReady", "updatedNumberScheduled")
    else:
        wanted, fields = spec.get("replicas", 1), ("readyReplicas", "updatedReplicas")
    return all((status.get(field) or 0) == wanted for field in fields)
