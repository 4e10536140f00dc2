"""``python -m e2e.faults [NAME...]``: inject faults into a real cluster and print what Casebook says of each."""

from __future__ import annotations

import argparse
import signal
import sys
import time

from rich.console import Console
from rich.table import Table
from rich.text import Text

from e2e.demo.world import World
from e2e.faults.fault import Fault
from e2e.faults.inject import inject, inject_alone
from e2e.faults.kills import Kills
from e2e.faults.surroundings import faults_for, lent, prepare
from e2e.faults.telling import Outcome, tell

console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 160)


def main() -> int:
    """Run the named faults, or all; the exit code says whether all were as expected."""
    parser = argparse.ArgumentParser(prog="python -m e2e.faults", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="files in e2e/faults/cases without .yaml")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10_000, help="of the moments of kills")
    parser.add_argument("--undisturbed", action="store_true", help="kill the operator in no scene")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with lent("faults") as (here, _):
        prepare(here)
        faults = [fault for fault in faults_for(here) if not given.names or fault.name in given.names]
        outcomes = _run(here, faults, None if given.undisturbed else Kills(here, given.seed))
    console.print(_table(outcomes))
    console.print(_named(outcomes))
    if not given.undisturbed:
        console.print(f"The operator was killed in the middle of each, at moments of --seed {given.seed}.")
    return int(any(found.problems for found in outcomes))


def _run(here: World, faults: list[Fault], kills: Kills | None) -> list[Outcome]:
    together, outcomes = [fault for fault in faults if not fault.alone], list[Outcome]()
    tell(here, together, outcomes.append, inject(here, together), kills)
    return outcomes + [inject_alone(here, fault, kills) for fault in faults if fault.alone]


def _named(outcomes: list[Outcome]) -> str:
    asked = [found for found in outcomes if found.named is not None]
    unnamed = ", ".join(found.fault.name for found in asked if not found.named) or "none"
    return f"cause named in the summary: {sum(bool(found.named) for found in asked)} of {len(asked)}; not: {unnamed}"


def _table(outcomes: list[Outcome]) -> Table:
    table = Table("fault", "trigger", "category", "confidence", "summary or what is wrong", "operator killed after")
    for found in outcomes:
        killed = "; ".join(map(str, found.kills))
        if found.problems or not found.cases:
            table.add_row(found.fault.name, "", "", "", Text("; ".join(found.problems)), killed, style="red")
            continue
        for case in found.cases:
            status = case["status"]
            table.add_row(
                found.fault.name,
                case["spec"]["trigger"],
                status["category"],
                str(status["confidence"]),
                Text(status["summary"]),  # words in brackets are no markup
                killed,
            )
    return table


if __name__ == "__main__":
    sys.exit(main())
