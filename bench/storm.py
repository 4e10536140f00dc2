"""What a storm costs, and whether it delays a failure that has nothing to do with it.

    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.storm --workloads 1000
    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.storm --before ../before   # the operator of another checkout

A real API server without controllers, and a real operator under its own ServiceAccount, without the model. What fails
is a Deployment, a ReplicaSet and a pod each; their statuses are written as kubelet would, within two seconds. Every
second a pod of another namespace fails, too. Of Casebook only Investigations and ``/metrics`` are read.
"""

import argparse
import asyncio
import time
from pathlib import Path

from rich.table import Table

from bench.investigation_watch import InvestigationWatch
from bench.machine import described
from bench.on_paper import on_paper, run_of
from bench.storm_floods import deletions, events, flaps, xids
from bench.storm_floor import Floor, Usage, at_once, namespace, workload
from bench.telling import tell
from casebook_operator.kube import connect
from e2e.demo import world

SINGLE_SECONDS = 15
_PATIENCE = 150.0
SETTINGS = {
    "CASEBOOK_MEMORY__EMBEDDER": "none",
    "CASEBOOK_CASES__STABLE_SECONDS": "600",
    "CASEBOOK_CASES__SWEEP_SECONDS": "5",
}
"""The defaults, where a demo has others."""


async def single(floor: Floor, table: Table) -> None:
    """Failures one after the other, and nothing else."""
    failed: dict[str, float] = {}
    usage = Usage(floor.here)
    await usage.begin()
    await floor.one_a_second("alone", failed, SINGLE_SECONDS)
    await floor.watch.wait(failed, 10)
    table.add_row("single", *floor.watch.times(failed), "", *await usage.cells())


async def storm(floor: Floor, table: Table, number: int, namespaces: int) -> None:
    """So many workloads fail within two seconds, and a pod of another namespace each second meanwhile."""
    spaces = [f"storm-{one}" for one in range(namespaces)]
    for space in spaces:
        await namespace(floor.kube, space)
    places = [(spaces[one % namespaces], f"storm-{one}") for one in range(number)]
    await at_once(workload(floor.kube, *place) for place in places)
    await asyncio.sleep(3)
    failed: dict[str, float] = {}
    others: dict[str, float] = {}
    usage = Usage(floor.here)
    await usage.begin()
    begun = time.monotonic()
    beside = [asyncio.create_task(usage.sample()), asyncio.create_task(floor.one_a_second("other", others))]
    await at_once((floor.fail(*place, failed) for place in places), 32)
    took = time.monotonic() - begun
    await floor.watch.wait(failed, _PATIENCE)
    for one in beside:
        one.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
    await floor.watch.wait(others, 10)
    rate = f"{floor.watch.rate(begun):.0f}"
    name = f"{number} in {took:.1f} s"
    table.add_row(name, *floor.watch.times(failed), rate, *await usage.cells())
    table.add_row("  another each second", *floor.watch.times(others), "", "", "", "", "")


async def _run(here: world.World, given: argparse.Namespace, table: Table) -> None:
    watch = InvestigationWatch()
    async with await connect(here.cluster.kubeconfig) as kube, await connect(here.cluster.kubeconfig) as second:
        watching = asyncio.create_task(watch.run(second))
        floor = Floor(here, kube, watch)
        await single(floor, table)
        if given.workloads:
            await storm(floor, table, given.workloads, given.namespaces)
        for flood in (events, xids, flaps) if given.seconds else ():
            await flood(floor, table, given.seconds)
        if given.pods:
            await deletions(floor, table, given.pods)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    table.caption = f"triggers: {dict(watch.triggers)}"


def main() -> None:
    """Start, storm, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workloads", type=int, default=1000)
    parser.add_argument("--namespaces", type=int, default=1, help="that the storm is spread over")
    parser.add_argument("--seconds", type=float, default=60, help="of each flood; 0 leaves them out")
    parser.add_argument("--pods", type=int, default=10_000, help="that are deleted at once; 0 leaves that out")
    parser.add_argument("--before", type=Path, help="measure the operator of another checkout")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the operator")
    parser.add_argument("--log", type=Path, help="keep the operator's log here")
    given = parser.parse_args()
    machine = described()
    table = Table(title="A storm; embedder none")
    names = ("storm", "seen", "p50, p99, max s", "concluded", "p50, p99, max s", "writes/s", "lag p99", "max", "memory")
    for name in (*names, "processor"):
        table.add_column(name, justify="right")
    with on_paper("storm", SETTINGS | dict(one.split("=", 1) for one in given.set)) as here:
        if given.before:
            run_of(here, given.before)
        try:
            asyncio.run(_run(here, given, table))
        finally:
            tell("storm", table, machine=machine)
            if given.log:
                given.log.write_bytes(here.operator.log.read_bytes())


if __name__ == "__main__":
    main()
