"""What a large, healthy cluster costs the operator: to start, to hold, and while it changes.

    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.scale --nodes 10 100 1000
    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.scale --nodes 1000 --before ../before   # and of another checkout
    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.scale --nodes 1000 --before ../before --alone --starts 5  # in turn

A real API server without controllers, and a real operator under its own ServiceAccount, without the model. Nodes have
40 images each; ten pods for each node belong to ReplicaSets, and have labels, environment, volumes, probes and field
managers as kubelet and a Deployment leave them. Of 1,000 nodes 3.3 change each second, and 10 of their pods; of others
in proportion. In the same cluster a plain Kopf operator and a poller (``bench.scale_references``) are measured, too.
With several starts ``ready`` and ``processor`` are their medians.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.table import Table

from bench.detection import merge_patch, percentile
from bench.hostile import BANK, Phase, _one
from bench.machine import described
from bench.on_paper import on_paper, sources
from bench.scale_exponents import exponents
from bench.scale_objects import changed_node, changed_pod, node, pod, replica_set, running
from bench.scale_references import REFERENCES, failures
from bench.scale_references import running as running_reference
from bench.storm import SETTINGS
from bench.telling import tell
from bench.usage import memory_of, processor_of
from casebook_operator.kube import KubeClient, connect, paths
from e2e.demo import world

HERE = Path(__file__).resolve().parents[1]
PODS_A_NODE = 10
PODS_A_WORKLOAD = 20
IDLE_SECONDS = 30.0
FAILURES = 15
_FAILURE = "failure-"
"""The names of pods that fail begin with it."""
_AT_ONCE = 16


@dataclass
class Figures:
    """Seconds, MiB and cores."""

    ready: float = 0.0
    processor: float = 0.0
    peak: float = 0.0
    resident: float = 0.0
    cores: float = 0.0
    phase: Phase = field(default_factory=lambda: Phase("failures"))

    def row(self) -> list[str]:
        """The cells of the table."""
        start = [f"{self.ready:.1f} s", f"{self.processor:.1f} s", f"{self.peak:.0f} MiB"]
        idle = [f"{self.resident:.0f} MiB", f"{self.cores:.4f}"]
        times = [
            f"{1000 * percentile(some, share):.0f} ms" if some else ""
            for some in (self.phase.seen, self.phase.concluded)
            for share in (0.5, 0.99)
        ]
        return [*start, *idle, *times]


async def fill(kube: KubeClient, nodes: range) -> None:
    """The nodes of this range, and their pods."""
    pods = range(nodes.start * PODS_A_NODE, nodes.stop * PODS_A_NODE)
    owners = range(pods.start // PODS_A_WORKLOAD, -(-pods.stop // PODS_A_WORKLOAD))
    await _all(_node(kube, number) for number in nodes)
    await _all(kube.create(paths.collection("ReplicaSet", BANK), replica_set(number)) for number in owners)
    await _all(_pod(kube, number, len(range(nodes.stop))) for number in pods)


async def _node(kube: KubeClient, number: int) -> None:
    body = node(number)
    await kube.create(paths.collection("Node"), {"metadata": body["metadata"]})
    await merge_patch(kube, paths.item("Node", "", body["metadata"]["name"]) + "/status", {"status": body["status"]})


async def _pod(kube: KubeClient, number: int, nodes: int) -> None:
    body = pod(number, number // PODS_A_WORKLOAD, number % nodes)
    await kube.create(paths.collection("Pod", BANK), body)
    await merge_patch(kube, paths.item("Pod", BANK, body["metadata"]["name"]) + "/status", running(number))


async def _all(work: Iterable[Awaitable[object]]) -> None:
    pending = iter(work)

    async def some() -> None:
        for one in pending:
            await one

    await asyncio.gather(*(some() for _ in range(_AT_ONCE)))


async def _background(kube: KubeClient, nodes: int) -> None:
    """The usual stir of a cluster, until cancelled."""
    number = 0
    while True:
        await merge_patch(
            kube, paths.item("Pod", BANK, f"pod-{number % (nodes * PODS_A_NODE)}") + "/status", changed_pod(number)
        )
        if number % 3 == 0:
            await merge_patch(kube, paths.item("Node", "", f"node-{number % nodes}") + "/status", changed_node(number))
        number += 1
        await asyncio.sleep(100 / nodes)


@dataclass
class Starts:
    """Seconds until each was ready, and of a processor until then."""

    ready: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


async def started(here: world.World, tree: Path, starts: Starts) -> int:
    """Start the operator of a checkout; its process."""
    begun = time.monotonic()
    here.operator.settings["PYTHONPATH"] = sources(tree)
    await asyncio.to_thread(here.operator.start)
    starts.ready.append(time.monotonic() - begun)
    process = here.operator.process
    assert process is not None
    starts.processor.append(processor_of(process.pid))
    return process.pid


async def measured(here: world.World, kube: KubeClient, nodes: int, tree: Path, starts: Starts) -> Figures:
    """Start the operator of a checkout, leave it alone beside the usual stir, and let some pods fail."""
    figures = Figures()
    pid = await started(here, tree, starts)
    figures.ready, figures.processor = statistics.median(starts.ready), statistics.median(starts.processor)
    await asyncio.sleep(5)
    async with _stirred(kube, nodes, pid, figures):
        for number in range(FAILURES):
            await _one(kube, f"{_FAILURE}{tree.name}-{nodes}-{number}", figures.phase)
            await asyncio.sleep(0.5)
    await asyncio.to_thread(here.operator.stop)
    return figures


@asynccontextmanager
async def _stirred(kube: KubeClient, nodes: int, pid: int, figures: Figures) -> AsyncIterator[None]:
    """Measure a process at its start and beside the usual stir, which goes on until the block ends."""
    figures.processor = figures.processor or processor_of(pid)
    figures.peak = memory_of(pid, "VmHWM")
    stir = asyncio.create_task(_background(kube, nodes))
    await asyncio.sleep(5)
    used, since = processor_of(pid), time.monotonic()
    await asyncio.sleep(IDLE_SECONDS)
    figures.cores = (processor_of(pid) - used) / (time.monotonic() - since)
    figures.resident = memory_of(pid, "VmRSS")
    yield
    stir.cancel()
    await asyncio.gather(stir, return_exceptions=True)


async def referenced(here: world.World, kube: KubeClient, nodes: int, kind: str) -> Figures:
    """The same of what is not Casebook; it has no conclusions."""
    figures, begun = Figures(), time.monotonic()
    pods = len(await kube.list(paths.collection("Pod", ""), pages=10**6))
    with running_reference(kind, here.cluster.kubeconfig, pods) as reference:
        figures.ready = await reference.said("ready", begun)
        await asyncio.sleep(5)
        async with _stirred(kube, nodes, reference.process.pid, figures):
            prefix = f"{_FAILURE}{reference.process.pid}-{nodes}"
            figures.phase.seen = await failures(kube, reference, prefix, FAILURES)
        figures.peak = memory_of(reference.process.pid, "VmHWM")
    return figures


async def _run(here: world.World, given: argparse.Namespace, trees: list[Path], table: Table) -> None:
    async with await connect(here.cluster.kubeconfig) as kube:
        filled = 0
        for nodes in sorted(given.nodes):
            await fill(kube, range(filled, nodes))
            filled = nodes
            starts = {tree: Starts() for tree in trees}
            for _ in range(given.starts - 1):
                for tree in trees:
                    await started(here, tree, starts[tree])
                    await asyncio.to_thread(here.operator.stop)
            for tree in trees:
                figures = await measured(here, kube, nodes, tree, starts[tree])
                name = "Casebook" if tree == HERE else "Casebook before"  # the same in every checkout
                table.add_row(str(nodes), str(nodes * PODS_A_NODE), name, *figures.row())
                await _repaired(here, kube)
            for kind in () if given.alone else REFERENCES:
                figures = await referenced(here, kube, nodes, kind)
                table.add_row(str(nodes), str(nodes * PODS_A_NODE), kind, *figures.row())
                await _repaired(here, kube)


async def _repaired(here: world.World, kube: KubeClient) -> None:
    """Nothing fails any more, and nobody remembers that it did: whoever comes next begins in a healthy cluster."""
    pods = [body["metadata"]["name"] for body in await kube.list(paths.collection("Pod", BANK), pages=10**6)]
    failed = [name for name in pods if name.startswith(_FAILURE)]
    now = ("--grace-period=0", "--force")
    await asyncio.to_thread(here.cluster.run_kubectl, "-n", BANK, "delete", "pod", *failed, *now)
    await asyncio.to_thread(here.cluster.run_kubectl, "-n", BANK, "delete", "investigations", "--all")


def main() -> None:
    """Fill, start, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--before", type=Path, help="the operator of another checkout, in the same cluster")
    parser.add_argument("--alone", action="store_true", help="without the plain Kopf operator and the poller")
    parser.add_argument("--starts", type=int, default=1, help="of each checkout, in turn")
    given = parser.parse_args()
    trees = [tree.resolve() for tree in (given.before, HERE) if tree]
    machine = described()
    table = Table(title="A large, healthy cluster; embedder none")
    names = (
        "nodes",
        "pods",
        "tree",
        "ready",
        "processor",
        "peak",
        "idle",
        "cores",
        "seen p50",
        "p99",
        "concluded p50",
        "p99",
    )
    for name in names:
        table.add_column(name, justify="right")
    with on_paper("scale", SETTINGS) as here:
        here.operator.stop()
        asyncio.run(_run(here, given, trees, table))
    tell("scale", table, exponents(table), machine=machine)


if __name__ == "__main__":
    main()
