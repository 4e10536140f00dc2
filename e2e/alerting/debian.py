"""Programs of Debian, unpacked into a cache: nothing is installed, no service starts, nothing of the system changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from e2e.alerting.errors import AlertingError
from e2e.alone import alone

_DOWNLOAD_SECONDS = 300


def cache_dir(env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of unpacked packages; safe to delete at any time while none of them runs."""
    base = env.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "casebook" / "debian"


def program(name: str, package: str) -> Path:
    """Return a program: the one on PATH, else that of its Debian package, which is fetched once.

    Only for programs without shared libraries beyond libc's, such as those written in Go: dependencies are not fetched.
    """
    installed = shutil.which(name)
    if installed:
        return Path(installed)
    unpacked = cache_dir() / package / "usr" / "bin" / name
    return unpacked if unpacked.exists() else root_of(package) / "usr" / "bin" / name


def root_of(package: str) -> Path:
    """Return the folder with the files of a package, which is fetched once."""
    if not (cache_dir() / package).exists():
        _unpack(package)
    return cache_dir() / package


def command(name: str, package: str) -> list[str]:
    """Return how a program is started that reads files of its package from below /usr/share.

    One that was unpacked sees them there through a mount that no other process sees.
    """
    found = program(name, package)
    data = cache_dir() / package / "usr" / "share"
    if data not in [parent / "share" for parent in found.parents]:
        return [str(found)]
    mounts = 'mount -t overlay overlay -o "lowerdir=$0:/usr/share" /usr/share && exec "$@"'
    alone = ["unshare", "--mount", "--propagation=private", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    return [*alone, "sh", "-c", mounts, str(data), str(found)]


def _unpack(package: str) -> None:
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise AlertingError(f"{package} is not installed, and this is no Debian to take it from; install it")
    target = cache_dir() / package
    with alone(target.with_name(f"{package}.lock")), tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        if target.exists():
            return
        folder = Path(scratch)
        _download(package, folder)
        (downloaded,) = folder.glob("*.deb")
        _run(["dpkg-deb", "-x", str(downloaded), str(folder / "root")], folder)
        (folder / "root").rename(target)


def _download(package: str, folder: Path) -> None:
    """A new machine may have no lists of packages yet, or old ones; only root can fetch them."""
    download = ["apt-get", "download", "-q", package]
    try:
        _run(download, folder)
    except AlertingError:
        if os.geteuid() != 0:
            raise
        _run(["apt-get", "update", "-q"], folder)
        _run(download, folder)


def _run(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_DOWNLOAD_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise AlertingError(f"{' '.join(command[:3])} gave no answer within {_DOWNLOAD_SECONDS} s") from error
    if done.returncode:
        raise AlertingError(f"{' '.join(command)} failed: {done.stderr.strip()}")
