"""What every storm needs: the API server, the operator, what it makes, and what it uses meanwhile."""

import asyncio
import re
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bench.detection import crash_loop, merge_patch
from bench.hostile import BANK, lags, within
from bench.investigation_watch import InvestigationWatch
from bench.usage import memory_of
from casebook_operator.kube import KubeClient, paths
from e2e.demo import world

_AT_ONCE = 16
_MEMORY = re.compile(r"^process_resident_memory_bytes (\S+)$", re.MULTILINE)
_PROCESSOR = re.compile(r"^process_cpu_seconds_total (\S+)$", re.MULTILINE)


@dataclass
class Usage:
    """What the operator used while something went on."""

    here: world.World
    lag: dict[float, float] = field(default_factory=dict)
    before: float = 0.0
    peak: float = 0.0
    processor: float = 0.0

    async def begin(self) -> None:
        """What there is before it."""
        text = await self._metrics()
        self.lag, self.before, self.processor = lags(text), _value(_MEMORY, text), _value(_PROCESSOR, text)

    async def sample(self) -> None:
        """Look at the memory each second, until cancelled: to ask for metrics as often takes a processor, too."""
        process = self.here.operator.process
        assert process is not None
        while True:
            self.peak = max(self.peak, memory_of(process.pid, "VmRSS") * 2**20)
            await asyncio.sleep(1)

    async def cells(self) -> list[str]:
        """Lag of the event loop at p99 and at most, memory before and on top of that, seconds of processor."""
        text = await self._metrics()
        after = lags(text)
        late = {bound: count - self.lag.get(bound, 0.0) for bound, count in after.items()}
        peak = max(self.peak, _value(_MEMORY, text))
        memory = f"{self.before / 2**20:.0f} + {(peak - self.before) / 2**20:.0f} MiB"
        return [within(late, 0.99), within(late, 1.0), memory, f"{_value(_PROCESSOR, text) - self.processor:.1f} s"]

    async def _metrics(self) -> str:
        return (await asyncio.to_thread(self.here.operator.get, "/metrics"))[1]


@dataclass
class Floor:
    """What every storm needs: the API server, the operator, and what the operator makes."""

    here: world.World
    kube: KubeClient
    watch: InvestigationWatch

    async def fail(self, namespace: str, name: str, failed: dict[str, float]) -> None:
        """Write the status of a pod that crashes, and when that was under the name of its workload."""
        await merge_patch(self.kube, paths.item("Pod", namespace, name) + "/status", crash_loop())
        failed[f"{namespace}/{name}"] = time.monotonic()

    async def one_a_second(self, wave: str, failed: dict[str, float], number: int = 10_000) -> None:
        """Let a pod of its own fail each second."""
        for each in range(number):
            name = f"{wave}-{each}"
            await self.kube.create(paths.collection("Pod", BANK), pod_body(name))
            await self.fail(BANK, name, failed)
            await asyncio.sleep(1)


async def at_once(work: Iterable[Awaitable[object]], slots: int = _AT_ONCE) -> None:
    """All of it, so many at a time."""
    pending = iter(work)

    async def some() -> None:
        for one in pending:
            await one

    await asyncio.gather(*(some() for _ in range(slots)))


async def namespace(kube: KubeClient, name: str) -> None:
    """A namespace in which pods may be made, though no controller runs."""
    await kube.create("/api/v1/namespaces", {"metadata": {"name": name}})
    await kube.create(f"/api/v1/namespaces/{name}/serviceaccounts", {"metadata": {"name": "default"}})


async def workload(kube: KubeClient, namespace: str, name: str, *, on: str = "") -> None:
    """A Deployment, its ReplicaSet and its pod, all of one name; ``on`` is the node of the pod."""
    labels = {"app": name}
    container = {"name": "app", "image": "example.invalid/app:1", "args": ["serve"]}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [container]}}
    spec = {"replicas": 1, "selector": {"matchLabels": labels}, "template": template}
    made = await kube.create(paths.collection("Deployment", namespace), {"metadata": {"name": name}, "spec": spec})
    metadata = {"name": name, "labels": labels, "ownerReferences": [_reference("Deployment", made)]}
    made = await kube.create(paths.collection("ReplicaSet", namespace), {"metadata": metadata, "spec": spec})
    await kube.create(paths.collection("Pod", namespace), pod_body(name, _reference("ReplicaSet", made), on=on))


def _reference(kind: str, owner: dict[str, Any]) -> dict[str, Any]:
    metadata = owner["metadata"]
    return {"apiVersion": "apps/v1", "kind": kind, "name": metadata["name"], "uid": metadata["uid"], "controller": True}


def pod_body(name: str, *owners: dict[str, Any], on: str = "") -> dict[str, Any]:
    """A pod of one container, and who owns it."""
    container = {"name": "app", "image": "example.invalid/app:1", "args": ["serve"]}
    metadata = {"name": name, "labels": {"app": name}, "ownerReferences": list(owners)}
    return {"metadata": metadata, "spec": {"containers": [container]} | ({"nodeName": on} if on else {})}


def _value(pattern: re.Pattern[str], text: str) -> float:
    return float(pattern.findall(text)[0])
