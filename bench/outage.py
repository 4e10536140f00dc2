"""Many Deployments lose one database: how soon there is a head, what is written, and what costs a lasting outage.

    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.outage --workloads 300
    CASEBOOK_E2E_NODE=no .venv/bin/python -m bench.outage --before ../before   # the operator of another checkout

A real API server without controllers, and a real operator under its own ServiceAccount, without the model. What fails
is a Deployment, a ReplicaSet and a pod each, whose last words name the database. What the operator asks and writes is
counted in the audit log of the API server. Then nothing happens any more, and each case is looked at every tenth of
``--stable`` seconds, whether its subject is well again.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from bench.detection import crash_loop, merge_patch
from bench.machine import described
from bench.on_paper import on_paper, run_of
from bench.storm_floor import at_once, namespace, workload
from bench.telling import tell
from bench.usage import processor_of
from casebook_operator.investigation import Investigation, parse
from casebook_operator.investigation.causes import OUTAGE, followers_count, head_uid
from casebook_operator.kube import KubeClient, connect, paths
from e2e.cluster.audit import log_of
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from e2e.demo import world

SPACE = "outage"
OPERATOR = "system:serviceaccount:casebook:casebook-operator"
WORDS = 'connection to server at "db.example.com" (10.1.2.3), port 5432 failed: Connection refused'
_PATIENCE = 300.0
_TENTH = 10


@dataclass
class Floor:
    """The API server and the operator."""

    here: world.World
    kube: KubeClient

    @property
    def processor(self) -> float:
        process = self.here.operator.process
        assert process is not None
        return processor_of(process.pid)

    async def cases(self) -> list[Investigation]:
        return [parse(body) for body in await self.kube.list(paths.collection("Investigation", SPACE))]


def requests() -> Iterator[dict[str, Any]]:
    """What the operator asked the API server, as that wrote it down; a watch counts once."""
    log = log_of(StateDir(Options().state_dir))
    for part in sorted(log.parent.glob("audit*.log")):
        with part.open(encoding="utf-8") as lines:
            for line in lines:
                event = json.loads(line)
                if event["user"]["username"] == OPERATOR and event["stage"] == "ResponseComplete":
                    yield event


def writes() -> dict[str, Counter[str]]:
    """Creates, patches and updates of each Investigation."""
    found: dict[str, Counter[str]] = {}
    for event in requests():
        of = event.get("objectRef") or {}
        if of.get("resource") == "investigations" and event["verb"] in ("create", "patch", "update"):
            part = of.get("subresource") or ("labels" if event["verb"] == "patch" else "")
            found.setdefault(of.get("name", ""), Counter())[f"{event['verb']} {part}".strip()] += 1
    return found


def broken() -> dict[str, Any]:
    """The status of a pod whose program cannot reach the database."""
    status = crash_loop()
    status["status"]["containerStatuses"][0]["lastState"]["terminated"]["message"] = WORDS
    return status


async def fail(floor: Floor, number: int) -> dict[str, float]:
    """Let so many fail, and return when each did."""
    failed: dict[str, float] = {}

    async def one(name: str) -> None:
        await merge_patch(floor.kube, paths.item("Pod", SPACE, name) + "/status", broken())
        failed[name] = time.monotonic()

    await at_once((one(f"app-{each}") for each in range(number)), 32)
    return failed


async def outage(floor: Floor, number: int, table: Table) -> None:
    """Until every one hangs on the head."""
    await namespace(floor.kube, SPACE)
    await at_once(workload(floor.kube, SPACE, f"app-{each}") for each in range(number))
    seen = {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "unavailableReplicas": 1}
    deployments = (paths.item("Deployment", SPACE, f"app-{each}") + "/status" for each in range(number))
    await at_once(merge_patch(floor.kube, path, {"status": seen}) for path in deployments)
    await asyncio.sleep(3)
    before, begun = floor.processor, time.monotonic()
    failed = await fail(floor, number)
    tenth = sorted(failed.values())[min(_TENTH, number) - 1]
    times: dict[str, float] = {}
    while len(times) < len(_STEPS) and time.monotonic() < begun + _PATIENCE:
        for step in _reached(await floor.cases(), number):
            times.setdefault(step, time.monotonic() - tenth)
        await asyncio.sleep(0.5)
    took = [f"{times[step]:.1f} s" if step in times else "never" for step in _STEPS]
    await asyncio.sleep(10)  # the last counts
    table.add_row(f"{number} in {max(failed.values()) - begun:.1f} s", *took, f"{floor.processor - before:.1f} s")


_STEPS = ("opened", "named", "all hang on it")


def _reached(cases: list[Investigation], number: int) -> Iterator[str]:
    """Which of the steps an outage has come to."""
    heads = [case for case in cases if case.subject.kind == OUTAGE]
    if heads:
        yield "opened"
    if any(head.open and "db.example.com:5432" in str(head.status.get("summary")) for head in heads):
        yield "named"
    hung = {case.uid for case in cases if any(head_uid(case) == head.uid for head in heads)}
    if len(heads) == 1 and len(hung) == followers_count(heads[0]) == number:
        yield "all hang on it"


def written(table: Table) -> None:
    """A row of the writes for each follower, and one of those of the head."""
    each = writes()
    heads = [name for name in each if name.startswith("peer-")]
    followers = sorted(sum(counts.values()) for name, counts in each.items() if name.startswith("app-"))
    kinds: Counter[str] = sum((counts for name, counts in each.items() if name.startswith("app-")), Counter())
    told = ", ".join(f"{count / len(followers):.2f} {verb}" for verb, count in sorted(kinds.items()))
    mean = sum(followers) / len(followers)
    table.add_row("a follower", f"{mean:.2f}", f"{followers[len(followers) // 2]}", f"{followers[-1]}", told)
    for name in heads:
        told = ", ".join(f"{count} {verb}" for verb, count in sorted(each[name].items()))
        table.add_row("the head", *[f"{sum(each[name].values())}"] * 3, told)


async def looks(floor: Floor, seconds: float, stable: float, number: int, table: Table) -> None:
    """While nothing changes."""
    before, asked = floor.processor, sum(1 for _ in requests())
    await asyncio.sleep(seconds)
    used = (floor.processor - before) / seconds
    rate = (sum(1 for _ in requests()) - asked) / seconds
    table.add_row(f"{number}", f"{stable / 10:.1f} s", f"{rate:.1f}", f"{100 * used:.1f} %")


async def _run(here: world.World, given: argparse.Namespace, tables: list[Table]) -> None:
    async with await connect(here.cluster.kubeconfig) as kube:
        floor = Floor(here, kube)
        await outage(floor, given.workloads, tables[0])
        written(tables[1])
        await looks(floor, given.seconds, given.stable, given.workloads, tables[2])


def _tables() -> list[Table]:
    found = [
        ("Since the tenth failure", ("storm", "head", "it names the database", "all hang on it", "processor")),
        ("Writes of Investigations, by the audit log", ("case", "mean writes", "median", "most", "of which")),
        ("Nothing changes", ("open cases", "looked at each", "requests/s", "of a core")),
    ]
    tables = [Table(title=title) for title, _ in found]
    for table, (_, columns) in zip(tables, found, strict=True):
        for column in columns:
            table.add_column(column, justify="right")
    return tables


def main() -> None:
    """Start, break, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workloads", type=int, default=300)
    parser.add_argument(
        "--stable", type=float, default=36, help="cases.stable_seconds; 300 cases are looked at 83 times a second"
    )
    parser.add_argument("--seconds", type=float, default=60, help="for which nothing changes")
    parser.add_argument("--before", type=Path, help="measure the operator of another checkout")
    given = parser.parse_args()
    machine, tables = described(), _tables()
    settings = {
        "CASEBOOK_MEMORY__EMBEDDER": "none",
        "CASEBOOK_CASES__STABLE_SECONDS": str(given.stable),
        "CASEBOOK_CASES__SWEEP_SECONDS": "1",
    }
    with on_paper("outage", settings) as here:
        if given.before:
            run_of(here, given.before)
        try:
            asyncio.run(_run(here, given, tables))
        finally:
            tell("outage", *tables, machine=machine)


if __name__ == "__main__":
    main()
