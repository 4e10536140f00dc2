"""How often and when a failure was seen within one episode."""

from datetime import datetime

from casebook_analyzer.models import Signal
from casebook_operator.investigation import Investigation


class Tally:
    """Occurrences of the open episodes, counted once each and restart-proof.

    The same state of the same object may be seen any number of times: by a list at start, by a watch that was cut. An
    occurrence is a (container of a pod, time of its end). After a restart of the operator only what happened after
    the ``lastSeen`` that was written counts as new.
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._last_seen: dict[str, datetime] = {}
        self._origins: dict[str, dict[str, datetime]] = {}
        self._horizon: dict[str, datetime] = {}
        self._changed: set[str] = set()

    def begin(self, investigation: Investigation, *, fresh: bool) -> None:
        """Start counting. ``fresh``: this process has just created it, so that nothing was counted before."""
        if investigation.uid in self._counts:
            return
        self._counts[investigation.uid] = investigation.occurrences
        self._last_seen[investigation.uid] = investigation.last_seen
        self._origins[investigation.uid] = {}
        if not fresh and investigation.occurrences:
            self._horizon[investigation.uid] = investigation.last_seen

    def count(self, uid: str, signal: Signal) -> bool:
        """Count a signal of an episode that was begun. Says whether it was new."""
        origin = signal.origin_key
        known = self._origins[uid].get(origin) or self._horizon.get(uid)
        if known is not None and signal.occurred_at <= known:
            return False
        self._origins[uid][origin] = signal.occurred_at
        self._counts[uid] += 1
        self._last_seen[uid] = max(self._last_seen[uid], signal.occurred_at)
        self._changed.add(uid)
        return True

    def occurrences(self, investigation: Investigation) -> int:
        return max(self._counts.get(investigation.uid, 0), investigation.occurrences)

    def last_seen(self, investigation: Investigation) -> datetime:
        return max(self._last_seen.get(investigation.uid, investigation.last_seen), investigation.last_seen)

    def take_changed(self) -> set[str]:
        """UIDs that were counted since the last call."""
        changed, self._changed = self._changed, set()
        return changed

    def forget(self, uid: str) -> None:
        for memory in (self._counts, self._last_seen, self._origins, self._horizon):
            memory.pop(uid, None)
        self._changed.discard(uid)
