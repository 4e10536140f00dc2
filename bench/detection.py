"""From a failure in the API to its Investigation, and to the conclusion on it.

    CASEBOOK_E2E_NODE=no .venv/bin/python bench/detection.py --pods 1 20 200

A real API server and a real operator under its own ServiceAccount; pods exist on paper, and their statuses are written
as kubelet would, all at once. Prints percentiles from the answer to the status write until the Investigation is listed,
and until it has a conclusion, with the resolution of the polling (50 ms), and the operator's memory and processor time.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from casebook_operator.investigation import parse
from casebook_operator.kube import KubeClient, connect, paths
from e2e import cluster
from e2e.demo import world

NAMESPACE = "media"
POLL_SECONDS = 0.05
GIVE_UP_SECONDS = 240.0


def pod(name: str) -> dict[str, Any]:
    container = {"name": "app", "image": "example.invalid/app:1", "args": ["serve"]}
    metadata = {"name": name, "namespace": NAMESPACE}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [container]}}


def crash_loop() -> dict[str, Any]:
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    message = "FATAL config: required environment variable DATABASE_URL is not set"
    ended = {"exitCode": 1, "reason": "Error", "message": message, "startedAt": now, "finishedAt": now}
    status = {
        "name": "app",
        "image": "example.invalid/app:1",
        "imageID": "",
        "ready": False,
        "restartCount": 3,
        "state": {"waiting": {"reason": "CrashLoopBackOff"}},
        "lastState": {"terminated": ended},
    }
    return {"status": {"phase": "Running", "containerStatuses": [status]}}


async def storm(kube: KubeClient, wave: str, count: int) -> tuple[list[float], list[float]]:
    """Seconds until the Investigation, and until its conclusion, for each of the pods."""
    names = [f"{wave}-{number:04d}" for number in range(count)]
    slots = asyncio.Semaphore(20)
    failed: dict[str, float] = {}

    async def fail(name: str) -> None:
        async with slots:
            path = paths.item("Pod", NAMESPACE, name) + "/status"
            await merge_patch(kube, path, crash_loop())
            failed[name] = time.monotonic()

    for name in names:
        await kube.create(paths.collection("Pod", NAMESPACE), pod(name))
    seen: dict[str, float] = {}
    concluded: dict[str, float] = {}
    watching = asyncio.create_task(watch(kube, set(names), seen, concluded))
    await asyncio.gather(*(fail(name) for name in names))
    async with asyncio.timeout(GIVE_UP_SECONDS):
        await watching
    return [max(0.0, seen[n] - failed[n]) for n in names], [max(0.0, concluded[n] - failed[n]) for n in names]


async def merge_patch(kube: KubeClient, path: str, body: dict[str, Any]) -> None:
    """As kubelet does; Casebook's own client knows JSON patches only."""
    await kube._request("PATCH", path, {}, body, content_type="application/strategic-merge-patch+json")  # noqa: SLF001


async def watch(kube: KubeClient, names: set[str], seen: dict[str, float], concluded: dict[str, float]) -> None:
    while len(concluded) < len(names):
        cases = [parse(body) for body in await kube.list(paths.collection("Investigation", NAMESPACE))]
        now = time.monotonic()
        for case in cases:
            if case.subject.name in names:
                seen.setdefault(case.subject.name, now)
                if case.concluded:
                    concluded.setdefault(case.subject.name, now)
        await asyncio.sleep(POLL_SECONDS)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def process_figures(metrics: str) -> tuple[float, float]:
    found = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if line.startswith("process_"))
    return float(found["process_resident_memory_bytes"]) / 2**20, float(found["process_cpu_seconds_total"])


async def measure(here: world.World, counts: list[int], table: Table) -> None:
    async with await connect(here.cluster.kubeconfig) as kube:
        for count in counts:
            _, before = process_figures(here.operator.get("/metrics")[1])
            seen, concluded = await storm(kube, f"wave{count}", count)
            memory, after = process_figures(here.operator.get("/metrics")[1])
            cells = [statistics.median(seen), percentile(seen, 0.99), statistics.median(concluded)]
            cells += [percentile(concluded, 0.95), percentile(concluded, 0.99)]
            table.add_row(
                str(count), *(f"{cell:.2f} s" for cell in cells), f"{memory:.0f} MiB", f"{after - before:.1f} s"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pods", type=int, nargs="+", default=[1, 20, 200], help="how many fail at once, wave by wave")
    parser.add_argument("--embedder", default="auto", help="auto or none")
    arguments = parser.parse_args()
    table = Table(title=f"{os.cpu_count()} cores, {os.uname().machine}, embedder {arguments.embedder}, Kopf sensor")
    for name in ("pods", "seen p50", "seen p99", "concluded p50", "p95", "p99", "memory", "processor"):
        table.add_column(name, justify="right")
    with TemporaryDirectory(prefix="cb-bench-") as directory:
        here = world.build(Path(directory) / "w", {"CASEBOOK_MEMORY__EMBEDDER": arguments.embedder})
        if here.standin is not None:  # it would write statuses of its own
            here.standin.stop()
            here.standin = None
        try:
            asyncio.run(measure(here, arguments.pods, table))
        finally:
            here.stop()
            world.clear(Path(directory) / "w")
            cluster.down()
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
