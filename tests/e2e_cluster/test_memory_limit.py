"""A limit of memory ends what wants more, and leaves nothing behind."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.cluster import memory_limit

pytestmark = pytest.mark.skipif(not memory_limit.possible(), reason="needs root and a cgroup controller of memory")

_LIMIT = 64 * 2**20
_THAT_WAITS = """
import subprocess, sys, time
from e2e.cluster import memory_limit
with memory_limit.limited(sys.argv[1], int(sys.argv[2])) as limit:
    subprocess.run([*limit.command, "true"], check=True)
    print(limit.folder, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize(("wanted", "code", "killed"), [(8, 0, 0), (200, -9, 1)])
def test_a_process_that_wants_more_is_killed_and_another_is_not(wanted: int, code: int, killed: int) -> None:
    with memory_limit.limited(f"casebook-test-{wanted}", _LIMIT) as limit:
        done = subprocess.run(
            [*limit.command, sys.executable, "-c", f"bytearray({wanted} << 20)"], capture_output=True, check=False
        )
        assert done.returncode == code
        assert limit.killed == killed
        assert limit.peak <= _LIMIT
    assert not limit.folder.exists()


def test_what_is_left_running_ends_with_the_limit() -> None:
    with memory_limit.limited("casebook-test-left", _LIMIT) as limit:
        process = subprocess.Popen(
            [*limit.command, sys.executable, "-c", "import time; print(flush=True); time.sleep(600)"],
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.readline()
    assert process.wait(10) == -9
    process.stdout.close()
    assert not limit.folder.exists()


def test_two_limits_of_one_name_are_two() -> None:
    with (
        memory_limit.limited("casebook-test-twice", _LIMIT) as one,
        memory_limit.limited("casebook-test-twice", _LIMIT) as other,
    ):
        assert one.folder != other.folder


def test_what_a_killed_run_left_is_removed_by_the_next_one() -> None:
    name = "casebook-test-orphan"
    dies = subprocess.Popen([sys.executable, "-c", _THAT_WAITS, name, str(_LIMIT)], stdout=subprocess.PIPE, text=True)
    assert dies.stdout is not None
    left = Path(dies.stdout.readline().strip())
    dies.send_signal(signal.SIGKILL)
    dies.wait()
    dies.stdout.close()
    assert left.is_dir()
    with memory_limit.limited(name, _LIMIT):
        assert not left.exists()
