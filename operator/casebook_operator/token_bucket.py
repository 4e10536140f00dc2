"""A bound on how often something is done for others, as token buckets: a storm creates a limited number of objects."""

import time
from collections.abc import Callable

from cachetools import LRUCache

SECONDS_A_MINUTE = 60.0
_KEYS = 10_000
"""Of whom use is remembered, about 200 bytes each. Who has been away for longest begins anew."""


class TokenBucket:
    """Up to ``burst`` at once, ``per_minute`` in the long run."""

    def __init__(self, *, per_minute: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_minute / SECONDS_A_MINUTE
        self._burst = float(burst)
        self._clock = clock
        self._tokens = float(burst)
        self._at = clock()

    def take(self) -> bool:
        """Take a token. False when there is none."""
        if self.available < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Put a token back that was taken and not used."""
        self._tokens = min(self._burst, self._tokens + 1)

    @property
    def available(self) -> int:
        """How many whole tokens there are now."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        return int(self._tokens)


class TokenBuckets:
    """A bucket for each namespace or address."""

    def __init__(self, *, per_minute: float, burst: int) -> None:
        self._per_minute = per_minute
        self._burst = burst
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(_KEYS)

    def of(self, key: str) -> TokenBucket:
        """The bucket of one of them; full for one that was not seen lately."""
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(per_minute=self._per_minute, burst=self._burst)
        return self._buckets[key]
