"""How often and when a failure was seen within one episode."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import Signal
from casebook_operator.investigation import Investigation

_SAME_LINE = timedelta(seconds=5)
"""A kernel line about a device is told twice: in a condition with the time of the line, in an Event with that of its
writing (node-problem-detector reads lines as they come, and writes conditions every second)."""


class OccurrenceCounter:
    """Counts the occurrences of open episodes, each once, also after a restart.

    The same state of the same object may be seen any number of times: by a list at start, by a watch that was cut. An
    occurrence is a (container of a pod, time of its end). After a restart of the operator only what happened after
    the ``lastSeen`` that was written counts as new. A time that is still to come, by the clock of another machine, is
    counted as now.
    """

    def __init__(self, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._counts: dict[str, int] = {}
        self._last_seen: dict[str, datetime] = {}
        self._origins: dict[str, dict[str, datetime]] = {}
        self._horizon: dict[str, datetime] = {}
        self._changed: set[str] = set()

    def begin(self, investigation: Investigation, *, fresh: bool) -> None:
        """Start counting an episode. ``fresh`` says that it was created just now, so nothing was counted before."""
        if investigation.uid in self._counts:
            return
        self._counts[investigation.uid] = investigation.occurrences
        self._last_seen[investigation.uid] = investigation.last_seen
        self._origins[investigation.uid] = {}
        if not fresh and investigation.occurrences:
            self._horizon[investigation.uid] = investigation.last_seen

    def count(self, uid: str, signal: Signal) -> bool:
        """Count a signal of an episode. Says whether it was new.

        Raises:
            KeyError: :meth:`begin` was not called for this episode.
        """
        now = self._clock()
        if not self._is_new(uid, signal, now):
            return False
        self._counts[uid] += 1
        self._last_seen[uid] = max(self._last_seen[uid], min(signal.occurred_at, now))
        self._changed.add(uid)
        return True

    def _is_new(self, uid: str, signal: Signal, now: datetime) -> bool:
        origins, origin = self._origins[uid], signal.origin_key
        known = origins.get(origin)
        if known is not None and (signal.undated or signal.occurred_at <= known + _told_within(signal)):
            return False
        origins[origin] = signal.occurred_at
        horizon = self._horizon.get(uid)
        if horizon is None:
            return True
        if signal.occurred_at <= horizon:
            return False
        return known is not None or (signal.occurred_at <= now and not signal.undated)

    def occurrences(self, investigation: Investigation) -> int:
        return max(self._counts.get(investigation.uid, 0), investigation.occurrences)

    def last_seen(self, investigation: Investigation) -> datetime:
        return max(self._last_seen.get(investigation.uid, investigation.last_seen), investigation.last_seen)

    def origins(self, uid: str) -> tuple[str, ...]:
        """The origins of all signals that this process has counted for an episode."""
        return tuple(self._origins.get(uid, ()))

    def take_changed(self) -> set[str]:
        """The UIDs of the episodes for which something was counted since the last call."""
        changed, self._changed = self._changed, set()
        return changed

    def forget(self, uid: str) -> None:
        for memory in (self._counts, self._last_seen, self._origins, self._horizon):
            memory.pop(uid, None)
        self._changed.discard(uid)


def _told_within(signal: Signal) -> timedelta:
    return _SAME_LINE if signal.device else timedelta(0)
