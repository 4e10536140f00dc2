"""Measures how late the event loop is, and says in the log what held it up.

A regular expression of Python's ``re`` keeps the interpreter's lock for as long as it runs, so that no thread written
in Python could look at it meanwhile. ``faulthandler`` writes the stack from a thread that needs no lock.
"""

import asyncio
import faulthandler
import os
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog

from casebook_operator import metrics

log = structlog.get_logger(__name__)

BEAT = 0.05
"""Seconds between two looks at the clock: more than that nobody's input may hold up the loop."""
BLOCKED = 0.25
"""Seconds of lag that are worth a line in the log. A probe waits for one second."""

_FRAMES = 8
"""Innermost frames that are told."""
_STACK_BYTES = 64 * 1024
"""What a pipe holds (pipe(7)); the stacks of further threads are lost."""
_FRAME = re.compile(r'^  File "([^"]{1,4096})", line (\d{1,9}) in (\S{1,512})$', re.MULTILINE)
"""CPython Python/traceback.c, ``dump_frame``."""


@asynccontextmanager
async def watched_loop(component: str) -> AsyncIterator[None]:
    """Watch the running loop until the context ends. ``component`` (``operator`` or ``web``) is the metric's label."""
    watch = asyncio.create_task(_watch(component), name="loop watch")
    try:
        yield
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)


async def _watch(component: str) -> None:
    lag_seconds = metrics.LOOP_LAG.labels(component=component)
    loop, thread = asyncio.get_running_loop(), threading.get_ident()
    with _stacks() as (write, read):
        while True:
            due = loop.time() + BEAT
            faulthandler.dump_traceback_later(BEAT + BLOCKED, file=write)
            await asyncio.sleep(BEAT)
            lag = max(0.0, loop.time() - due)
            lag_seconds.observe(lag)
            written = _read(read)
            if lag >= BLOCKED:
                where, beside = innermost(written, thread), busy_beside(written, thread)
                log.warning("event_loop_blocked", seconds=round(lag, 2), where=where, beside=beside)


def innermost(stacks: str, thread: int) -> list[str]:
    """The innermost frames of one thread, the first of them where it was, of stacks as ``faulthandler`` writes them.

    Empty when the thread is not among them, as when it was held up only once they had been written.
    """
    _, _, its = stacks.partition(f"0x{thread:016x}")
    own = its.partition("\n\n")[0]
    return [f"{_shortened(path)}:{line} in {name}" for path, line, name in _FRAME.findall(own)[:_FRAMES]]


def busy_beside(stacks: str, thread: int) -> list[str]:
    """Where other threads were in code of Casebook: one of them may have held the interpreter's lock.

    Such is a regular expression that takes long; the loop then waits wherever it happens to be.
    """
    its = f"0x{thread:016x}"
    others = (stack for stack in stacks.split("\n\n") if its not in stack.partition("\n")[0])
    return [place for stack in others if (place := _innermost_own(stack))][:_FRAMES]


def _innermost_own(stack: str) -> str:
    frames = (f"{_shortened(path)}:{line} in {name}" for path, line, name in _FRAME.findall(stack))
    return next((frame for frame in frames if frame.startswith("casebook_")), "")


def _shortened(path: str) -> str:
    """From the package on, whatever folder it is installed in."""
    folders = path.split("/")
    start = next((at for at, folder in enumerate(folders) if folder.startswith("casebook_")), len(folders) - 2)
    return "/".join(folders[max(0, start) :])


@contextmanager
def _stacks() -> Iterator[tuple[int, int]]:
    """A pipe, as the root file system may be read-only. Neither end ever waits."""
    read, write = os.pipe()
    try:
        for end in (read, write):
            os.set_blocking(end, False)
        yield write, read
    finally:
        faulthandler.cancel_dump_traceback_later()
        os.close(write)
        os.close(read)


def _read(pipe: int) -> str:
    try:
        return os.read(pipe, _STACK_BYTES).decode(errors="replace")
    except BlockingIOError:
        return ""
