"""From signals to Investigations: one for each failure, whatever it shows itself by."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from weakref import WeakValueDictionary

import msgspec
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import ResolutionKind, Signal, SubjectRef
from casebook_operator import metrics
from casebook_operator.cases.folding import Folding
from casebook_operator.cases.handled import Handled, Place, origin_of
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.overflow import Overflow, overflow_signal, overflow_subject
from casebook_operator.cases.past import Past
from casebook_operator.cases.relations import takes_in
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.blame import resolution_of
from casebook_operator.investigation.names import case_key
from casebook_operator.investigation.store import InvestigationStore, NamespaceEndsError
from casebook_operator.kube import Object
from casebook_operator.settings import ClusterSettings
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)


class Sighting(msgspec.Struct, frozen=True):
    """A signal, the object that showed it, and where that can be read again."""

    signal: Signal
    obj: Object
    place: Place


class Intake:
    """Decides what a signal is: a repeat, another occurrence, part of another failure, a relapse, or a new case."""

    def __init__(
        self,
        *,
        cluster: ClusterSettings,
        resolver: SubjectResolver,
        folding: Folding,
        past: Past,
        store: InvestigationStore,
        ledger: Ledger,
        tally: Tally,
        roll: Roll,
        overflow: Overflow,
        handled: Handled,
        clean: Callable[[str], str],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """``clean`` takes secrets and control characters out of what becomes part of an Investigation's spec."""
        self._cluster = cluster
        self._resolver = resolver
        self._folding = folding
        self._past = past
        self._store = store
        self._ledger = ledger
        self._tally = tally
        self._roll = roll
        self._overflow = overflow
        self._handled = handled
        self._clean = clean
        self._clock = clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._work: KeyedWork[Sighting] = KeyedWork("signal", self._handle, concurrency=8)

    def observe(self, signal: Signal, obj: Object, place: Place) -> None:
        """Take a signal in. Returns at once; repeats of a state that was handled cost a dictionary look-up."""
        metrics.SIGNALS.labels(trigger=signal.trigger).inc()
        if not self._handled.knows(signal):
            self._work.submit(origin_of(signal), Sighting(signal, obj, place))

    async def close(self) -> None:
        await self._work.close()

    async def _handle(self, sighting: Sighting) -> None:
        signal = msgspec.structs.replace(sighting.signal, message=self._clean(sighting.signal.message))
        subject = await self._resolver.resolve(signal, sighting.obj)
        # Two stages of one failure, seen at the same moment on two pods, must not open a case each.
        async with self._locks.setdefault(str(subject), asyncio.Lock()):
            await self._decide(signal, subject, sighting)

    async def _decide(self, signal: Signal, subject: SubjectRef, sighting: Sighting) -> None:
        latest = self._ledger.latest(self._namespace(subject), self._key(subject, signal))
        if latest is not None and not latest.resolved:
            self._count(latest, signal)
        elif latest is not None and self._ended_before(latest, signal):
            self._handled.remember(signal)
        elif (home := await self._folding.home(signal, subject, sighting.obj)) is not None:
            self._fold(home, signal, subject, sighting.place)
        elif await self._past.is_over(signal, sighting.obj):
            self._handled.remember(signal)
        elif not self._overflow.admit(subject):
            await self._stand_in(signal, subject, sighting.place)
        else:
            await self._open(signal, subject, latest.episode + 1 if latest else 1)

    def _count(self, case: Investigation, signal: Signal) -> None:
        self._tally.begin(case, fresh=False)
        self._tally.count(case.uid, signal)
        self._handled.remember(signal)

    def _namespace(self, subject: SubjectRef) -> str:
        return subject.namespace or self._cluster.namespace

    def _key(self, subject: SubjectRef, signal: Signal) -> str:
        return case_key(self._cluster.name, subject, signal.failure_class)

    def _ended_before(self, latest: Investigation, signal: Signal) -> bool:
        """Whether a signal is the end of a closed episode, seen again. One that was closed as explained may go on."""
        if signal.active and resolution_of(latest) == ResolutionKind.EXPLAINED:
            return False
        return signal.occurred_at <= self._tally.last_seen(latest)

    def _fold(self, home: Investigation, signal: Signal, subject: SubjectRef, place: Place) -> None:
        metrics.FOLDED.labels(trigger=signal.trigger).inc()
        if takes_in(home.subject, subject):
            self._roll.add(home, signal, origin=signal.origin_key, name=str(signal.origin), now=self._clock())
        else:
            self._tally.begin(home, fresh=False)
            self._tally.count(home.uid, signal)
        self._handled.park(home.uid, signal, place)

    async def _open(self, signal: Signal, subject: SubjectRef, episode: int) -> None:
        try:
            self._count(await self._create(signal, subject, episode), signal)
        except NamespaceEndsError:
            self._overflow.give_back(subject)
            self._handled.remember(signal)
        except CasebookError:
            self._overflow.give_back(subject)
            raise

    async def _create(self, signal: Signal, subject: SubjectRef, episode: int) -> Investigation:
        now = self._clock()
        signal = msgspec.structs.replace(signal, occurred_at=min(signal.occurred_at, now))
        key, namespace = self._key(subject, signal), self._namespace(subject)
        body = manifest(signal, subject, key=key, episode=episode, namespace=namespace)
        investigation = await self._store.create(body)
        fresh = not investigation.status
        if self._ledger.get(investigation.uid) is None:
            if fresh:
                metrics.OPENED.labels(trigger=signal.trigger).inc()
                metrics.DETECTION_SECONDS.observe((now - signal.occurred_at).total_seconds())
                log.info("opened", investigation=investigation.name, namespace=investigation.namespace)
            self._ledger.put(investigation)
        self._tally.begin(investigation, fresh=fresh)
        return investigation

    async def _stand_in(self, signal: Signal, subject: SubjectRef, place: Place) -> None:
        """Count a case that may not be opened now for the one that stands for all of them."""
        key = self._key(subject, signal)
        self._overflow.add(key, signal.trigger)
        self._handled.park(self._overflow.holder(key), signal, place)
        now = self._clock()
        about = overflow_subject(self._cluster.namespace)
        of = overflow_signal(about, now=now)
        case = self._ledger.latest(about.namespace, self._key(about, of))
        if case is None or case.resolved:
            case = await self._create(of, about, case.episode + 1 if case else 1)
        self._tally.begin(case, fresh=False)
        self._tally.count(case.uid, msgspec.structs.replace(of, origin_uid=key))
        self._roll.add(case, signal, origin=key, name=str(subject), now=now)
