"""Measures how late the event loop is, and says in the log what held it up.

What is late may have been held up by an input, or may have had no processor: the time in the kernel's run queue tells
these apart, its own and that of a thread that has the interpreter's lock.

A thread looks on. While a regular expression of Python's ``re`` keeps the interpreter's lock it cannot, but it comes
next, and then the loop's thread still stands where the call was made. (``faulthandler.dump_traceback_later`` needs no
lock, and reads frames that change meanwhile: it ended a flooded process with SIGSEGV.)
"""

import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import NamedTuple

import structlog

from casebook_operator import metrics
from casebook_operator.run_queue import run_queues, without_processor

log = structlog.get_logger(__name__)

BEAT = 0.05
"""Seconds between two looks at the clock: more than that nobody's input may hold up the loop."""
BLOCKED = 0.25
"""Seconds of lag that are worth a line in the log. A probe waits for one second."""

CALM_BEAT = 0.25
"""Seconds between two looks while the loop has had next to nothing to do for :data:`_QUIET_BEATS`. To wake up twenty
times a second for nothing took 4 ms of processor each second; four times take one."""
_QUIET_BEATS = 20
_BUSY = 0.05
"""The share of a beat for which a thread has had a processor from which on its loop is not calm."""

_LOOK = 0.1
"""Seconds between two looks of the thread at the last beat; of a calm loop's as many as it beats."""
_FRAMES = 8
"""Innermost frames, and other threads, that are told."""


class Sight(NamedTuple):
    """What the threads of the process did when a beat was late."""

    where: list[str]
    """The innermost frames of the loop's thread, the first of them where it was."""
    beside: list[str]
    """Where other threads were in code of Casebook: one of them may have held the interpreter's lock."""


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
    held_seconds = metrics.LOOP_HELD.labels(component=component)
    loop = asyncio.get_running_loop()
    with _looking_on(threading.get_ident()) as onlooker, run_queues() as look:
        quiet, before = 0, look()
        while True:
            beat = CALM_BEAT if quiet >= _QUIET_BEATS else BEAT
            worked_before = time.thread_time()
            due = loop.time() + beat
            onlooker.beat(beat)
            await asyncio.sleep(beat)
            lag, worked = max(0.0, loop.time() - due), time.thread_time() - worked_before
            quiet = quiet + 1 if worked < beat * _BUSY else 0
            now = look()
            starved = without_processor(lag, worked, before, now)
            before = now
            lag_seconds.observe(lag)
            held_seconds.observe(lag - starved)
            if lag >= BLOCKED:
                seen = onlooker.seen or Sight([], [])
                log.warning(
                    "event_loop_blocked",
                    seconds=round(lag, 2),
                    without_processor=round(starved, 2),
                    where=seen.where,
                    beside=seen.beside,
                )


class _Onlooker:
    """Looks once after each beat that the next one is late for."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self._last = time.monotonic()
        self._beat = BEAT
        self.seen: Sight | None = None
        """What there was to see since the last beat; None when nothing was late, or it was over too soon."""

    def beat(self, seconds: float) -> None:
        """The next one comes in so many seconds."""
        self.seen, self._beat = None, seconds
        self._last = time.monotonic()

    def look_until(self, end: threading.Event) -> None:
        while not end.wait(_LOOK if self._beat <= BEAT else self._beat):
            if self.seen is None and time.monotonic() - self._last > self._beat + BLOCKED:
                self.seen = sight(sys._current_frames(), self._thread)  # noqa: SLF001 - documented, for this purpose


@contextmanager
def _looking_on(thread: int) -> Iterator[_Onlooker]:
    onlooker, end = _Onlooker(thread), threading.Event()
    eyes = threading.Thread(target=onlooker.look_until, args=(end,), name="casebook-loop-watch", daemon=True)
    eyes.start()
    try:
        yield onlooker
    finally:
        end.set()


def sight(frames: Mapping[int, FrameType], thread: int) -> Sight:
    """What there is to see of all threads, the loop's and those beside it.

    Args:
        frames: The innermost frame of each thread, by its identifier (``sys._current_frames``).
        thread: The loop's.
    """
    places = {number: list(_places(frame)) for number, frame in frames.items()}
    others = (its for number, its in places.items() if number not in (thread, threading.get_ident()))
    own = (next((place for place in its if place.startswith("casebook_")), "") for its in others)
    return Sight(places.get(thread, [])[:_FRAMES], [place for place in own if place][:_FRAMES])


def _places(frame: FrameType | None) -> Iterator[str]:
    """The frames of a stack, the innermost first."""
    while frame is not None:
        yield f"{_shortened(frame.f_code.co_filename)}:{frame.f_lineno} in {frame.f_code.co_name}"
        frame = frame.f_back


def _shortened(path: str) -> str:
    """From the package on, whatever folder it is installed in."""
    folders = path.split("/")
    start = next((at for at, folder in enumerate(folders) if folder.startswith("casebook_")), len(folders) - 2)
    return "/".join(folders[max(0, start) :])
