"""When the status of a head follows those that hang on it: an outage of hundreds is not one write for each few."""

from collections.abc import Collection
from datetime import datetime, timedelta

import msgspec

from casebook_operator.kube import Object

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(seconds=60)
"""Between two writes of a head while others join it or leave. Each pause is twice as long as the one before, so that
three minutes of joining are seven writes, and no count is older than a minute. It ends early when nobody has joined or
left for half of it: half a minute after that every count is exact."""

CALM = 2 * LONGEST_PAUSE
"""After so long without a write the pauses begin again with the first: who comes alone is counted at once."""


class _Told(msgspec.Struct):
    """What the status of a head says, and what it should say."""

    wanted: Object
    wanted_since: datetime
    written: Object | None = None
    """None before the first write of this process. After a restart that tells what has changed meanwhile."""
    written_at: datetime | None = None
    pause: timedelta = FIRST_PAUSE


class HeadPace:
    """Remembers of each head what was written. What it forgets with a restart costs one write."""

    def __init__(self) -> None:
        self._heads: dict[str, _Told] = {}

    def want(self, uid: str, wanted: Object, now: datetime) -> None:
        """Note what the status of a head should say."""
        told = self._heads.setdefault(uid, _Told(wanted, now))
        if told.wanted != wanted:
            told.wanted, told.wanted_since = wanted, now

    def is_due(self, uid: str, now: datetime, *, over: bool = False) -> bool:
        """Whether to write one that is behind now. The status of a head that is ``over`` waits for nobody any more."""
        told = self._heads[uid]
        if over or told.written_at is None:
            return True
        last = max(told.written_at, told.wanted_since)
        return now - told.written_at >= told.pause or now - last >= told.pause / 2

    def wrote(self, uid: str, now: datetime) -> None:
        """Note that the status was written as wanted."""
        told = self._heads[uid]
        calm = told.written_at is None or now - told.written_at >= CALM
        told.pause = FIRST_PAUSE if calm else min(2 * told.pause, LONGEST_PAUSE)
        told.written, told.written_at = told.wanted, now

    def wanted(self, uid: str) -> Object:
        return self._heads[uid].wanted

    def behind(self) -> list[str]:
        """The UIDs of the heads whose status does not say yet what it should."""
        return [uid for uid, told in self._heads.items() if told.wanted and told.wanted != told.written]

    def keep(self, uids: Collection[str]) -> None:
        """Forget all heads but these."""
        self._heads = {uid: told for uid, told in self._heads.items() if uid in uids}
