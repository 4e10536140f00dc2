"""Kubelet's cgroups: they hold every process of every pod, whether containerd is alive or not."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

from e2e.cluster import process
from e2e.cluster.errors import ClusterError

_ROOT = Path("/sys/fs/cgroup")
_KILL_SECONDS = 15.0


def kubepods(root: Path = _ROOT) -> list[Path]:
    """Return kubelet's cgroups, in every hierarchy of cgroup v1 or in the one of v2."""
    return [path for path in (root / "kubepods", *root.glob("*/kubepods")) if path.is_dir()]


def pids(root: Path = _ROOT) -> set[int]:
    """Return the live processes of all pods."""
    found: set[int] = set()
    for cgroup in kubepods(root):
        # Unlike Path.rglob, os.walk goes on when a folder vanishes, as those of containers that end do.
        for folder, _, _ in os.walk(cgroup):
            with contextlib.suppress(OSError):
                found.update(int(pid) for pid in Path(folder, "cgroup.procs").read_text().split())
    # A zombie stays listed until its shim is gone, and a shim ends after its containers.
    return {pid for pid in found if process.started_at(pid) is not None}


def kill() -> None:
    """Kill every process of every pod."""
    deadline = time.monotonic() + _KILL_SECONDS
    while left := pids():
        if time.monotonic() > deadline:
            raise ClusterError(f"{len(left)} container processes cannot be killed")
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def remove() -> None:
    """Remove the cgroups, children first; the kernel frees one a moment after its last process."""
    deadline = time.monotonic() + _KILL_SECONDS
    while (left := kubepods()) and time.monotonic() < deadline:
        for root in left:
            for folder, _, _ in os.walk(root, topdown=False):
                with contextlib.suppress(OSError):
                    Path(folder).rmdir()
        time.sleep(0.05)
