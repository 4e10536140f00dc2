"""Signals that were handled: repeats are recognised without a request, and what another case took is given back."""

from collections import OrderedDict
from datetime import datetime
from typing import NamedTuple

from casebook_analyzer.models import Signal

REMEMBERED_SIGNALS = 50_000
"""Origins whose last signal is remembered: about 300 bytes each."""

PARKED_SIGNALS = 20_000
"""Signals that are parked at other cases. What does not fit is looked at again when its object changes."""


class Place(NamedTuple):
    """Where an object can be read again."""

    kind: str
    namespace: str
    name: str


class Handled:
    """The last signal of every origin, and which of them count for a case that is not their own."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, datetime] = OrderedDict()
        self._parked: dict[str, dict[str, Place]] = {}
        self._parked_count = 0

    def knows(self, signal: Signal) -> bool:
        """Whether this state of this object was handled. Costs one look-up: most of what a watch tells is a repeat."""
        return self._last.get(origin_of(signal)) == signal.occurred_at

    def remember(self, signal: Signal) -> None:
        origin = origin_of(signal)
        self._last[origin] = signal.occurred_at
        self._last.move_to_end(origin)
        if len(self._last) > REMEMBERED_SIGNALS:
            self._last.popitem(last=False)

    def park(self, holder: str, signal: Signal, place: Place) -> None:
        """Remember a signal until its holder lets go of it: then it may still stand, and need a case of its own."""
        self.remember(signal)
        parked = self._parked.setdefault(holder, {})
        origin = origin_of(signal)
        if origin not in parked and self._parked_count < PARKED_SIGNALS:
            self._parked_count += 1
            parked[origin] = place

    def release(self, holder: str) -> set[Place]:
        """Forget what was parked at a holder, and say where to look for it again."""
        parked = self._parked.pop(holder, {})
        self._parked_count -= len(parked)
        for origin in parked:
            self._last.pop(origin, None)
        return set(parked.values())


def origin_of(signal: Signal) -> str:
    """Where a signal comes from: a container of an object, and what is wrong with it."""
    return f"{signal.origin_key}/{signal.failure_class}"
