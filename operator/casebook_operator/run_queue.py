"""How long threads stood in line for a processor that other processes had."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple, final

_TASKS = "/proc/self/task"
_FILE = _TASKS + "/{}/schedstat"
"""Three numbers: time on a processor, time in a run queue (both in ns), and how often it ran (Linux,
Documentation/scheduler/sched-stats.rst)."""


class Waited(NamedTuple):
    """For how long threads could have run and had no processor, in seconds since they began."""

    own: float
    """The thread that asks."""
    others: Mapping[str, float]
    """The others of this process, by their identifiers."""


def without_processor(lag: float, worked: float, before: Waited, after: Waited) -> float:
    """How much of a lag is due to a lack of processors, in seconds.

    What a thread neither ``worked`` nor waited in the run queue it stood for the interpreter's lock, or for the system.
    As far as one of the others had no processor meanwhile, that one may have had the lock.
    """
    own = after.own - before.own
    others = (waited - before.others[thread] for thread, waited in after.others.items() if thread in before.others)
    rest = max(0.0, lag - own - worked)
    return min(lag, own + min(rest, max(others, default=0.0)))


@contextmanager
def run_queues() -> Iterator[Callable[[], Waited]]:
    """A look at the run queue, for the calling thread. All is 0 where the kernel does not say."""
    threads = _Threads()
    try:
        yield threads.look
    finally:
        threads.close()


@final
class _Threads:
    """Keeps their files open: to read one takes 2 us."""

    def __init__(self) -> None:
        self._own = str(threading.get_native_id())
        self._files: dict[str, int] = {}

    def look(self) -> Waited:
        """As it is now."""
        try:
            here = set(os.listdir(_TASKS))  # noqa: PTH208 - in the event loop, some 20 times a second
        except OSError:
            return Waited(0.0, {})
        for gone in self._files.keys() - here:
            os.close(self._files.pop(gone))
        found: dict[str, float] = {}
        for thread in here:
            with suppress(OSError, IndexError):  # it has ended meanwhile, or the kernel does not say
                found[thread] = self._waited(thread)
        return Waited(found.pop(self._own, 0.0), found)

    def close(self) -> None:
        for file in self._files.values():
            os.close(file)

    def _waited(self, thread: str) -> float:
        if thread not in self._files:
            self._files[thread] = os.open(_FILE.format(thread), os.O_RDONLY | os.O_CLOEXEC)
        return int(os.pread(self._files[thread], 100, 0).split()[1]) / 1e9
