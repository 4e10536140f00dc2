"""Builds sdist and wheel, and tries the wheel where nothing else of Casebook is."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

from tools.release.errors import ReleaseError


def build(root: Path, dist: Path) -> Path:
    """Build sdist and wheel with the locked hatchling into an empty folder, and return the wheel.

    Raises:
        ReleaseError: the build failed.
    """
    _run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(dist)], cwd=root)
    (wheel,) = dist.glob("*.whl")
    return wheel


def check_crds(wheel: Path, crds: Path) -> None:
    """See that the wheel carries ``crds/`` as it is.

    Raises:
        ReleaseError: it does not.
    """
    folder = "casebook_operator/crds/"
    with zipfile.ZipFile(wheel) as packed:
        inside = {name.removeprefix(folder): packed.read(name) for name in packed.namelist() if name.startswith(folder)}
    if inside != {path.name: path.read_bytes() for path in crds.glob("*.yaml")}:
        raise ReleaseError(f"The CRDs in {wheel.name} are not those of crds/.")


def check_installed(wheel: Path, version: str, folder: Path) -> None:
    """Install the wheel into an environment of its own, and run its command.

    Dependencies come from the environment that this runs in, by a ``.pth`` file: without a network there is no other
    place. Python does not follow the ``.pth`` files of a folder that was added so, which leaves the checkout out.

    Raises:
        ReleaseError: it cannot be installed, or is another version than it should be.
    """
    _run([sys.executable, "-m", "venv", "--without-pip", str(folder)], cwd=folder.parent)
    python = folder / "bin" / "python"
    (site,) = (folder / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    uv = Path(sysconfig.get_path("scripts")) / "uv"
    _run([str(uv), "pip", "install", "--offline", "--no-deps", f"--python={python}", str(wheel)], cwd=folder)
    where = _run([str(python), "-c", "import casebook_operator as c; print(c.__file__)"], cwd=folder).strip()
    if not where.startswith(str(site)):
        raise ReleaseError(f"The environment is not empty: casebook_operator comes from {where}.")
    said = _run([str(folder / "bin" / "casebook"), "--version"], cwd=folder).strip()
    if said != f"casebook, version {version}":
        raise ReleaseError(f"`casebook --version` says {said!r}, and not {version}.")
    _run([str(folder / "bin" / "casebook"), "crds"], cwd=folder)


def _run(argv: list[str], *, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(argv, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{' '.join(argv)} failed:\n{done.stderr.strip()}")
    return done.stdout
