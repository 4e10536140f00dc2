"""How often a failure came back within one episode, as the status of its Investigation keeps it. Pure.

A relapse is an occurrence after the subject was well, or the failure quiet, for the stable time.
"""

from datetime import datetime, timedelta
from typing import Self

import msgspec

from casebook_analyzer.timeline.times import span
from casebook_operator.kube import Object
from casebook_operator.kube.times import parse_time, to_rfc3339
from casebook_operator.kube.values import mapping, number

RECURS = 3
"""Relapses after which nobody expects the next recovery to last: the state is Recurring then."""

PATIENCE = 3
"""Rhythms for which a recurring failure has to stay away until it is over. At a constant rate a gap of three means is
one of twenty (e^-3): an end that comes too early is taken back, and costs two writes."""


class Relapses(msgspec.Struct, frozen=True):
    """The relapses of one episode: how many, and when the first and the last was."""

    count: int = 0
    first: datetime | None = None
    last: datetime | None = None

    @classmethod
    def of(cls, status: Object) -> Self:
        """Those that a status tells of."""
        told = mapping(status, "relapses")
        return cls(number(told, "count"), parse_time(told.get("firstTime")), parse_time(told.get("lastTime")))

    def with_one(self, at: datetime) -> "Relapses":
        """These and one more."""
        return Relapses(self.count + 1, self.first or at, max(at, self.last or at))

    @property
    def recurring(self) -> bool:
        return self.count >= RECURS

    @property
    def every(self) -> timedelta:
        """The mean time from one relapse to the next; zero before the second."""
        if self.first is None or self.last is None or self.count <= 1:
            return timedelta(0)
        return (self.last - self.first) / (self.count - 1)

    def patience(self, stable: timedelta) -> timedelta:
        """For how long the failure has to stay away until it is over. ``stable`` is enough for what does not recur."""
        return max(stable, PATIENCE * self.every) if self.recurring else stable

    def status(self) -> Object:
        """The status field ``relapses``; no field while there was none."""
        if self.first is None or self.last is None:
            return {}
        told = {"count": self.count, "firstTime": to_rfc3339(self.first), "lastTime": to_rfc3339(self.last)}
        if self.recurring:
            every = f"every ~{span(int(self.every.total_seconds()))}"
            told["rhythm"] = f"{every}, {self.count} times since {self.first:%Y-%m-%d %H:%M} UTC"
        return {"relapses": told}
