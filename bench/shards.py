"""What shards save: memory, processor and time of one operator for all namespaces, and of several that share them.

    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.shards --nodes 1000 --shards 1 3

As in ``bench.scale``, with pods in nine namespaces. All operators of a row run at once, under one ServiceAccount, with
one memory; then workloads of all namespaces fail within some seconds. On two cores that API server and database use as
well, three operators are no faster than one: what each takes says what they would be with cores of their own.
"""

import argparse
import asyncio
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from bench.detection import merge_patch
from bench.investigation_watch import InvestigationWatch
from bench.machine import described
from bench.on_paper import on_paper
from bench.scale import PODS_A_NODE, PODS_A_WORKLOAD
from bench.scale_objects import node, pod, running
from bench.storm import SETTINGS
from bench.storm_floor import Floor, at_once, namespace, workload
from bench.telling import tell
from bench.usage import memory_of, processor_of
from casebook_operator.kube import KubeClient, connect, paths
from e2e.demo import world
from e2e.demo.operator_process import OperatorProcess

NAMESPACES = 9
IDLE_SECONDS = 20.0
_PATIENCE = 180.0
_LEASES: dict[str, Any] = {
    "rules": [{"apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ["get", "create", "patch"]}],
}


@dataclass(frozen=True)
class Operators:
    """Those of one row."""

    processes: list[OperatorProcess]

    @property
    def pids(self) -> list[int]:
        return [one.process.pid for one in self.processes if one.process]

    def processor(self) -> list[float]:
        return [processor_of(pid) for pid in self.pids]

    def memory(self) -> list[float]:
        return [memory_of(pid, "VmRSS") for pid in self.pids]

    async def start(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(one.start) for one in self.processes))

    async def stop(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(one.stop) for one in self.processes))


def operators(here: world.World, number: int, row: int) -> Operators:
    """So many, with one memory and one key, and a folder each."""
    home = here.operator.directory
    processes = []
    for each in range(number):
        folder = home / f"row-{row}-{each}"
        folder.mkdir()
        settings = here.operator.settings | {
            "CASEBOOK_DATABASE__URL": f"embedded:{home / 'pg'}",
            "CASEBOOK_EVIDENCE__REDACTION_KEY": str(home / "redaction.key"),
            "CASEBOOK_SHARDS__COUNT": str(number),
            "CASEBOOK_SHARDS__LEASE": f"bench-{row}",
        }
        processes.append(OperatorProcess(folder, here.operator.kubeconfig, settings))
    return Operators(processes)


async def _fill(kube: KubeClient, nodes: int) -> None:
    for each in range(NAMESPACES):
        await namespace(kube, f"team-{each}")
    await at_once(_node(kube, number) for number in range(nodes))
    await at_once(_pod(kube, number, nodes) for number in range(nodes * PODS_A_NODE))


async def _node(kube: KubeClient, number: int) -> None:
    body = node(number)
    await kube.create(paths.collection("Node"), {"metadata": body["metadata"]})
    await merge_patch(kube, paths.item("Node", "", body["metadata"]["name"]) + "/status", {"status": body["status"]})


async def _pod(kube: KubeClient, number: int, nodes: int) -> None:
    body, space = pod(number, number // PODS_A_WORKLOAD, number % nodes), f"team-{number % NAMESPACES}"
    await kube.create(paths.collection("Pod", space), body)
    await merge_patch(kube, paths.item("Pod", space, body["metadata"]["name"]) + "/status", running(number))


async def _row(floor: Floor, row: int, number: int, failures: int) -> list[str]:
    group = operators(floor.here, number, row)
    await group.start()
    try:
        await asyncio.sleep(10)
        before, since = group.processor(), time.monotonic()
        await asyncio.sleep(IDLE_SECONDS)
        cores = [(now - then) / (time.monotonic() - since) for now, then in zip(group.processor(), before, strict=True)]
        memory, before = group.memory(), group.processor()
        failed: dict[str, float] = {}
        wanted = [(f"team-{each % NAMESPACES}", f"row-{row}-{each}") for each in range(failures)]
        await at_once(workload(floor.kube, *one) for one in wanted)
        begun = time.monotonic()
        await at_once(floor.fail(*one, failed) for one in wanted)
        await floor.watch.wait(failed, _PATIENCE)
        took = time.monotonic() - begun
        used = [now - then for now, then in zip(group.processor(), before, strict=True)]
        known = len(failed.keys() & floor.watch.concluded.keys())
        return [
            str(number),
            _each(memory, "{:.0f}"),
            _each(group.memory(), "{:.0f}"),
            _each(cores, "{:.4f}"),
            f"{known} of {failures}",
            f"{took:.1f} s",
            _each(used, "{:.1f}"),
            f"{sum(used):.1f} s",
        ]
    finally:
        await group.stop()


def _each(figures: list[float], form: str) -> str:
    return ", ".join(form.format(one) for one in figures)


async def _run(here: world.World, given: argparse.Namespace, table: Table) -> None:
    watch = InvestigationWatch()
    async with await connect(here.cluster.kubeconfig) as kube, await connect(here.cluster.kubeconfig) as second:
        await asyncio.to_thread(here.operator.stop)
        _allow_leases(here)
        await _fill(kube, given.nodes)
        watching = asyncio.create_task(watch.run(second))
        for row, number in enumerate(given.shards):
            table.add_row(*await _row(Floor(here, kube, watch), row, number, given.failures))
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


def _allow_leases(here: world.World) -> None:
    """What the chart grants where there are shards."""
    about = {"namespace": "casebook", "name": "bench-shards"}
    rbac = "rbac.authorization.k8s.io"
    role = {"apiVersion": f"{rbac}/v1", "kind": "Role", "metadata": about} | _LEASES
    binding = {
        "apiVersion": f"{rbac}/v1",
        "kind": "RoleBinding",
        "metadata": about,
        "roleRef": {"apiGroup": rbac, "kind": "Role", "name": about["name"]},
        "subjects": [{"kind": "ServiceAccount", "name": "casebook-operator", "namespace": "casebook"}],
    }
    items = {"apiVersion": "v1", "kind": "List", "items": [role, binding]}
    here.cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(items))


def main() -> None:
    """Fill, start, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 3])
    parser.add_argument("--failures", type=int, default=180)
    parser.add_argument("--log", type=Path, help="keep what the operators said here")
    given = parser.parse_args()
    machine = described()
    table = Table(title=f"{given.nodes} nodes, {given.nodes * PODS_A_NODE} pods; embedder none; of each operator")
    for name in (
        "shards",
        "idle MiB",
        "MiB after the failures",
        "cores",
        "concluded",
        "after",
        "processor of each, s",
        "of all",
    ):
        table.add_column(name, justify="right")
    with on_paper("shards", SETTINGS) as here:
        try:
            asyncio.run(_run(here, given, table))
        finally:
            if given.log:
                logs = sorted(here.operator.directory.glob("row-*/operator.log"))
                given.log.write_text("\n".join(log.read_text() for log in logs))
    tell("shards", table, machine=machine)


if __name__ == "__main__":
    main()
