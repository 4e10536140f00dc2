"""How many processors a container lets its process use."""

import os
from math import ceil
from pathlib import Path

_LIMIT = Path("/sys/fs/cgroup/cpu.max")
"""Microseconds of processor, or ``max``, and those of a period (kernel: Documentation/admin-guide/cgroup-v2.rst)."""


def usable_processors(limit: Path = _LIMIT) -> int:
    """Processors that threads of this process get at once, by its affinity and by the limit of its container.

    More threads than that are paused by the kernel until the next period, and those that wait for them as well.
    """
    allowed = len(os.sched_getaffinity(0))
    try:
        quota, period = limit.read_text(encoding="ascii").split()
        return min(allowed, max(1, ceil(int(quota) / int(period))))
    except (OSError, ValueError, ZeroDivisionError):
        return allowed
