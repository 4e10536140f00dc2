"""Nothing outlives whoever made a cage, however he ended."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from e2e.programs.cage import play
from e2e.waiting import until_found

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("setpriv"),
    reason="a cage needs root on Linux",
)

_TEMPORARY = Path(tempfile.gettempdir())
_MAKER = """
import sys
from pathlib import Path
from e2e.programs.cage import play
play(sys.argv[1], Path(sys.argv[2]), {})
"""


@pytest.fixture
def nothing_more(tmp_path: Path) -> Path:
    """What a cage has beside the machine: folders without anything in them."""
    for folder in ("usr", "etc", "var"):
        (tmp_path / folder).mkdir()
    return tmp_path


def test_a_cage_dies_with_its_maker_and_the_next_one_clears_up(nothing_more: Path) -> None:
    asleep = ["sleep", f"3600.{os.getpid()}"]
    script = f"touch /mnt/out/begun; {' '.join(asleep)}"
    maker = subprocess.Popen([sys.executable, "-c", _MAKER, script, str(nothing_more)])
    begun = until_found(lambda: next(_TEMPORARY.glob(f"casebook-scene-{maker.pid}-*/begun"), None), 60)
    assert begun
    assert until_found(lambda: _runs(asleep) or None, 60)
    maker.kill()
    maker.wait()
    assert until_found(lambda: not _runs(asleep) or None, 60)
    assert begun.parent.exists()
    play("true", nothing_more, {})
    assert not begun.parent.exists()


def _runs(command: list[str]) -> bool:
    """Whether a process on this machine has just these arguments."""
    wanted = "".join(f"{word}\0" for word in command).encode()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if path.read_bytes() == wanted:
                return True
    return False
