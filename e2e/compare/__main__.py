"""``python -m e2e.compare [NAME...]``: the same scenes for Casebook and for k8sgpt, side by side."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from importlib.metadata import version

import msgspec
from rich.console import Console

from e2e.compare import k8sgpt
from e2e.compare.telling import markdown
from e2e.compare.watching import Comparison
from e2e.demo.world import World
from e2e.faults.fault import Fault
from e2e.faults.surroundings import faults_for, lent, prepare
from e2e.waiting import say

_DEFAULT_SECONDS = 30.0
"""Between two looks of k8sgpt: what its operator waits."""


def main() -> int:
    """Play the named scenes, or all, and print what each tool made of them."""
    parser = argparse.ArgumentParser(prog="python -m e2e.compare", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="files in e2e/faults/cases without .yaml")
    parser.add_argument("--every", type=float, default=_DEFAULT_SECONDS, metavar="SECONDS", help="between its looks")
    parser.add_argument("-o", "--output", choices=("markdown", "json"), default="markdown")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    program = k8sgpt.program()
    with lent("compare") as (here, folder):
        if here.standin is not None:
            say("needs a node of our own: run as root on Linux")
            return 1
        prepare(here)
        comparison = Comparison(here, program, folder, chosen.every)
        _play(comparison, [fault for fault in _scenes(here) if not chosen.names or fault.name in chosen.names])
        versions = _versions(here)
    found = comparison.result
    told = markdown(found, versions)
    if chosen.output == "json":
        told = msgspec.json.encode({"versions": versions, "found": found}).decode()
    Console(soft_wrap=True, highlight=False, markup=False).print(told)
    return 0


def _scenes(here: World) -> list[Fault]:
    """What fails at once, without what somebody does later: a tool that looks later would see another scene."""
    return [msgspec.structs.replace(fault, then=[], beside=False) for fault in faults_for(here) if fault.expected]


def _play(comparison: Comparison, faults: list[Fault]) -> None:
    comparison.together([fault for fault in faults if not fault.alone])
    for fault in faults:
        if fault.alone:
            comparison.alone(fault)


def _versions(here: World) -> dict[str, str]:
    server = json.loads(here.kubectl("version", "-o", "json"))["serverVersion"]["gitVersion"]
    return {"Casebook": version("kube-casebook"), "k8sgpt": k8sgpt.VERSION, "Kubernetes": server}


if __name__ == "__main__":
    sys.exit(main())
