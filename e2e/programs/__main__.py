"""``python -m e2e.programs [PROGRAM | PROGRAM/SCENE]...``: play scenes and write what the programs said.

Healthy life goes to ``tests/analyzer/taxonomy/healthy``, faults to ``tests/analyzer/taxonomy/said``.
``--cluster FOLDER`` takes pieces of the logs of a test cluster's state folder. ``--node`` plays the faults as pods of a
real node instead, and prints what Casebook makes of each. As root on Linux and Debian.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from rich.console import Console

from e2e.programs import cluster_logs, needs, writing
from e2e.programs.cage import SceneError, imitated, play
from e2e.programs.on_node import NodeError, Seen, play_on_node
from e2e.programs.scenes import Fault, Program, programs
from e2e.programs.telling import numbers, table
from e2e.waiting import say


def main() -> int:
    """Play the named scenes, or all; the exit code says whether all went as they are written."""
    parser = argparse.ArgumentParser(prog="python -m e2e.programs", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PROGRAM", help="files in e2e/programs/scenes without .yaml")
    parser.add_argument("--cluster", type=Path, metavar="FOLDER", help="the state folder of a test cluster")
    parser.add_argument("--node", action="store_true", help="play faults as pods, and print what Casebook says")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if chosen.node:
        return _on_node(chosen.names)
    if chosen.cluster:
        cluster_logs.take(chosen.cluster)
    failed = [] if chosen.cluster and not chosen.names else _play(chosen.names)
    for scene in failed:
        say(f"FAILED {scene}")
    return int(bool(failed))


def _on_node(names: list[str]) -> int:
    chosen = [
        (name, program, [fault for fault in program.broken if not scenes or fault.name in scenes])
        for name, program, scenes in _wanted(names)
    ]
    try:
        seen = play_on_node(chosen)
    except NodeError as error:
        say(str(error))
        return 1
    _keep(chosen, seen)
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 200)
    console.print(table(seen))
    console.print(numbers(seen))
    return int(not all(one.right and one.named for one in seen))


def _keep(chosen: list[tuple[str, Program, list[Fault]]], seen: list[Seen]) -> None:
    """Write what programs said that no cage can play, where that alone has the cause."""
    for name, program, _ in chosen:
        told = [
            (one.scene.fault, one.said)
            for one in seen
            if one.scene.program == name and not one.scene.fault.caged and one.is_its_own_witness
        ]
        if told:
            writing.write_broken(name, _version(program, needs.debian(program), needs.mounts(program)), told)


def _wanted(names: list[str]) -> Iterator[tuple[str, Program, set[str]]]:
    """Programs, and which of their scenes are named; none where all are meant."""
    for name, program in programs().items():
        wanted = [n for n in names if n.split("/")[0] == name]
        if wanted or not names:
            yield name, program, {scene for n in wanted if "/" in n for scene in n.split("/")[1:]}


def _play(names: list[str]) -> list[str]:
    return [f"{name}/{scene}" for name, program, wanted in _wanted(names) for scene in _scenes(name, program, wanted)]


def _scenes(name: str, program: Program, wanted: set[str]) -> list[str]:
    failed = []
    debian, mounts = needs.debian(program), needs.mounts(program)
    version = _version(program, debian, mounts)
    for scene, script in program.healthy.items():
        if not wanted or scene in wanted:
            try:
                said = play(f"{program.prelude}\n{script}", debian, mounts)
            except SceneError as error:
                say(f"{name}/{scene}: {error}")
                failed.append(scene)
            else:
                writing.write_healthy(name, scene, said.log)
    writing.note_version(name, version)
    return failed + _broken(name, program, wanted, version, (debian, mounts))


def _version(program: Program, debian: Path, mounts: Mapping[str, Path]) -> str:
    return play(f'echo "$({program.version})" >>$LOG', debian, mounts).log.strip()


def _broken(
    name: str, program: Program, wanted: set[str], version: str, needed: tuple[Path, Mapping[str, Path]]
) -> list[str]:
    failed, told = [], []
    for fault in program.broken:
        if fault.caged and (not wanted or fault.name in wanted):
            try:
                told.append((fault, play(f"{imitated(fault)}{program.prelude}\n{fault.script}", *needed)))
            except SceneError as error:
                say(f"{name}/{fault.name}: {error}")
                failed.append(fault.name)
    if told:
        writing.write_broken(name, version, told)
    return failed


if __name__ == "__main__":
    sys.exit(main())
