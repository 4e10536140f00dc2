"""From signals to Investigations: one for each subject, failure class and episode."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.models import Signal
from casebook_operator import metrics
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.names import case_key
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import Object
from casebook_operator.settings import ClusterSettings
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

REMEMBERED_SIGNALS = 50_000
"""Origins whose last signal is remembered, to skip repeats without a request: about 300 bytes each."""


class Sighting(msgspec.Struct, frozen=True):
    """A signal and the object that showed it."""

    signal: Signal
    obj: Object


class Intake:
    """Decides what a signal is: a repeat, another occurrence, a relapse, or a new case."""

    def __init__(
        self,
        *,
        cluster: ClusterSettings,
        resolver: SubjectResolver,
        store: InvestigationStore,
        ledger: Ledger,
        tally: Tally,
        clean: Callable[[str], str],
    ) -> None:
        """``clean`` takes secrets and control characters out of what becomes part of an Investigation's spec."""
        self._cluster = cluster
        self._resolver = resolver
        self._store = store
        self._ledger = ledger
        self._tally = tally
        self._clean = clean
        self._handled: OrderedDict[str, datetime] = OrderedDict()
        self._work: KeyedWork[Sighting] = KeyedWork("signal", self._handle, concurrency=8)

    def observe(self, signal: Signal, obj: Object) -> None:
        """Take a signal in. Returns at once; repeats of a state that was handled cost a dictionary look-up."""
        metrics.SIGNALS.labels(trigger=signal.trigger).inc()
        origin = _origin(signal)
        if self._handled.get(origin) != signal.occurred_at:
            self._work.submit(origin, Sighting(signal, obj))

    async def close(self) -> None:
        await self._work.close()

    async def _handle(self, sighting: Sighting) -> None:
        signal = msgspec.structs.replace(sighting.signal, message=self._clean(sighting.signal.message))
        subject = await self._resolver.resolve(signal, sighting.obj)
        key = case_key(self._cluster.name, subject, signal.failure_class)
        namespace = subject.namespace or self._cluster.namespace
        latest = self._ledger.latest(namespace, key)
        if latest is None:
            latest = await self._open(manifest(signal, subject, key=key, episode=1, namespace=namespace), signal)
        elif latest.resolved:
            if signal.occurred_at <= self._tally.last_seen(latest):
                self._remember(signal)
                return  # the end of the last episode, seen again
            episode = latest.episode + 1
            latest = await self._open(manifest(signal, subject, key=key, episode=episode, namespace=namespace), signal)
        self._tally.begin(latest, fresh=False)
        self._tally.count(latest.uid, signal)
        self._remember(signal)

    async def _open(self, body: Object, signal: Signal) -> Investigation:
        investigation = await self._store.create(body)
        fresh = not investigation.status
        if fresh and self._ledger.get(investigation.uid) is None:
            metrics.OPENED.labels(trigger=signal.trigger).inc()
            metrics.DETECTION_SECONDS.observe(max(0.0, (datetime.now(UTC) - signal.occurred_at).total_seconds()))
            log.info("opened", investigation=investigation.name, namespace=investigation.namespace)
        if self._ledger.get(investigation.uid) is None:
            self._ledger.put(investigation)
        self._tally.begin(investigation, fresh=fresh)
        return investigation

    def _remember(self, signal: Signal) -> None:
        origin = _origin(signal)
        self._handled[origin] = signal.occurred_at
        self._handled.move_to_end(origin)
        if len(self._handled) > REMEMBERED_SIGNALS:
            self._handled.popitem(last=False)


def _origin(signal: Signal) -> str:
    return f"{signal.origin_key}/{signal.failure_class}"
