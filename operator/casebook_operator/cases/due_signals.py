"""Asks objects for their signals: those that are due are passed on, for the others the object waits in the queue."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec

from casebook_analyzer.models import HoldDuration, Signal
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator import metrics
from casebook_operator.cases.deduplication import Deduplicator
from casebook_operator.cases.delay_queue import DelayQueue
from casebook_operator.cases.growth import Growth
from casebook_operator.cases.handled_signals import ObjectKey, origin_of
from casebook_operator.cases.tellings import Tellings
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.passed_over import passed_over
from casebook_operator.settings import SignalSettings
from casebook_operator.signals import growing_of, signals_of
from casebook_operator.signals.hold_duration import NEVER, due_at, history_from

SECOND_LOOK = timedelta(seconds=5)
"""An object that does not say since when is looked at twice: the time that stands for it may be that of another write,
and what a controller has not got to yet is done by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueSignals:
    """Looks at versions of objects, and passes on the signals that are due."""

    taxonomy: Callable[[], Taxonomy]
    """The one that is in force now."""
    settings: SignalSettings
    delay_queue: DelayQueue
    deduplicator: Deduplicator
    owns: Callable[[str], bool] = lambda _: True
    """Whether the objects of a namespace are looked at here; those of none, where it is empty."""
    growth: Growth = field(default_factory=Growth)
    tellings: Tellings = field(default_factory=Tellings)
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        metrics.WORK_ERRORS.labels(work="signals")  # begins at 0, so that Prometheus sees the first one

    def gone(self, kind: str, obj: Object) -> None:
        """Take a deleted object out of the queue: it cannot show anything any more."""
        self.delay_queue.drop(_place(kind, obj))

    def look(self, kind: str, obj: Object) -> None:
        """Ask a version of an object for its signals, and pass on those that are due."""
        place = _place(kind, obj)
        if not self.owns(place.namespace):
            return
        signals = self._signals(kind, obj)
        if not signals:
            self.delay_queue.drop(place)
            return
        now, dues = self.clock(), {}
        for signal in signals:
            if history_from(signal, self.settings) <= now:
                continue
            due = self._due(signal, place, now)
            if due <= now:
                self.deduplicator.observe(signal, obj, place)
            elif due < NEVER:
                dues[origin_of(signal)] = due
        self.delay_queue.hold(place, dues)

    def _signals(self, kind: str, obj: Object) -> tuple[Signal, ...]:
        with passed_over("signals", kind=kind, name=name_of(obj)):
            grown = (one.signal for one in growing_of(kind, obj) if self.growth.shows(one))
            shown = self.tellings.added_up(obj) if kind == "Event" else obj
            return (*signals_of(kind, shown, self.taxonomy()), *grown)
        return ()

    def _due(self, signal: Signal, place: ObjectKey, now: datetime) -> datetime:
        """From when on a signal may open a case. A state that began in the future has begun by now.

        Where the time of the beginning moves from version to version, the earliest that was seen counts. Only a rollout
        is another one with every version: while something moves, it is not stuck.
        """
        ahead = signal.occurred_at > now
        due = due_at(msgspec.structs.replace(signal, occurred_at=now) if ahead else signal, self.settings)
        if not (ahead or signal.undated) or signal.hold is HoldDuration.NONE:
            return due
        waits = self.delay_queue.dues(place).get(origin_of(signal))
        if waits is None:
            return max(due, now + SECOND_LOOK)
        return due if signal.hold is HoldDuration.ROLLOUT else min(due, waits)


def _place(kind: str, obj: Object) -> ObjectKey:
    return ObjectKey(kind, namespace_of(obj), name_of(obj))
