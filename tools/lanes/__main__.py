"""`python -m tools.lanes [lane ...] [--only "path ..."]`: the lanes side by side; all of them, and lint, by default."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Mapping, Sequence

from e2e.cluster import ClusterError
from tools.lanes import summary
from tools.lanes.clusters import Clusters
from tools.lanes.ended import Ended, judged
from tools.lanes.lane import LANES
from tools.lanes.place import remove_left_behind
from tools.lanes.running import Run
from tools.places import ROOT

OUTPUT = ROOT / "build" / "lanes"
PROGRESS_SECONDS = 30.0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.lanes", description="The tests in lanes, side by side.")
    names = ["lint", *(lane.name for lane in LANES)]
    parser.add_argument("lanes", nargs="*", metavar="lane", help=f"which: {', '.join(names)} (default: all)")
    parser.add_argument("--only", default="", help="files and folders of tests; lint is left out")
    return parser


async def _side_by_side(run: Run, names: Sequence[str]) -> list[Ended]:
    """Return the lanes in the order of their ends."""
    loop, this = asyncio.get_running_loop(), asyncio.current_task()
    if this is not None:
        # `kill`, and a CI that cancels, must clean up as Ctrl-C does.
        loop.add_signal_handler(signal.SIGTERM, this.cancel)
    work = {lane.name: run.tests(lane) for lane in LANES if lane.name in names}
    if "lint" in names:
        work["lint"] = run.lint()
    started, ended = time.monotonic(), list[Ended]()
    async with asyncio.TaskGroup() as group:
        tasks = {name: group.create_task(one) for name, one in work.items()}
        telling = group.create_task(_tell(run, tasks, started))
        for task in asyncio.as_completed(tasks.values()):
            ended.append(await task)
            _say(started, f"{ended[-1].name} ended: {ended[-1].verdict}")
        telling.cancel()
    return ended


async def _tell(run: Run, tasks: Mapping[str, asyncio.Task[Ended]], started: float) -> None:
    while True:
        await asyncio.sleep(PROGRESS_SECONDS)
        at_work = [name for name, task in tasks.items() if not task.done()]
        _say(started, " | ".join(summary.progress(name, run.output / f"{name}.log") for name in at_work))


def _say(started: float, text: str) -> None:
    print(f"[{time.monotonic() - started:4.0f} s] {text}", flush=True)


def _show(lanes: Sequence[Ended]) -> None:
    for lane in lanes:
        if lane.problem:
            print(summary.failure(lane))
    print(summary.slowest(lanes))
    for lane in lanes:
        print(summary.closing(lane))
    print(summary.total(lanes), flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the lanes and return 1 if one failed, 130 after Ctrl-C or SIGTERM."""
    args = _parser().parse_args(argv)
    only = args.only.split()
    names = args.lanes or [*([] if only else ["lint"]), *(lane.name for lane in LANES)]
    remove_left_behind()
    try:
        run = Run(OUTPUT, Clusters.of_this_machine(), only)
    except ClusterError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    try:
        lanes = judged(asyncio.run(_side_by_side(run, names)), everything=not only)
    except (KeyboardInterrupt, asyncio.CancelledError):
        print("interrupted; everything that was started is stopped again", file=sys.stderr)
        return 130
    _show(lanes)
    return 1 if any(lane.problem for lane in lanes) else 0


if __name__ == "__main__":
    sys.exit(main())
