"""A recycled pid is never killed, and nothing that we started is ever lost."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import stamina

from e2e.cluster import process
from e2e.cluster.process import Handle

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)",
]


def spawn(argv: list[str], folder: Path) -> Handle:
    return process.spawn(argv, log=folder / "log", owner=folder, path=os.environ["PATH"])


def test_a_process_is_alive_until_it_is_stopped(tmp_path: Path) -> None:
    handle = spawn(SLEEP, tmp_path)
    assert process.alive(handle)
    process.stop([handle])
    assert not process.alive(handle)


def test_a_recycled_pid_is_neither_alive_nor_killed(tmp_path: Path) -> None:
    handle = spawn(SLEEP, tmp_path)
    recycled = Handle(handle.pid, "1")
    assert not process.alive(recycled)
    process.stop([recycled], grace=0.1)
    assert process.alive(handle)
    process.stop([handle])


def test_a_process_that_ignores_sigterm_is_killed(tmp_path: Path) -> None:
    handle = spawn(STUBBORN, tmp_path)
    while "up" not in (tmp_path / "log").read_text():
        pass
    process.stop([handle], grace=0.2)
    assert not process.alive(handle)


def test_a_process_that_nobody_wrote_down_is_found_by_its_mark(tmp_path: Path) -> None:
    handle = spawn(SLEEP, tmp_path)
    try:
        # The environment is replaced by exec, a moment after the process exists.
        while not process.marked(tmp_path):
            pass
        assert process.marked(tmp_path) == [handle]
        assert process.marked(tmp_path / "other") == []
    finally:
        process.stop([handle])


def test_the_environment_of_the_caller_is_not_inherited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "proxy.invalid")
    monkeypatch.setenv("KUBECONFIG", "/production")
    handle = spawn([sys.executable, "-c", "import os; print(sorted(os.environ))"], tmp_path)
    while process.alive(handle):
        pass
    process.stop([handle])
    seen = (tmp_path / "log").read_text()
    assert "HTTPS_PROXY" not in seen
    assert "KUBECONFIG" not in seen


def test_the_start_of_a_dead_process_is_unknown() -> None:
    assert process.started_at(2**22 + 1) is None


def test_a_command_that_hangs_is_given_up() -> None:
    done = process.run(SLEEP, timeout=0.2)
    assert done.returncode == 124


def test_a_lock_of_the_caller_is_not_held_by_what_outlives_it(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as lock:
        os.set_inheritable(lock.fileno(), True)
        handle = spawn(SLEEP, tmp_path)
        held = {link.resolve() for link in Path("/proc", str(handle.pid), "fd").iterdir()}
        process.stop([handle])
    assert tmp_path / "lock" not in held
    assert tmp_path / "log" in held


class Kernel:
    """Refuses to start programs so many times."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, refusals: int, error: OSError) -> None:
        self.asked, self._run = 0, subprocess.run
        self._refusals, self._error = refusals, error
        monkeypatch.setattr(process.subprocess, "run", self.run)

    def run(self, *given: Any, **more: Any) -> subprocess.CompletedProcess[str]:
        self.asked += 1
        if self.asked <= self._refusals:
            raise self._error
        return self._run(*given, **more)


BAD_ADDRESS = OSError(errno.EFAULT, "Bad address", "kubectl")


def test_a_program_that_could_not_be_started_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, 2, BAD_ADDRESS)
    with stamina.set_testing(True, attempts=5, cap=True):
        assert process.run(["echo", "there"]).stdout == "there\n"
    assert kernel.asked == 3


def test_a_program_that_never_starts_fails_with_the_words_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, 99, BAD_ADDRESS)
    with stamina.set_testing(True, attempts=5, cap=True):
        done = process.run(["echo", "there"])
    assert done.returncode
    assert "Bad address: 'kubectl'" in done.stderr
    assert 1 < kernel.asked < 99


def test_a_program_that_is_not_there_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, 0, BAD_ADDRESS)
    done = process.run(["/nowhere/kubectl"])
    assert "No such file or directory: '/nowhere/kubectl'" in done.stderr
    assert kernel.asked == 1


def test_a_program_that_failed_has_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, 0, BAD_ADDRESS)
    assert process.run(["false"]).returncode == 1
    assert kernel.asked == 1
