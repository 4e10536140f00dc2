"""How much is done at once, learned from how it goes: additive increase, multiplicative decrease.

That is how TCP finds out what a path can take (RFC 5681, 3.1), and Netflix what a server can take that one of its
clients calls (github.com/Netflix/concurrency-limits, ``AIMDLimit``). Several clients that do so get equal shares (Chiu
and Jain, 1989). What bounds the number at once follows the latency by itself: a server that takes twice as long is
asked half as often.
"""

import time
from collections.abc import Callable

_DECREASE = 0.5
"""RFC 5681: half of what was in flight."""

_ROUND_SECONDS = 1.0
"""Answers within this time are of one and the same overload, and count once. API Priority and Fairness asks for a
second of patience (k8s.io/apiserver, ``Retry-After: 1``)."""

LONGEST_PAUSE_SECONDS = 30.0
"""No server keeps Casebook away for longer at a time, whatever it asks for."""


class AdaptiveLimit:
    """A number between one and ``most``, half as large after each overload, one larger when as many went well."""

    def __init__(self, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(most)
        self._limit = float(most)
        self._clock = clock
        self._same_round_until = 0.0
        self._not_before = 0.0

    @property
    def learned(self) -> int:
        """How many may be at work at once."""
        return int(self._limit)

    @property
    def now(self) -> int:
        """How many may be at work now: none before the time that a server has asked for."""
        return self.learned if self._clock() >= self._not_before else 0

    def went_well(self) -> None:
        """Take note that one was done."""
        self._limit = min(self._most, self._limit + 1 / self._limit)

    def overloaded(self, retry_after: float) -> float:
        """Take note that one could not be done because of a server. Returns for how long nothing may begin, in seconds.

        ``retry_after`` is what the server asks for; 0 when it says nothing.
        """
        now, pause = self._clock(), min(retry_after, LONGEST_PAUSE_SECONDS)
        self._not_before = max(self._not_before, now + pause)
        if now >= self._same_round_until:
            self._limit = max(1.0, self._limit * _DECREASE)
            self._same_round_until = now + _ROUND_SECONDS
        return pause
