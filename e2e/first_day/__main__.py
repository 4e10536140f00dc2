"""`python -m e2e.first_day`: walk docs/day-one.md in a fresh clone, on a real node."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from e2e import cluster, images
from e2e.alerting.browser import follow
from e2e.alerting.errors import AlertingError
from e2e.first_day import place
from e2e.first_day.page import steps
from e2e.first_day.walk import OtherwiseError, Walk, WalkError
from e2e.images.recipes import REPOSITORY
from e2e.packages import PackageError
from e2e.waiting import say

_IN_THE_BROWSER = (
    "Very likely (94 of 100)",
    "A required environment variable is not set",
    "set the environment variable DATABASE_URL",
    "chart/runbooks/missing-environment-variable.md",
)


def main() -> int:
    """Walk the page; the exit code says whether all was as it stands there."""
    parser = argparse.ArgumentParser(prog="python -m e2e.first_day", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="leave the cluster running")
    parser.add_argument("--start", type=int, default=1, metavar="LINE", help="begin there, on what a run has left")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    started = cluster.current() is None
    try:
        with TemporaryDirectory(prefix="casebook-first-day-") as folder:
            _walk(place.clone(Path(folder)), _place(given.start, keep=given.keep), given.start)
    except (WalkError, AlertingError, images.ImageError, cluster.ClusterError, PackageError) as error:
        say(f"\nThe page does not hold: {error}")
        return 1
    finally:
        if started and not given.keep:
            cluster.down()
    say("\nEvery command of the page printed what stands there.")
    return 0


def _place(start: int, *, keep: bool) -> cluster.Cluster:
    if start == 1:
        return place.node(keep=keep)
    if (running := cluster.current()) is None:
        raise WalkError("nothing was left running: begin at the first line, with --keep")
    return running


def _walk(here: Path, running: cluster.Cluster, start: int) -> None:
    walk = Walk(here, place.environment(running, Path(sys.executable)), say, _read)
    otherwise = []
    try:
        for step in steps((here / "docs" / "day-one.md").read_text(encoding="utf-8")):
            if step.line >= start or walk.keeps(step):
                try:
                    walk.take(step)
                except OtherwiseError as error:
                    otherwise.append(str(error))
                    say(f"! {error}")
    finally:
        walk.stop()
    if otherwise:
        raise OtherwiseError("\n\n".join(otherwise))


def _read(address: str) -> None:
    shown = follow(address, REPOSITORY / "build" / "first-day.png")
    absent = [text for text in _IN_THE_BROWSER if text not in " ".join(shown.text.split())]
    if shown.status != 200 or absent:  # noqa: PLR2004 (HTTP's word for yes)
        raise OtherwiseError(f"the browser got {shown.status} from {address}, without {absent}:\n{shown.text[:2000]}")


if __name__ == "__main__":
    sys.exit(main())
