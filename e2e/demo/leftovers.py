"""Ends what an earlier demo has left running: its operator and its database, and nothing else."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

STOP_SECONDS = 15.0


def stop_recorded(directory: Path) -> None:
    """Stop the operator and the database of a demo directory, if they run.

    A process id may have been given to somebody else since: only a process whose command line names what was
    recorded is stopped.
    """
    _stop(_read(directory / "operator.pid"), "casebook_operator", signal.SIGTERM)
    _stop(_read(directory / "pg" / "data" / "postmaster.pid"), str(directory / "pg"), signal.SIGINT)


def _read(path: Path) -> int | None:
    try:
        return int(path.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None


def _stop(pid: int | None, word: str, number: signal.Signals) -> None:
    if pid is None or not _is(pid, word):
        return
    os.kill(pid, number)
    deadline = time.monotonic() + STOP_SECONDS
    while _is(pid, word):
        if time.monotonic() > deadline:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            return
        time.sleep(0.1)


def _is(pid: int, word: str) -> bool:
    try:
        process = Path("/proc") / str(pid)
        if (process / "stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return False
        return word in (process / "cmdline").read_text().replace("\0", " ")
    except OSError:
        return False
