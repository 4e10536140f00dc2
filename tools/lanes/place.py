"""The temporary folders of one lane, and everything that its tests start: all of it ends with it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from e2e.cluster.cleanup import unmount_below
from e2e.cluster.process import OWNER_ENV, Handle, alive, marked, stop, this

DATABASES_ENV = "CASEBOOK_TEST_DATABASES"
"""Names the folder of the PostgreSQL of tests."""

_PREFIX = "cb-"
_RUN = ".run"
"""Says whose folder it is: the process of the run, and its start."""
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - only a folder of our own below it is written to
_ROOM = 4 << 30
"""Bytes for four servers. Each takes 60 MB, its databases, and 1 GB of log at most, as PostgreSQL has it by default."""


def in_memory() -> Path | None:
    """Return a folder whose files are in memory, if there is one with room for databases.

    A database is 376 files. To copy and to remove them takes 20 ms of processor there, and 40 to 300 ms on ext4, the
    more the busier its disk is.
    """
    return _IN_MEMORY if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > _ROOM else None


@contextmanager
def place() -> Iterator[dict[str, str]]:
    """Give the environment of a lane, and remove afterwards what it left, also when it was killed.

    Bytecode is written beside the sources, also where the caller wants none: pytest compiles the assertions of 500
    files, and hundreds of programs that tests start would compile Casebook again, each for itself.
    """
    folder, databases = _folder(), _folder(in_memory())
    try:
        yield _environment(os.environ, folder) | {DATABASES_ENV: str(databases)}
    finally:
        for one in (folder, databases):
            _remove(one)


def remove_left_behind() -> None:
    """Remove the folders of lanes whose run is gone without having done so itself, and what still runs in them."""
    for parent in {Path(tempfile.gettempdir()), _IN_MEMORY}:
        for note in parent.glob(f"{_PREFIX}*/{_RUN}"):
            run = Handle.of(note.read_text(encoding="utf-8"))
            if run is not None and not alive(run):
                _remove(note.parent)


def _remove(folder: Path) -> None:
    while left := marked(folder):  # again, as one that is asked to end may start others that clean up
        stop(left)
    unmount_below(folder)
    shutil.rmtree(folder, ignore_errors=True)


def _folder(parent: Path | None = None) -> Path:
    # A short path: that of a Unix socket below it may have 107 bytes at most.
    made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    made.chmod(0o755)  # PostgreSQL refuses to be root, and somebody else has to reach its folder
    (made / _RUN).write_text(this().text, encoding="utf-8")
    return made


def _environment(caller: Mapping[str, str], folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in caller.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {
        "PYTHONUNBUFFERED": "1",
        "TMPDIR": str(folder),
        OWNER_ENV: str(folder),
    }
