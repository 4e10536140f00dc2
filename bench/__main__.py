"""The benchmarks whose figures are in docs/benchmarks.md, one after the other; their figures in one file.

    make bench                                   # those of a quarter of an hour
    make bench ONLY="scale floods"               # some, also long ones
    make bench ONLY=scale COMPARE=before.json    # and what became worse since then

Each prints the machine with its cores, load and versions, a table, and JSON; all JSON goes to build/bench/latest.json,
and to a file that has the date in its name.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from bench.compare import compare
from bench.telling import JSON_ENV
from tools.places import ROOT

OUT = ROOT / "build" / "bench"
BENCHES: dict[str, tuple[str, ...]] = {
    "scale": ("bench.scale", "--nodes", "10", "100", "1000"),
    "storm": ("bench.storm", "--workloads", "1000", "--seconds", "0", "--pods", "0"),
    "floods": ("bench.storm", "--workloads", "0", "--seconds", "600", "--pods", "10000"),
    "large": ("bench.scale", "--nodes", "5000"),
    "outage": ("bench.outage",),
    "open": ("bench.open_cases",),
    "clusters": ("bench.retrieval_clusters",),
    "fleet": ("bench.fleet",),
    "conclusions": ("bench.conclusions",),
    "shards": ("bench.shards",),
    "knowledge": ("bench.knowledge",),
    "propose": ("bench.propose",),
}
"""By name. ``floods`` are 500 Events a second on one pod for ten minutes, 800,000 lines of one Xid, conditions that
flap each second for as long, and 10,000 pods that are deleted at once: half an hour. ``large`` needs 12 GiB and an
hour, ``clusters`` 15 GB of disk and half an hour, ``conclusions`` and ``shards`` a quarter of an hour each."""
USUAL = ("scale", "storm")


def main() -> None:
    """Run them, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=" ".join(USUAL), help=f"of {', '.join(BENCHES)}")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="what an earlier run wrote")
    given = parser.parse_args()
    names = given.only.split() or list(USUAL)
    if unknown := [name for name in names if name not in BENCHES]:
        parser.error(f"there is no {', '.join(unknown)}: choose of {', '.join(BENCHES)}")
    before = json.loads(given.compare.read_text(encoding="utf-8")) if given.compare else None
    found = {name: run(name) for name in names}
    OUT.mkdir(parents=True, exist_ok=True)
    for file in (OUT / "latest.json", OUT / f"{time.strftime('%Y-%m-%d-%H%M')}.json"):
        file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if before is not None and not compare(before, found, Console(width=150)):
        sys.exit(1)


def run(name: str) -> dict[str, Any]:
    """The figures of one benchmark, in a process of its own."""
    with TemporaryDirectory(prefix="cb-bench-") as folder:
        path = Path(folder) / "figures.json"
        environment = os.environ | {JSON_ENV: str(path), "CASEBOOK_E2E_NODE": "no"}
        subprocess.run([sys.executable, "-m", *BENCHES[name]], env=environment, check=True)
        figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return figures


if __name__ == "__main__":
    main()
