"""What krew installs is checked by krew itself, and is the command of the wheel."""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import yaml

from e2e.cluster import tools
from tools.places import ROOT
from tools.release import packages, plugin
from tools.release.plugin.archive import COMMANDS
from tools.release.plugin.platforms import PLATFORMS, pythons
from tools.release.versions import agreed

BUILT = pytest.mark.skipif(shutil.which("go") is None, reason="krew is built with Go")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    plugin.here(packages.build(ROOT, folder), folder)
    return folder


@pytest.fixture
def archive(dist: Path) -> Path:
    (found,) = dist.glob("casebook-plugin-*.tar.gz")
    return found


@pytest.fixture
def unpacked(archive: Path, tmp_path: Path) -> Path:
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    return tmp_path / "unpacked"


def say(*argv: str | Path, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{path}:{os.defpath}", "HOME": "/nowhere", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(argv, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def pythons_here(tmp_path: Path) -> str:
    """A folder in which the Python of the tests is the only one, under both of its names."""
    folder = tmp_path / "pythons"
    folder.mkdir()
    for name in ("python3", f"python3.{sys.version_info.minor}"):
        (folder / name).symlink_to(Path(sys.executable).resolve())
    return str(folder)


@BUILT
@pytest.mark.timeout(1800)  # krew is compiled once
def test_krew_finds_nothing_wrong_with_the_manifest(dist: Path) -> None:
    done = say(tools.krew() / "validate-krew-manifest", "-skip-install", f"-manifest={dist / 'casebook.yaml'}")
    assert "no overlapping spec.platform[].selector" in done.stderr
    assert done.returncode == 0


@BUILT
@pytest.mark.timeout(1800)
def test_what_krew_installs_runs_as_the_plugin(dist: Path, archive: Path, pythons_here: str, tmp_path: Path) -> None:
    home = tmp_path / "krew"
    given = [f"--manifest={dist / 'casebook.yaml'}", f"--archive={archive}", "--no-update-index"]
    done = subprocess.run(
        [tools.krew() / "krew", "install", *given],
        env={"KREW_ROOT": str(home), "PATH": os.defpath, "HOME": str(tmp_path), "KREW_NO_UPGRADE_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Installed plugin: casebook" in done.stderr, done.stderr
    assert say(home / "bin" / "kubectl-casebook", "--version", path=pythons_here).stdout == (
        f"casebook, version {agreed(ROOT)}\n"
    )


def test_the_manifest_names_a_file_of_the_release_and_its_hash(dist: Path, archive: Path) -> None:
    (one,) = yaml.safe_load((dist / "casebook.yaml").read_text(encoding="utf-8"))["spec"]["platforms"]
    assert one["uri"].endswith(f"/releases/download/v{agreed(ROOT)}/{archive.name}")
    assert one["sha256"] == hashlib.sha256(archive.read_bytes()).hexdigest()
    assert one["selector"]["matchLabels"]["os"] == platform.system().lower()


def test_the_same_wheels_give_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    plugin.here(packages.build(ROOT, tmp_path / "again"), tmp_path / "again")
    assert (tmp_path / "again" / archive.name).read_bytes() == archive.read_bytes()


def test_it_completes_what_is_typed(unpacked: Path, pythons_here: str) -> None:
    said = say(unpacked / "kubectl_complete-casebook", "taxonomy", "li", path=pythons_here).stdout
    assert said.startswith("lint\t")


def test_nothing_is_taken_from_another_installation(unpacked: Path, pythons_here: str) -> None:
    (unpacked / "lib" / "casebook_operator" / "cli" / "__init__.py").write_text(
        "import sys\n\ndef main():\n    print([path for path in sys.path if 'packages' in path])\n", encoding="utf-8"
    )
    assert say(unpacked / "kubectl-casebook", path=pythons_here).stdout == "[]\n"


def test_a_python_that_it_was_not_packed_for_looks_for_one(unpacked: Path, pythons_here: str) -> None:
    (unpacked / "pythons").write_text("3.99\n", encoding="utf-8")
    refused = say(unpacked / "kubectl-casebook", "--version", path=pythons_here)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "needs Python 3.99 on PATH" in refused.stderr
    (Path(pythons_here) / "python3.99").write_text('#!/bin/sh\necho "3.99 runs $2"\n', encoding="utf-8")
    (Path(pythons_here) / "python3.99").chmod(0o755)
    assert say(unpacked / "kubectl-casebook", "--version", path=pythons_here).stdout == "3.99 runs --version\n"


def test_commands_and_licence_lie_where_krew_looks(archive: Path) -> None:
    with tarfile.open(archive) as packed:
        modes = {one.name: one.mode for one in packed if "/" not in one.name}
    assert modes == {**dict.fromkeys(COMMANDS, 0o755), "LICENSE": 0o644, "pythons": 0o644}


def test_it_is_packed_for_every_python_of_the_distribution() -> None:
    assert f"3.{sys.version_info.minor}" in pythons(ROOT)
    assert {(one.os, one.arch) for one in PLATFORMS} == {
        (system, arch) for system in ("linux", "darwin") for arch in ("amd64", "arm64")
    }
