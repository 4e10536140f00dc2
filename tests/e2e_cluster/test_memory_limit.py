"""A limit of memory ends what wants more, and leaves nothing behind."""

import subprocess
import sys

import pytest

from e2e.cluster import memory_limit

pytestmark = pytest.mark.skipif(not memory_limit.possible(), reason="needs root and a cgroup controller of memory")

_LIMIT = 64 * 2**20


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
