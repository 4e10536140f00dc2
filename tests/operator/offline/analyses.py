"""A program that runs ``casebook analyze`` in forks of itself: ``python -m tests.operator.offline.analyses``.

Reads one order per line, forks for it, and answers with its exit code. Forked, as importing everything anew for each of
forty files would take longer than reading them. The memory of the imports counts for each.
"""

import os
import resource
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, final

import msgspec

from casebook_operator import logs, offline  # noqa: F401 - what the command imports when it runs
from casebook_operator.cli import main as casebook
from casebook_operator.views import terminal  # noqa: F401

_ROOT = Path(__file__).parents[3]
_MOST_SECONDS = 20
MOST_MIB, MOST_SECONDS = 256 - 16, 10 - 1
"""A fork has some 13 MiB of mapped libraries and a second of imports less than a process that began anew."""


class Told(NamedTuple):
    """What the command said, and what it took: the most of memory, and seconds of CPU."""

    code: int
    said: str
    mib: int
    seconds: float


Analysed = Callable[..., Told]
"""``analysed(path, *options)``: what the command says of a path."""


class _Order(msgspec.Struct, frozen=True):
    arguments: Sequence[str]
    output: str
    """The file that the command's words go to."""


def _run(order: _Order) -> int:
    """Be the command, and return its exit code. What it used stands in the last line."""
    file = os.open(order.output, os.O_WRONLY)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
    sys.argv = ["casebook", *order.arguments]
    code = 0
    try:
        casebook()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except Exception:  # noqa: BLE001 - the test looks for it
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    used = resource.getrusage(resource.RUSAGE_SELF)
    # Not ru_maxrss: that begins with what the process that started this one had.
    most = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    sys.stderr.write(f"\nUSED {int(most.split()[1]) // 1024} {used.ru_utime + used.ru_stime:.1f}\n")
    sys.stderr.flush()
    return code


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_run(msgspec.json.decode(line, type=_Order)))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        sys.stdout.write(f"{code}\n")  # negative for a signal
        sys.stdout.flush()


@final
class Program:
    """The program, from outside."""

    def __init__(self, process: "subprocess.Popen[str]", output: Path) -> None:
        self._process = process
        self._output = output

    def told(self, path: Path, *options: str) -> Told:
        """What the command says of a path. It is stopped after twenty seconds of CPU."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._output.write_bytes(b"")
        order = _Order(("analyze", *options, str(path)), str(self._output))
        self._process.stdin.write(msgspec.json.encode(order).decode() + "\n")
        self._process.stdin.flush()
        code = int(self._process.stdout.readline())
        text = self._output.read_text(encoding="utf-8")
        assert "USED" in text, f"ended by signal {-code}: {text[-500:]}"
        *said, used, mib, seconds = text.split()
        assert used == "USED"
        return Told(code, " ".join(said), int(mib), float(seconds))


@contextmanager
def started() -> Iterator[Program]:
    command = [sys.executable, "-m", "tests.operator.offline.analyses"]
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process,
    ):
        try:
            yield Program(process, Path(folder) / "said")
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
