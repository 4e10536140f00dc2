"""A limit of memory as kubelet sets it for a container: a cgroup whose processes the kernel kills beyond it."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from e2e.cluster.errors import ClusterError

_ROOT = Path("/sys/fs/cgroup")
_REMOVE_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class MemoryLimit:
    """A cgroup, of version 1 or 2."""

    folder: Path

    @property
    def command(self) -> tuple[str, ...]:
        """What to put before a command, so that it runs in here from its first byte on."""
        return ("/bin/sh", "-c", f'echo $$ > {self.folder / "cgroup.procs"} && exec "$@"', "sh")

    @property
    def killed(self) -> int:
        """How many processes the kernel has killed because they wanted more."""
        words = self._first("memory.events", "memory.oom_control").split()
        return int(words[words.index("oom_kill") + 1])

    @property
    def peak(self) -> int:
        """The most bytes that were used at once; with pages of files, which the kernel takes back before it kills."""
        return int(self._first("memory.peak", "memory.max_usage_in_bytes"))

    def _first(self, *names: str) -> str:
        return next((self.folder / name).read_text() for name in names if (self.folder / name).exists())


def possible(root: Path = _ROOT) -> bool:
    """Whether this machine lets this process set limits."""
    return os.geteuid() == 0 and _parent(root) is not None


@contextmanager
def limited(name: str, limit: int, root: Path = _ROOT) -> Iterator[MemoryLimit]:
    """A cgroup of that many bytes, and without swap, until the block ends; whatever is left in it is then killed.

    Its name says which process made it: a cgroup outlives whoever is killed, and the next one of the name removes it.

    Raises:
        ClusterError: There is no memory controller that this process may use.
    """
    parent = _parent(root)
    if parent is None:
        raise ClusterError(f"{root} has no memory controller that this process may use")
    _remove_orphans(parent, name)
    folder = Path(tempfile.mkdtemp(prefix=f"{name}.{os.getpid()}.", dir=parent))
    try:
        # Version 1 refuses a limit with swap that is below the one without.
        for file, value in (
            ("memory.limit_in_bytes", limit),
            ("memory.memsw.limit_in_bytes", limit),
            ("memory.max", limit),
            ("memory.swap.max", 0),
        ):
            if (folder / file).exists():
                (folder / file).write_text(str(value))
        yield MemoryLimit(folder)
    finally:
        _remove(folder)


def _parent(root: Path) -> Path | None:
    """The root of the memory controller."""
    if (root / "memory" / "memory.limit_in_bytes").exists():
        return root / "memory"
    control = root / "cgroup.subtree_control"
    if control.exists() and "memory" in control.read_text().split():
        return root
    return None


def _remove_orphans(parent: Path, name: str) -> None:
    for folder in parent.glob(f"{name}.*.*"):
        maker = folder.name.rsplit(".", 2)[1]
        if not Path("/proc", maker).exists():
            _remove(folder)


def _remove(folder: Path) -> None:
    deadline = time.monotonic() + _REMOVE_SECONDS
    while folder.exists() and time.monotonic() < deadline:
        for pid in (folder / "cgroup.procs").read_text().split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), 9)
        with contextlib.suppress(OSError):
            folder.rmdir()
        time.sleep(0.05)
