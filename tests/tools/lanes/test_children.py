"""What a lane starts ends with it, and what it writes goes."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from e2e.cluster.process import marked, started_at
from tests.patience import PATIENCE
from tools.lanes import child
from tools.lanes.lane import Priority
from tools.lanes.place import DATABASES_ENV, place, remove_left_behind

PATIENT = """
import signal, sys
signal.signal(signal.SIGINT, lambda *_: (print("cleaned up", flush=True), sys.exit(2)))
print("ready", flush=True)
signal.pause()
"""


async def test_a_program_writes_to_the_log_and_its_code_is_returned(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert await child.run([sys.executable, "-c", "print('hello'); exit(3)"], os.environ, log, Priority.POLITE) == 3
    assert log.read_text(encoding="utf-8") == "hello\n"


async def test_a_program_of_a_lane_that_is_cancelled_may_clean_up(tmp_path: Path) -> None:
    log = tmp_path / "log"
    running = asyncio.create_task(child.run([sys.executable, "-c", PATIENT], os.environ, log, Priority.NORMAL))
    while not log.exists() or "ready" not in log.read_text(encoding="utf-8"):
        await asyncio.sleep(0.05)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert log.read_text(encoding="utf-8") == "ready\ncleaned up\n"


async def test_a_program_is_over_when_all_are_that_it_started(tmp_path: Path) -> None:
    log = tmp_path / "log"
    leaving = "import subprocess, sys; subprocess.Popen(['sh', '-c', 'sleep 0.5; echo last'])"
    assert await child.run([sys.executable, "-c", leaving], os.environ, log, Priority.NORMAL) == 0
    assert log.read_text(encoding="utf-8") == "last\n"


def test_what_a_lane_leaves_running_is_stopped_and_its_files_are_removed() -> None:
    with place() as environment:
        folder, databases = Path(environment["TMPDIR"]), Path(environment[DATABASES_ENV])
        (databases / "left").write_text("over", encoding="utf-8")
        (folder / "left").write_text("over", encoding="utf-8")
        left = subprocess.Popen(["sleep", "600"], env=environment, start_new_session=True)
        while not marked(folder):  # its environment can be read a moment after Popen has returned
            time.sleep(0.01)
    left.wait(10)
    assert started_at(left.pid) is None
    assert not folder.exists()
    assert not databases.exists()


def test_programs_of_a_lane_share_what_python_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with place() as environment:
        assert "PYTHONDONTWRITEBYTECODE" not in environment


AUTOGROUP = Path("/proc/self/autogroup")


@pytest.mark.skipif(not AUTOGROUP.exists() or os.geteuid() != 0, reason="needs root and groups of sessions")
@pytest.mark.parametrize("priority", Priority)
async def test_a_lane_is_served_by_its_priority_also_where_sessions_are_groups(
    tmp_path: Path, priority: Priority
) -> None:
    log, patient = tmp_path / "log", "import time; time.sleep(0.5); print(open('/proc/self/autogroup').read())"
    assert await child.run([sys.executable, "-c", patient], os.environ, log, priority) == 0
    assert log.read_text(encoding="utf-8").split()[-1] == str(os.getpriority(os.PRIO_PROCESS, 0) + priority.value)


KILLED = """
import os, subprocess, time
from tools.lanes.place import DATABASES_ENV, place
with place() as environment:
    left = subprocess.Popen(["sleep", "600"], env=environment, start_new_session=True, stdout=subprocess.DEVNULL)
    print(environment["TMPDIR"], environment[DATABASES_ENV], left.pid, flush=True)
    time.sleep(600)
"""


def test_what_a_killed_run_has_left_goes_with_the_next_one() -> None:
    with place() as ours:
        killed = subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True)
        assert killed.stdout is not None
        folder, databases, left = killed.stdout.readline().split()
        while not marked(Path(folder)):
            time.sleep(0.01)
        remove_left_behind()
        assert Path(folder).exists(), "its run lives"
        killed.kill()
        killed.communicate(timeout=PATIENCE)
        remove_left_behind()
        assert Path(ours["TMPDIR"]).exists()
    assert started_at(int(left)) is None
    assert not Path(folder).exists()
    assert not Path(databases).exists()
