"""Programs of Debian that are no part of the project: those that are missing are installed, where that can be."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from e2e.waiting import say, tail

_SECONDS = 900


class PackageError(Exception):
    """Something is missing and cannot be installed here."""


def require(programs: Collection[str], packages: Collection[str]) -> None:
    """Install the packages, as root on Debian, unless all programs are on PATH.

    Raises:
        PackageError: This is not Debian, or not root, or the packages cannot be had.
    """
    missing = _missing(programs)
    if not missing:
        return
    wanted = f"{' and '.join(missing)} (Debian: {', '.join(packages)})"
    if os.geteuid() != 0 or not Path("/etc/debian_version").is_file() or not shutil.which("apt-get"):
        raise PackageError(f"install {wanted}; only root on Debian can do so from here")
    with _alone():
        if _missing(programs):
            _install(packages, wanted)
    if still := _missing(programs):
        raise PackageError(f"the packages {', '.join(packages)} do not bring {' and '.join(still)}")


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for other tests that install: apt-get gives up at once on the lock of another."""
    folder = os.open("/var/lib/dpkg", os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _install(packages: Collection[str], wanted: str) -> None:
    say(f"installing {', '.join(packages)}")
    for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", *packages)):
        done = subprocess.run(
            ["apt-get", *command],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        if done.returncode:
            raise PackageError(f"apt-get could not install {wanted}:\n{tail(done.stderr)}")


def _missing(programs: Collection[str]) -> list[str]:
    return [program for program in programs if shutil.which(program) is None]
