"""Packs the plugin for one platform: libraries for several versions of Python in one folder, and what runs them.

Modules that are compiled are called by the Python that they are for, and all else is the same for each, so that one
folder holds them all. The same wheels give the same bytes, whoever packs them.
"""

import gzip
import io
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from pathlib import Path

from tools.places import ROOT
from tools.release.errors import ReleaseError
from tools.release.plugin.platforms import Platform

LOCK = ROOT / "requirements" / "plugin.txt"
_LAUNCHER = Path(__file__).with_name("kubectl-casebook")
COMMANDS = ("kubectl-casebook", "kubectl_complete-casebook")

_LEFT_OUT = ("bin", ".lock")
"""Commands of libraries, which name the Python that has installed them, and what uv leaves in a folder."""
_OF_THE_INSTALLATION = frozenset(
    {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json", "WHEEL", "sboms"}
)
"""What in ``*.dist-info`` tells of one installation, or of one wheel among those of several Pythons."""


def build(wheel: Path, platform: Platform, pythons: tuple[str, ...], dist: Path, *, offline: bool) -> Path:
    """Pack the plugin, and return the archive.

    Args:
        wheel: that of Casebook.
        platform: where it is to run.
        pythons: versions such as ``3.13``, the best first.
        dist: where the archive goes.
        offline: take what uv keeps of ``make init``, for this machine alone, and ask no index.

    Raises:
        ReleaseError: a library is not there, is another than the lock says, or differs between two Pythons.
    """
    version = wheel.name.split("-")[1]
    folder = dist / f"casebook-plugin-{version}-{platform.os}-{platform.arch}"
    libraries = folder / "lib"
    for python in pythons:
        _merge(_installed(wheel, platform, python, dist / "one-python", offline=offline), libraries)
    for command in COMMANDS:
        shutil.copy(_LAUNCHER, folder / command)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    (folder / "pythons").write_text("".join(f"{python}\n" for python in pythons), encoding="utf-8")
    archive = folder.with_name(f"{folder.name}.tar.gz")
    _pack(folder, archive)
    shutil.rmtree(folder)
    return archive


def _installed(wheel: Path, platform: Platform, python: str, folder: Path, *, offline: bool) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    uv = [
        str(Path(sysconfig.get_path("scripts")) / "uv"),
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        f"--target={folder}",
    ]
    target = [f"--python={sys.executable}", f"--python-version={python}"]
    # Without a network, what uv would take for this very machine: that, and no other wheel, `make init` has fetched.
    target.append("--offline" if offline else f"--python-platform={platform.wheels}")
    locked = ["--only-binary=:all:", "--require-hashes", "-r", str(LOCK)]
    for what in (locked, [str(wheel)]):
        done = subprocess.run([*uv, *target, *what], capture_output=True, text=True, check=False)
        if done.returncode:
            raise ReleaseError(f"The libraries of the plugin for {platform}, Python {python}:\n{done.stderr.strip()}")
    return folder


def _merge(folder: Path, into: Path) -> None:
    for path in _files(folder):
        target = into / path.relative_to(folder)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, target)
        elif target.read_bytes() != path.read_bytes():
            raise ReleaseError(f"{path.relative_to(folder)} is not the same for all versions of Python.")
    shutil.rmtree(folder)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        inside = path.relative_to(folder)
        told = inside.parts[0].endswith(".dist-info") and inside.parts[1] in _OF_THE_INSTALLATION
        if inside.parts[0] not in _LEFT_OUT and not told:
            yield path


def _pack(folder: Path, archive: Path) -> None:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            inside = path.relative_to(folder)
            one = tarfile.TarInfo(str(inside))
            one.size = path.stat().st_size
            one.mode = 0o755 if inside.name in COMMANDS else 0o644
            with path.open("rb") as content:
                packed.addfile(one, content)
    archive.write_bytes(gzip.compress(raw.getvalue(), mtime=0))
