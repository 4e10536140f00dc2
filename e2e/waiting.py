"""Waiting, and telling the person who waits what is going on."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

_POLL_SECONDS = 0.2
_PROGRESS_SECONDS = 20.0
_TAIL_LINES = 15


def say(text: str) -> None:
    """Tell the person who waits; stdout is for results."""
    print(text, file=sys.stderr, flush=True)


def tail(text: str) -> str:
    """Return the last lines of an output, which mostly hold the reason of a failure."""
    return "\n".join(text.strip().splitlines()[-_TAIL_LINES:])


def until_found(look: Callable[[], T | None], seconds: float, *, every: float = _POLL_SECONDS) -> T | None:
    """Look again and again until there is something; None when there still is nothing after so long."""
    deadline = time.monotonic() + seconds
    while (found := look()) is None and time.monotonic() < deadline:
        time.sleep(every)
    return found


def see_through(child: subprocess.Popen[Any], what: str, *, stop: Callable[[], object]) -> None:
    """Wait for the end of a child, and say now and then that it goes on; an interruption stops it first."""
    start = time.monotonic()
    try:
        while child.returncode is None:
            try:
                child.wait(_PROGRESS_SECONDS)
            except subprocess.TimeoutExpired:
                say(f"  {what}: {time.monotonic() - start:.0f} s")
    except BaseException:
        stop()
        child.wait()
        raise
