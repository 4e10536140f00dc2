"""``python -m e2e.faults [NAME...]``: inject faults into a real cluster and print what Casebook says of each."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from e2e import cluster
from e2e.demo import world
from e2e.faults.fault import Fault
from e2e.faults.inject import Outcome, inject, inject_into_node, outcome
from e2e.faults.surroundings import SETTINGS, faults_for, leave, prepare

console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)


def main() -> int:
    """Run the named faults, or all; the exit code says whether all were as expected."""
    parser = argparse.ArgumentParser(prog="python -m e2e.faults", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="files in e2e/faults/cases without .yaml")
    names = parser.parse_args().names
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    ran_before = cluster.current() is not None
    with TemporaryDirectory(prefix="casebook-faults-") as directory:
        here = world.build(Path(directory) / "world", SETTINGS)
        try:
            prepare(here)
            faults = [fault for fault in faults_for(here) if not names or fault.name in names]
            outcomes = _run(here, faults)
        finally:
            leave(here)
            here.stop()
            world.clear(Path(directory) / "world")
            if not ran_before:
                cluster.down()
    console.print(_table(outcomes))
    return int(any(found.problems for found in outcomes))


def _run(here: world.World, faults: list[Fault]) -> list[Outcome]:
    deadline = inject(here, faults)
    outcomes = [outcome(here, fault, deadline) for fault in faults if not fault.of_node]
    return outcomes + [inject_into_node(here, fault) for fault in faults if fault.of_node]


def _table(outcomes: list[Outcome]) -> Table:
    table = Table("fault", "trigger", "category", "confidence", "summary or what is wrong")
    for found in outcomes:
        status = found.case["status"] if found.case else {}
        told = "; ".join(found.problems) or status["summary"]
        trigger = found.case["spec"]["trigger"] if found.case else ""
        style = "red" if found.problems else ""
        table.add_row(
            found.fault.name, trigger, status.get("category"), str(status.get("confidence", "")), told, style=style
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
