"""``python -m e2e.programs [PROGRAM | PROGRAM/SCENE]...``: play scenes and write what the programs said.

Healthy life goes to ``tests/analyzer/taxonomy/healthy``, faults to ``tests/analyzer/taxonomy/said``.
``--cluster FOLDER`` takes pieces of the logs of a test cluster's state folder. As root on Linux and Debian.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from e2e.programs import cluster_logs, needs, writing
from e2e.programs.cage import SceneError, play
from e2e.programs.scenes import Program, programs
from e2e.waiting import say


def main() -> int:
    """Play the named scenes, or all; the exit code says whether all went as they are written."""
    parser = argparse.ArgumentParser(prog="python -m e2e.programs", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PROGRAM", help="files in e2e/programs/scenes without .yaml")
    parser.add_argument("--cluster", type=Path, metavar="FOLDER", help="the state folder of a test cluster")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if chosen.cluster:
        cluster_logs.take(chosen.cluster)
    failed = [] if chosen.cluster and not chosen.names else _play(chosen.names)
    for scene in failed:
        say(f"FAILED {scene}")
    return int(bool(failed))


def _play(names: list[str]) -> list[str]:
    failed = []
    for name, program in programs().items():
        wanted = [n for n in names if n.split("/")[0] == name]
        if names and not wanted:
            continue
        scenes = {scene for n in wanted if "/" in n for scene in n.split("/")[1:]}
        failed += [f"{name}/{scene}" for scene in _scenes(name, program, scenes)]
    return failed


def _scenes(name: str, program: Program, wanted: set[str]) -> list[str]:
    failed = []
    debian, mounts = needs.debian(program), needs.mounts(program)
    version = play(f'echo "$({program.version})" >>$LOG', debian, mounts).log.strip()
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


def _broken(
    name: str, program: Program, wanted: set[str], version: str, needed: tuple[Path, Mapping[str, Path]]
) -> list[str]:
    failed, told = [], []
    for fault in program.broken:
        if not wanted or fault.name in wanted:
            try:
                told.append((fault, play(f"{program.prelude}\n{fault.script}", *needed)))
            except SceneError as error:
                say(f"{name}/{fault.name}: {error}")
                failed.append(fault.name)
    if told:
        writing.write_broken(name, version, told)
    return failed


if __name__ == "__main__":
    sys.exit(main())
