"""Undo everything that a cluster did to the machine, however far it had come."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
from pathlib import Path

from e2e.cluster import cgroups, network, process, services
from e2e.cluster.errors import ClusterError
from e2e.cluster.state import State, StateDir

# Kubelet first, or it starts again what is ended; etcd last, or the API server hangs on its way out.
_ORDER = (
    "kubelet",
    "containers",
    "node-problem-detector",
    "kube-proxy",
    "coredns",
    "containerd",
    "registry",
    "kube-scheduler",
    "kube-controller-manager",
    "kube-apiserver",
    "etcd",
)
_MOUNTINFO = Path("/proc/self/mountinfo")


def destroy(where: StateDir, state: State | None, *, keep_logs: bool = False) -> None:
    """Stop all processes and remove mounts, bridge, cgroups and files; safe to call at any time."""
    if state is None and network.bridge_owner() == str(where.path):
        # The state file was lost, but only our own node makes a bridge with this mark.
        state = State(mode="node", bridge=network.BRIDGE, owns_cgroups=True)
    stop_processes(where, state)
    if state and state.owns_cgroups:
        cgroups.remove()
    unmount_below(where.path)
    if state:
        if state.bridge:
            services.delete_link()
            network.delete_bridge(state.bridge)
        for folder in state.host_dirs:
            unmount_below(Path(folder))
            shutil.rmtree(folder, ignore_errors=True)
    remove_files(where, keep_logs=keep_logs)


def stop_processes(where: StateDir, state: State | None) -> None:
    """Stop what was written down, in order, and then whatever else carries our mark."""
    recorded = {component.name: component.handle for component in state.components} if state else {}
    for name in _ORDER:
        if name == "containers":
            if state and state.owns_cgroups:
                cgroups.kill()
            continue
        handle = recorded.get(name)
        if handle is not None and process.alive(handle):
            process.stop([handle])
    left = process.marked(where.path)
    shims = [handle for handle in left if "containerd-shim" in process.command(handle.pid)]
    # A shim that gets SIGTERM waits for its containers, which are gone; SIGKILL spares the wait.
    for handle in shims:
        with contextlib.suppress(ProcessLookupError):
            os.kill(handle.pid, signal.SIGKILL)
    process.stop(left)


def mounts_below(root: Path, mountinfo: str) -> list[str]:
    """Return the mount points in or below a folder, the last mounted first."""
    points = [line.split(" ")[4] for line in mountinfo.splitlines() if line]
    # The kernel writes a space in a path as \\040.
    decoded = [re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), point) for point in points]
    return [point for point in reversed(decoded) if point == str(root) or point.startswith(f"{root}/")]


def unmount_below(root: Path) -> None:
    """Unmount everything below a folder: volumes, overlays and the network namespaces of pods."""
    if not _MOUNTINFO.exists():
        return
    for point in mounts_below(root.resolve(), _MOUNTINFO.read_text()):
        if process.run(["umount", point]).returncode:
            process.run(["umount", "--lazy", point])
    left = mounts_below(root.resolve(), _MOUNTINFO.read_text())
    if left:
        raise ClusterError(f"{left[0]} cannot be unmounted")


def remove_files(where: StateDir, *, keep_logs: bool) -> None:
    """Empty the state dir; the folder and its lock stay, or two commands could hold two locks."""
    if not where.path.exists():
        return
    where.check()
    for entry in where.path.iterdir():
        if entry.name == "lock" or (keep_logs and entry == where.logs):
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
