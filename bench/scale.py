"""What a large, healthy cluster costs the operator: to start, to hold, and while it changes.

    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.scale --nodes 10 100 1000
    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.scale --nodes 1000 --before ../before   # and of another checkout

A real API server without controllers, and a real operator under its own ServiceAccount, without the model. Nodes have
40 images each; ten pods for each node belong to ReplicaSets, and have labels, environment, volumes, probes and field
managers as kubelet and a Deployment leave them. Of 1,000 nodes 3.3 change each second, and 10 of their pods; of others
in proportion.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bench.detection import merge_patch, percentile
from bench.hostile import BANK, Phase, _one
from bench.scale_objects import changed_node, changed_pod, node, pod, replica_set, running
from casebook_operator.kube import KubeClient, connect, paths
from e2e import cluster
from e2e.cluster import lifecycle
from e2e.demo import world

PODS_A_NODE = 10
PODS_A_WORKLOAD = 20
IDLE_SECONDS = 30.0
FAILURES = 15
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
        seen, concluded = self.phase.seen, self.phase.concluded
        times = [percentile(seen, 0.5), percentile(seen, 0.99), percentile(concluded, 0.5), percentile(concluded, 0.99)]
        return [*start, *idle, *(f"{1000 * one:.0f} ms" for one in times)]


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


async def measured(here: world.World, kube: KubeClient, nodes: int, tree: Path) -> Figures:
    """Start the operator of a checkout, leave it alone beside the usual stir, and let some pods fail."""
    figures, begun = Figures(), time.monotonic()
    sources = os.pathsep.join(str(tree / part) for part in ("operator", "analyzer"))
    here.operator.settings["PYTHONPATH"] = sources
    await asyncio.to_thread(here.operator.start)
    figures.ready = time.monotonic() - begun
    process = here.operator.process
    assert process is not None
    await asyncio.sleep(5)
    figures.processor, figures.peak = _processor(process.pid), _memory(process.pid, "VmHWM")
    stir = asyncio.create_task(_background(kube, nodes))
    await asyncio.sleep(5)
    used, since = _processor(process.pid), time.monotonic()
    await asyncio.sleep(IDLE_SECONDS)
    figures.cores = (_processor(process.pid) - used) / (time.monotonic() - since)
    figures.resident = _memory(process.pid, "VmRSS")
    for number in range(FAILURES):
        await _one(kube, f"failure-{tree.name}-{nodes}-{number}", figures.phase)
        await asyncio.sleep(0.5)
    stir.cancel()
    await asyncio.gather(stir, return_exceptions=True)
    await asyncio.to_thread(here.operator.stop)
    return figures


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int, name: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


async def _run(here: world.World, sizes: list[int], trees: list[Path], table: Table) -> None:
    async with await connect(here.cluster.kubeconfig) as kube:
        filled = 0
        for nodes in sorted(sizes):
            await fill(kube, range(filled, nodes))
            filled = nodes
            for tree in trees:
                figures = await measured(here, kube, nodes, tree)
                table.add_row(str(nodes), str(nodes * PODS_A_NODE), tree.name, *figures.row())


def main() -> None:
    """Fill, start, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--before", type=Path, help="the operator of another checkout, in the same cluster")
    given = parser.parse_args()
    trees = [tree.resolve() for tree in (given.before, Path(__file__).parents[1]) if tree]
    load = os.getloadavg()[0]
    table = Table(title=f"{os.cpu_count()} cores, {os.uname().machine}, load {load:.0f}, embedder none")
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
    with TemporaryDirectory(prefix="cb-scale-") as directory:
        here = world.build(Path(directory) / "w", {"CASEBOOK_MEMORY__EMBEDDER": "none"})
        if here.standin is not None:
            here.standin.stop()
            here.standin = None
        here.operator.stop()
        for name in ("kube-controller-manager", "kube-scheduler"):  # nobody is to look after what is on paper
            lifecycle.stop(name)
        try:
            asyncio.run(_run(here, given.nodes, trees, table))
        finally:
            here.stop()
            world.clear(Path(directory) / "w")
            cluster.down()
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
