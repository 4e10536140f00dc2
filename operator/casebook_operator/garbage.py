"""What lives to the end of the process, and when the garbage collector looks at it: never.

Modules and what they made are 170,000 objects, and garbage of theirs is less than 1 MiB. To look at all of them took
100 to 350 ms, now and then, while the event loop stood still (``docs/benchmarks.md``), and a quarter of a second in all
while they were imported (CPython's documentation of ``gc.freeze``).
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def importing() -> Iterator[None]:
    """Nothing that is made in this block is looked at, then or later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def settle(*, first: bool) -> None:
    """Take what lives to the end out of the collector's sight.

    Unless this is the ``first`` time, what an earlier life has left is taken out of memory before.
    """
    if not first:
        gc.unfreeze()
        gc.collect()
    gc.freeze()
