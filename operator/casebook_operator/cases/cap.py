"""How many Investigations may be opened: a token bucket, so that a storm costs a bounded number of objects."""

import time
from collections.abc import Callable

SECONDS_A_MINUTE = 60.0


class TokenBucket:
    """Up to ``burst`` at once, ``per_minute`` in the long run."""

    def __init__(self, *, per_minute: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_minute / SECONDS_A_MINUTE
        self._burst = float(burst)
        self._clock = clock
        self._tokens = float(burst)
        self._at = clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        if self.available < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """What was taken was not used."""
        self._tokens = min(self._burst, self._tokens + 1)

    @property
    def available(self) -> int:
        """Whole tokens there are now."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        return int(self._tokens)
