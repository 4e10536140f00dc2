"""Processes of pods are found in a tree that the kernel changes at any time."""

import os
import shutil
import threading
from pathlib import Path

from e2e.cluster import cgroups


def test_processes_are_found_in_every_hierarchy(tmp_path: Path) -> None:
    for folder, listed in (("kubepods/pod1/c1", os.getpid()), ("memory/kubepods/besteffort/pod2", os.getppid())):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "cgroup.procs").write_text(f"{listed}\n")
    assert cgroups.pids(tmp_path) == {os.getpid(), os.getppid()}


def test_groups_that_vanish_meanwhile_are_passed_over(tmp_path: Path) -> None:
    stays = tmp_path / "kubepods" / "stays"
    stays.mkdir(parents=True)
    (stays / "cgroup.procs").write_text(f"{os.getpid()}\n")
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            for number in range(20):
                (stays.parent / f"pod{number}" / "container").mkdir(parents=True, exist_ok=True)
            for number in range(20):
                shutil.rmtree(stays.parent / f"pod{number}")

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        assert all(cgroups.pids(tmp_path) == {os.getpid()} for _ in range(300))
    finally:
        stop.set()
        thread.join()
