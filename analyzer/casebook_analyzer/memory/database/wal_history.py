"""How far a standby is behind, told by where the primary was when.

Positions are bytes of the write-ahead log; times are seconds of this process's own monotonic clock, so that no two
machines have to agree on what time it is. ``pg_last_xact_replay_timestamp()`` grows on a primary that nobody writes to,
and the standby's own idea of what it has received is wrong just when it no longer hears of its primary.
"""

from collections import deque
from itertools import pairwise
from typing import final

KEPT = 1800
"""Positions that are kept: an hour, where one is taken every two seconds."""


@final
class WalHistory:
    """Where a primary was, the oldest position first."""

    def __init__(self) -> None:
        self._positions: deque[tuple[float, int]] = deque(maxlen=KEPT)

    def note(self, now: float, position: int) -> None:
        """Take down where the primary is now. One that is further back than it was is another primary."""
        if self._positions and position < self._positions[-1][1]:
            self._positions.clear()
        self._positions.append((now, position))

    def least(self, now: float, seconds: float) -> int:
        """What a standby must have replayed so as not to be further behind than this.

        While nothing so old is known it is the oldest position there is, and without any every standby will do.
        """
        old = [position for at, position in self._positions if now - at >= seconds]
        return old[-1] if old else self._positions[0][1] if self._positions else 0

    def behind(self, now: float, replayed: int) -> float:
        """How many seconds ago the primary wrote the first thing that the standby lacks; 0 when it has everything.

        At most that: between two positions the time of the earlier one counts. Where even the oldest is lacking, the
        time since then, which is too little.
        """
        if not self._positions or replayed >= self._positions[-1][1]:
            return 0.0
        for (at, position), (_, following) in pairwise(self._positions):
            if position <= replayed < following:
                return now - at
        return now - self._positions[0][0]
