"""One process at a time: what several would fetch or build at once is fetched or built by the first."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def alone(file: Path) -> Iterator[None]:
    """Wait for others that hold the same file; look afterwards whether what they made is there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
