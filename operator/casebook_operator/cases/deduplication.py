"""From signals to Investigations: one for each failure, however many signals it gives."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from weakref import WeakValueDictionary

import msgspec

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import ResolutionKind, Signal, SubjectRef
from casebook_operator import metrics
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.device_relations import takes_device
from casebook_operator.cases.handled_signals import ObjectKey, origin_of
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.opener import CaseOpener
from casebook_operator.cases.overflow import Overflow, overflow_signal, overflow_subject
from casebook_operator.cases.relations import takes_in
from casebook_operator.cases.staleness import Staleness
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import resolution_of
from casebook_operator.investigation.store import NamespaceEndsError
from casebook_operator.kube import Object
from casebook_operator.off_loop import TO_REDACT, computed
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.work import KeyedWork


class SeenSignal(msgspec.Struct, frozen=True):
    """A signal, the object that showed it, and where that can be read again."""

    signal: Signal
    obj: Object
    place: ObjectKey


@dataclass(eq=False, kw_only=True)
class Deduplicator:
    """Decides what a signal is: a repeat, another occurrence, part of another failure, a relapse, or a new case."""

    cases: OpenCases
    opener: CaseOpener
    resolver: SubjectResolver
    correlator: Correlator
    staleness: Staleness
    overflow: Overflow
    pseudonyms: PseudonymsOf
    """They take secrets and control characters out of what becomes part of an Investigation's spec."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._work: KeyedWork[SeenSignal] = KeyedWork(
            "signal", self._handle, concurrency=8, turn=lambda seen: _turn(seen.signal)
        )

    def observe(self, signal: Signal, obj: Object, place: ObjectKey) -> None:
        """Take in a signal, the object that shows it, and where that can be read again. Returns at once.

        A repeat of a state that was handled costs a dictionary look-up.
        """
        metrics.SIGNALS.labels(trigger=signal.trigger).inc()
        if not self.cases.handled.knows(signal):
            self._work.submit(origin_of(signal), SeenSignal(signal, obj, place))

    @property
    def age(self) -> float:
        """For how long the signal that comes next has waited, in seconds."""
        return self._work.age

    async def close(self) -> None:
        await self._work.close()

    async def _handle(self, seen: SeenSignal) -> None:
        subject = await self.resolver.resolve(seen.signal, seen.obj)
        message = await self._sanitized(seen.signal.message, subject.namespace)
        signal = msgspec.structs.replace(seen.signal, message=message)
        # Two stages of one failure, seen at the same moment on two pods, must not open a case each.
        async with self._locks.setdefault(str(subject), asyncio.Lock()):
            await self._decide(signal, subject, seen)

    async def _sanitized(self, message: str, namespace: str) -> str:
        return await computed(TO_REDACT * len(message), self.pseudonyms(namespace).sanitizer.line, message)

    async def _decide(self, signal: Signal, subject: SubjectRef, seen: SeenSignal) -> None:
        latest = self.opener.latest(subject, signal)
        if latest is not None and not latest.resolved:
            self._count(latest, signal)
        elif latest is not None and self._ended_before(latest, signal):
            self.cases.handled.remember(signal)
        elif (home := await self.correlator.home(signal, subject, seen.obj)) is not None:
            self._fold(home, signal, subject, seen.place)
        elif await self.staleness.is_over(signal, seen.obj):
            self.cases.handled.remember(signal)
        elif not self.overflow.admit(subject):
            await self._stand_in(signal, subject, seen.place)
        else:
            await self._open(signal, subject, seen.place)

    def _count(self, case: Investigation, signal: Signal) -> None:
        self.cases.count(case, signal)
        self.cases.handled.remember(signal)

    def _ended_before(self, latest: Investigation, signal: Signal) -> bool:
        """Whether a signal is the end of a closed episode, seen again. One that was closed as explained may go on."""
        if signal.active and resolution_of(latest) == ResolutionKind.EXPLAINED:
            return False
        return signal.occurred_at <= self.cases.counter.last_seen(latest)

    def _fold(self, home: Investigation, signal: Signal, subject: SubjectRef, place: ObjectKey) -> None:
        metrics.FOLDED.labels(trigger=signal.trigger).inc()
        taken = takes_in(home.subject, subject)
        if taken or takes_device(home.signal, signal):
            self.cases.absorb(home, signal, origin=signal.origin_key, name=signal.device or str(signal.origin))
        if not taken:
            self.cases.count(home, signal)
        self.cases.handled.park(home.uid, signal, place)

    async def _open(self, signal: Signal, subject: SubjectRef, place: ObjectKey) -> None:
        try:
            about, of = await self.correlator.devices.together(signal, subject)
            latest = self.opener.latest(of, about)
            case = latest if latest is not None and not latest.resolved else await self.opener.open(about, of)
            if of.device == subject.device:
                self._count(case, signal)
            else:
                self._fold(case, signal, subject, place)
        except NamespaceEndsError:
            self.overflow.give_back(subject)
            self.cases.handled.remember(signal)
        except CasebookError:
            self.overflow.give_back(subject)
            raise

    async def _stand_in(self, signal: Signal, subject: SubjectRef, place: ObjectKey) -> None:
        """Count a case that may not be opened now for the one that stands for all of them."""
        key = self.opener.key(subject, signal)
        self.overflow.add(key, subject, signal.trigger)
        self.cases.handled.park(self.overflow.holder(key), signal, place)
        about = overflow_subject(self.opener.home)
        of = overflow_signal(about, now=self.clock())
        case = self.opener.latest(about, of)
        if case is None or case.resolved:
            case = await self.opener.open(of, about)
        self.cases.count(case, msgspec.structs.replace(of, origin_uid=key))
        self.cases.absorb(case, signal, origin=key, name=str(subject))


def _turn(signal: Signal) -> Turn:
    return Turn(signal.origin.namespace, since=signal.occurred_at.timestamp())
