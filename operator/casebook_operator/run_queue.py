"""How long a thread stood in line for a processor that others had."""

import contextlib
import os
from collections.abc import Callable, Iterator

_FILE = "/proc/thread-self/schedstat"
"""Three numbers: time on a processor, time in a run queue (both in ns), and how often it ran (Linux,
Documentation/scheduler/sched-stats.rst). It belongs to the thread that opens it."""


@contextlib.contextmanager
def run_queue_seconds() -> Iterator[Callable[[], float]]:
    """A clock of the time for which the calling thread could have run and had no processor, in seconds.

    It stands still where the kernel does not say.
    """
    try:
        file = os.open(_FILE, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        yield lambda: 0.0
        return
    try:
        yield lambda: int(os.pread(file, 100, 0).split()[1]) / 1e9
    finally:
        os.close(file)
