"""One program of a lane: its output goes to the lane's log, and whatever ends us ends it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from e2e.cluster.process import served_by
from tools.lanes.lane import Priority

_GRACE_SECONDS = 60.0
"""After Ctrl-C pytest still stops what its fixtures started; a cluster is stopped within seconds."""

_GROUP_SECONDS = 10.0
"""What is left of it then, such as workers that still stop their PostgreSQL."""


async def run(argv: Sequence[str], environment: Mapping[str, str], log: Path, priority: Priority) -> int:
    """Run a program to its end and return its code.

    Ctrl-C reaches only us, because the program is in a session of its own: it gets the same signal from here.
    """
    with log.open("ab") as sink:
        child = await asyncio.create_subprocess_exec(
            "nice",
            "-n",
            str(priority.value),
            *argv,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=sink,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
    served_by(child.pid, os.getpriority(os.PRIO_PROCESS, 0) + priority.value)
    try:
        return await child.wait()
    finally:
        if child.returncode is None:
            await _stop(child)
        await _end_group(child.pid)


async def _stop(child: asyncio.subprocess.Process) -> None:
    child.send_signal(signal.SIGINT)
    try:
        async with asyncio.timeout(_GRACE_SECONDS):
            await child.wait()
    except TimeoutError:
        child.kill()
        await child.wait()


async def _end_group(group: int) -> None:
    """Wait for what the program started in its own group. Workers of pytest write over their environment: no mark."""
    deadline = time.monotonic() + _GROUP_SECONDS
    try:
        while time.monotonic() < deadline:
            os.killpg(group, 0)
            await asyncio.sleep(0.1)
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
