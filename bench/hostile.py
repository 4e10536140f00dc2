"""How late the operator's event loop is, and how soon it sees another failure, under hostile inputs of a megabyte.

    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.hostile --seconds 60

A real API server and a real operator under its own ServiceAccount. In one namespace a pod fails every second: first
alone, then while `bench.hostile_entries` throws all it has at every way in: Events, node conditions, pods, their last
words and logs, Investigations with feedback. The goal is that no input holds the loop for more than 50 ms; what it lags
beyond that, it has no processor for, because the API server and the database want both.
"""

import argparse
import asyncio
import os
import re
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bench.detection import crash_loop, merge_patch, percentile, pod
from bench.hostile_entries import EVIL, attack, hostile_kubelet, register_node
from casebook_operator.investigation import parse
from casebook_operator.kube import KubeClient, connect, paths
from e2e import cluster
from e2e.demo import world

BANK = "media"
_GIVE_UP = 60.0
_LAG = re.compile(
    r'^casebook_event_loop_(lag|held)_seconds_bucket\{component="operator",le="([^"]+)"\} (\S+)$', re.MULTILINE
)
_MEMORY = re.compile(r"^process_resident_memory_bytes (\S+)$", re.MULTILINE)


@dataclass
class Phase:
    """What was measured in one phase. Times in seconds, memory in MiB."""

    name: str
    seen: list[float] = field(default_factory=list)
    concluded: list[float] = field(default_factory=list)
    lag: dict[float, float] = field(default_factory=dict)
    held: dict[float, float] = field(default_factory=dict)
    memory: float = 0.0

    def row(self) -> list[str]:
        """The cells of the table."""
        cells = [statistics.median(self.seen), percentile(self.seen, 0.99), statistics.median(self.concluded)]
        times = [f"{cell:.2f} s" for cell in (*cells, percentile(self.concluded, 0.99))]
        lags = [within(which, share) for which in (self.lag, self.held) for share in (0.99, 0.999, 1.0)]
        return [self.name, str(len(self.seen)), *times, *lags, f"{self.memory:.0f} MiB"]


async def measured(here: world.World, kube: KubeClient, name: str, seconds: float) -> Phase:
    """Let a pod fail each second, and wait for each conclusion."""
    phase, before = Phase(name), here.operator.get("/metrics")[1]
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        begun = time.monotonic()
        await _one(kube, f"{name}-{number}", phase)
        phase.memory = max(phase.memory, float(_MEMORY.findall(here.operator.get("/metrics")[1])[0]) / 2**20)
        number += 1
        await asyncio.sleep(max(0.0, begun + 1 - time.monotonic()))
    after = here.operator.get("/metrics")[1]
    phase.lag, phase.held = (_between(lags(before, what), lags(after, what)) for what in ("lag", "held"))
    return phase


def _between(before: dict[float, float], after: dict[float, float]) -> dict[float, float]:
    return {bound: count - before.get(bound, 0.0) for bound, count in after.items()}


async def _one(kube: KubeClient, name: str, phase: Phase) -> None:
    await kube.create(paths.collection("Pod", BANK), pod(name))
    await merge_patch(kube, paths.item("Pod", BANK, name) + "/status", crash_loop())
    failed, seen = time.monotonic(), False
    while (now := time.monotonic()) - failed < _GIVE_UP:
        cases = [parse(body) for body in await kube.list(paths.collection("Investigation", BANK))]
        case = next((one for one in cases if one.subject.name == name), None)
        if case is not None and not seen:
            seen = True
            phase.seen.append(now - failed)
        if case is not None and case.concluded:
            phase.concluded.append(now - failed)
            return
        await asyncio.sleep(0.05)
    phase.concluded.append(_GIVE_UP)
    if not seen:
        phase.seen.append(_GIVE_UP)


def lags(metrics: str, what: str = "lag") -> dict[float, float]:
    """How often the operator's event loop was late by no more than each bound, of what ``/metrics`` says.

    With ``held`` for ``what``, without the time for which other processes had the processors.
    """
    return {float(bound): float(count) for which, bound, count in _LAG.findall(metrics) if which == what}


def within(buckets: dict[float, float], share: float) -> str:
    """The bound within which this share of all looks was."""
    total = max(buckets.values())
    bound = min(bound for bound, count in buckets.items() if count >= share * total)
    return f"<= {1000 * bound:.0f} ms"


async def _run(here: world.World, seconds: float, table: Table, console: Console) -> None:
    taken: dict[str, int] = {}
    refused: dict[str, int] = {}
    certificates = here.cluster.kubeconfig.parent / "certs"
    async with await connect(here.cluster.kubeconfig) as kube:
        with hostile_kubelet(certificates) as (port, asked):
            await kube.create("/api/v1/namespaces", {"metadata": {"name": EVIL}})
            await register_node(kube, port)
            await _one(kube, "warm", Phase("warm"))
            table.add_row(*(await measured(here, kube, "alone", min(seconds, 20))).row())
            attacker = asyncio.create_task(attack(kube, taken, refused))
            table.add_row(*(await measured(here, kube, "hostile", seconds)).row())
            attacker.cancel()
            await asyncio.gather(attacker, return_exceptions=True)
    console.print(f"taken by the API server: {taken}; logs asked for: {len(asked)}; refused: {sorted(refused)}")


def main() -> None:
    """Start, measure, attack, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--log", type=Path, help="keep the operator's log here")
    given = parser.parse_args()
    console = Console(width=160)
    table = Table(title=f"{os.cpu_count()} cores, {os.uname().machine}, embedder none")
    of_loop = ("lag p99", "p99.9", "max", "held p99", "p99.9", "max")
    for name in ("phase", "failures", "seen p50", "p99", "concluded p50", "p99", *of_loop, "memory"):
        table.add_column(name, justify="right")
    with TemporaryDirectory(prefix="cb-hostile-") as directory:
        here = world.build(Path(directory) / "w", {"CASEBOOK_MEMORY__EMBEDDER": "none"})
        if here.standin is not None:  # it would write statuses of its own
            here.standin.stop()
            here.standin = None
        try:
            asyncio.run(_run(here, given.seconds, table, console))
            blocked = [line for line in here.operator.log.read_text().splitlines() if "event_loop_blocked" in line]
            console.print(*blocked[:10], sep="\n")
        finally:
            if given.log:
                given.log.write_bytes(here.operator.log.read_bytes())
            here.stop()
            world.clear(Path(directory) / "w")
            cluster.down()
    console.print(table)


if __name__ == "__main__":
    main()
