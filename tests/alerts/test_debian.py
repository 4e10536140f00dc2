"""Programs come from PATH or from a cache, and a machine that has neither is told what to do."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from e2e.alerting import debian
from e2e.alerting.errors import AlertingError


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any of the programs, and the folder of its cache."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "casebook" / "debian"


def test_a_program_on_the_path_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/opt/bin/{name}")
    assert debian.program("promtool", "prometheus") == Path("/opt/bin/promtool")
    assert debian.command("prometheus-alertmanager", "prometheus-alertmanager") == ["/opt/bin/prometheus-alertmanager"]


def test_one_that_was_unpacked_is_taken_from_there_with_its_files(bare: Path) -> None:
    program = bare / "package" / "usr" / "bin" / "program"
    program.parent.mkdir(parents=True)
    program.touch()
    assert debian.program("program", "package") == program
    command = debian.command("program", "package")
    assert command[0] == "unshare"
    assert command[-2:] == [str(bare / "package" / "usr" / "share"), str(program)]


def test_where_there_is_no_debian_the_message_says_what_to_install(bare: Path) -> None:
    with pytest.raises(AlertingError, match="prometheus is not installed"):
        debian.program("promtool", "prometheus")
    assert not bare.exists()


def test_processes_that_want_the_same_package_at_once_fetch_it_once(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = []

    def fetch(package: str, folder: Path) -> None:
        fetched.append(package)
        time.sleep(0.1)
        (folder / "package.deb").touch()

    def run(command: list[str], _: Path) -> None:
        (Path(command[-1]) / "usr").mkdir(parents=True)

    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name != "program" else None)
    monkeypatch.setattr(debian, "_download", fetch)
    monkeypatch.setattr(debian, "_run", run)
    with ThreadPoolExecutor(4) as pool:
        roots = set(pool.map(debian.root_of, ["package"] * 4))
    assert roots == {bare / "package"}
    assert fetched == ["package"]
