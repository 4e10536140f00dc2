"""Leaves an endpoint alone that is away. Pure."""

import time
from collections.abc import Callable

FAILURES = 3
"""In a row, before it is left alone."""
FIRST_SECONDS = 15.0
LONGEST_SECONDS = 600.0
"""Somebody who repairs it waits no longer for the next question."""


class Circuit:
    """Open after three failures in a row: for 15 s, and twice as long after each further one, ten minutes at most."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._pause = self._until = 0.0

    @property
    def remaining(self) -> float:
        """For how many seconds nobody is asked; 0 when it is closed."""
        return max(0.0, self._until - self._clock())

    def failed(self, retry_after: float = 0.0) -> None:
        """Take note that the endpoint did not answer. ``retry_after`` is what it asks for, in seconds."""
        self._failures += 1
        if self._failures >= FAILURES:
            self._pause = min(max(2 * self._pause, FIRST_SECONDS), LONGEST_SECONDS)
        self._until = self._clock() + min(max(self._pause, retry_after), LONGEST_SECONDS)

    def went_well(self) -> None:
        """Take note that it answered."""
        self._failures = 0
        self._pause = self._until = 0.0
