"""What a conclusion costs in a small and in a large cluster, side by side: processor time, and requests.

    .venv/bin/python -m bench.conclusions --nodes 10 1000

An API server and an operator for each size, at the same time on one machine, so that both meet the same hours of it; as
in ``bench.scale``, without the model. In turn some pods fail in each of them, two a second: a round. Of the operator's
processor time what it takes while nothing happens is taken off, which is measured before every round; requests are
those of the API server's audit log, without watches. The last row is the larger by the smaller one: 1 is the goal.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from rich.table import Table

from bench.detection import percentile
from bench.hostile import BANK
from bench.investigation_watch import InvestigationWatch
from bench.machine import described
from bench.on_paper import on_paper
from bench.scale import fill
from bench.storm import SETTINGS
from bench.storm_floor import Floor, pod_body
from bench.telling import tell
from bench.usage import processor_of
from casebook_operator.kube import connect, paths
from e2e.audit.calls import calls
from e2e.cluster.audit import log_of
from e2e.cluster.options import NODE_ENV, STATE_ENV, Options
from e2e.cluster.state import StateDir
from e2e.demo import world

OPERATOR = "system:serviceaccount:casebook:casebook-operator"
_APART_SECONDS = 0.5
_QUIET_SECONDS = 10.0
_PATIENCE = 60.0
_WARM = 5
"""Failures before the first round: what is made once, and what is imported late."""


class Round(msgspec.Struct, frozen=True):
    """What the failures of a round took."""

    concluded: int
    processor: float
    """Milliseconds of each conclusion."""
    requests: float
    """Of each conclusion."""
    seconds: float
    """Until the conclusion, at the median."""


def main() -> None:
    """Start both, ask both in turn, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[10, 1000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--failures", type=int, default=30, help="of a round")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        with on_paper("conclusions", SETTINGS) as here:
            asyncio.run(_serve(here, given.nodes[0], given.failures))
        return
    machine, found = described(), dict[int, list[Round]]()
    with ExitStack() as stack:
        children = {nodes: stack.enter_context(_child(nodes, given.failures)) for nodes in given.nodes}
        for child in children.values():
            _said(child)
        for _ in range(given.rounds):
            for nodes, child in children.items():
                assert child.stdin is not None
                child.stdin.write("\n")
                child.stdin.flush()
                found.setdefault(nodes, []).append(msgspec.json.decode(_said(child), type=Round))
    tell("conclusions", table_of(found), machine=machine)


@contextmanager
def _child(nodes: int, failures: int) -> Iterator["subprocess.Popen[str]"]:
    """A cluster of its own in a process of its own, which goes on for each line that it is sent."""
    command = [sys.executable, "-m", "bench.conclusions", "--child", "--nodes", str(nodes), "--failures", str(failures)]
    with TemporaryDirectory(prefix="cb-conclusions-") as folder:
        environment = os.environ | {STATE_ENV: str(Path(folder) / "state"), NODE_ENV: "no"}
        child = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            yield child
        finally:
            assert child.stdin is not None
            child.stdin.close()  # which ends it, with its cluster
            child.wait(_PATIENCE)


def _said(child: "subprocess.Popen[str]") -> str:
    """Its next line that is one of ours."""
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("{"):
            return line
    raise RuntimeError("a cluster of the benchmark has ended")


async def _serve(here: world.World, nodes: int, failures: int) -> None:
    """Fill the cluster, and let pods fail as often as a line comes in."""
    watch = InvestigationWatch()
    async with await connect(here.cluster.kubeconfig) as kube, await connect(here.cluster.kubeconfig) as second:
        await asyncio.to_thread(here.operator.stop)
        await fill(kube, range(nodes))
        await asyncio.to_thread(here.operator.start)
        watching = asyncio.create_task(watch.run(second))
        floor = Floor(here, kube, watch)
        await _failed(floor, "warm", _WARM)
        print(json.dumps({"ready": nodes}), flush=True)
        number = 0
        while await asyncio.to_thread(sys.stdin.readline):
            print(msgspec.json.encode(await _round(floor, f"round-{number}", failures)).decode(), flush=True)
            number += 1
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _round(floor: Floor, name: str, failures: int) -> Round:
    process = floor.here.operator.process
    assert process is not None
    quiet, since = processor_of(process.pid), time.monotonic()
    await asyncio.sleep(_QUIET_SECONDS)
    begun, used, asked = time.monotonic(), processor_of(process.pid), _requests()
    idle = (used - quiet) / (begun - since)
    took = await _failed(floor, name, failures)
    processor = processor_of(process.pid) - used - idle * (time.monotonic() - begun)
    return Round(
        concluded=len(took),
        processor=1000 * processor / failures,
        requests=(_requests() - asked) / failures,
        seconds=percentile(took, 0.5) if took else _PATIENCE,
    )


async def _failed(floor: Floor, name: str, number: int) -> list[float]:
    """Let pods fail; the seconds until each was concluded, once what follows the last conclusion is done."""
    failed: dict[str, float] = {}
    for each in range(number):
        await floor.kube.create(paths.collection("Pod", BANK), pod_body(f"{name}-{each}"))
        await floor.fail(BANK, f"{name}-{each}", failed)
        await asyncio.sleep(_APART_SECONDS)
    await floor.watch.wait(failed, _PATIENCE)
    await asyncio.sleep(2)
    known = floor.watch.concluded
    return [known[subject] - at for subject, at in failed.items() if subject in known]


def _requests() -> int:
    """How many there were so far, without watches."""
    log, number = log_of(StateDir(Options().state_dir)), 0
    for part in log.parent.glob("audit*.log"):
        with part.open(encoding="utf-8") as lines:
            number += sum(call.right.verb != "watch" for call in calls(lines, OPERATOR))
    return number


def table_of(found: dict[int, list[Round]]) -> Table:
    """A row for each size with the median of its rounds, and the least and most; the last one by the first."""
    table = Table(title="A conclusion, without the model; processor without what the operator takes at idle")
    for name in ("nodes", "concluded", "processor ms", "least", "most", "requests", "until concluded s"):
        table.add_column(name, justify="right")
    medians = []
    for nodes, rounds in found.items():
        processor = [one.processor for one in rounds]
        median = [
            statistics.median(values)
            for values in (processor, [one.requests for one in rounds], [one.seconds for one in rounds])
        ]
        medians.append(median)
        table.add_row(
            str(nodes),
            str(sum(one.concluded for one in rounds)),
            f"{median[0]:.1f}",
            f"{min(processor):.1f}",
            f"{max(processor):.1f}",
            f"{median[1]:.2f}",
            f"{median[2]:.3f}",
        )
    ratios = [last / first if first else 0.0 for first, last in zip(medians[0], medians[-1], strict=True)]
    table.add_row("last by first", "", f"{ratios[0]:.3f}", "", "", f"{ratios[1]:.3f}", f"{ratios[2]:.3f}")
    return table


if __name__ == "__main__":
    main()
