"""Signals that were handled, so that repeats cost no request, and those that count for another case meanwhile."""

from collections import OrderedDict
from datetime import datetime
from typing import NamedTuple

from casebook_analyzer.models import Signal

REMEMBERED_SIGNALS = 50_000
"""Origins whose last signal is remembered: about 300 bytes each."""

PARKED_SIGNALS = 20_000
"""Signals that are parked at other cases. What does not fit is looked at again when its object changes."""


class ObjectKey(NamedTuple):
    """Where an object can be read again."""

    kind: str
    namespace: str
    name: str


class HandledSignals:
    """The last signal of every origin, and which of these are parked at a case that is not their own."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, datetime] = OrderedDict()
        self._parked: dict[str, dict[str, ObjectKey]] = {}
        self._parked_count = 0

    def knows(self, signal: Signal) -> bool:
        """Whether this very state of this object was handled. It is one look-up, because most of a watch is repeats."""
        return self._last.get(origin_of(signal)) == signal.occurred_at

    def remember(self, signal: Signal) -> None:
        origin = origin_of(signal)
        self._last[origin] = signal.occurred_at
        self._last.move_to_end(origin)
        if len(self._last) > REMEMBERED_SIGNALS:
            self._last.popitem(last=False)

    def park(self, holder: str, signal: Signal, place: ObjectKey) -> None:
        """Park a signal at a holder until that is released: then it may still stand, and need a case of its own."""
        self.remember(signal)
        parked = self._parked.setdefault(holder, {})
        origin = origin_of(signal)
        if origin not in parked and self._parked_count < PARKED_SIGNALS:
            self._parked_count += 1
            parked[origin] = place

    def release(self, holder: str) -> set[ObjectKey]:
        """Forget the signals that are parked at a holder. Returns the objects to look at again."""
        parked = self._parked.pop(holder, {})
        self._parked_count -= len(parked)
        for origin in parked:
            self._last.pop(origin, None)
        return set(parked.values())


def origin_of(signal: Signal) -> str:
    """Where a signal comes from: a container of an object, and what is wrong with it."""
    return f"{signal.origin_key}/{signal.failure_class}"
