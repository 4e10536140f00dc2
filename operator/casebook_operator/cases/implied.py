"""Looks at the Services that open cases show to be broken, until they have endpoints again or need a case.

Services are not watched: there are many, and one without endpoints hurts nobody until somebody calls it. A caller that
fails has a case whose status names the Service. The statuses are read again and again, so that a restart loses only the
time that was waited.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from casebook_analyzer.models import Signal, SubjectRef
from casebook_operator.cases.backing import backing_of
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import Named, name_of
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.settings import SignalSettings
from casebook_operator.signals.hold_duration import due_at
from casebook_operator.signals.services import ServiceBacking, service_signal
from casebook_operator.work import KeyedWork

SWEEP_SECONDS = 2.0
"""How often the open cases are asked which Services they name. It costs no request."""

LOOK_AGAIN = timedelta(seconds=15)
"""Between two looks at a Service that has no case yet: two or three small requests each."""

CONCURRENT_LOOKS = 2
MAX_NAMES = 3
"""Callers that a signal names."""

_NAMESAKES = ("Deployment", "StatefulSet", "DaemonSet")

Observe = Callable[[Signal, Object, ObjectKey], None]


class Suspect(msgspec.Struct, frozen=True):
    """A Service, and the open cases whose evidence shows it to be broken."""

    service: Named
    callers: tuple[Investigation, ...]


@dataclass(eq=False, kw_only=True)
class ImpliedServices:
    """Opens the cases of Services that fail their callers."""

    kube: ObjectReader
    index: InvestigationIndex
    observe: Observe
    """Takes in a signal that is due, which is folded, counted and capped as any other."""
    hold_durations: SignalSettings
    is_told: Callable[[Named], bool] = lambda _: False
    """Whether the head of an outage stands for a Service already."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._since: dict[Named, datetime] = {}
        self._next: dict[Named, datetime] = {}
        self._cleared: dict[Named, frozenset[str]] = {}
        """UIDs of the cases that failed for something else than this Service, or for what has passed."""
        self._work: KeyedWork[Suspect] = KeyedWork(
            "service", self.look, concurrency=CONCURRENT_LOOKS, turn=lambda suspect: Turn(suspect.service[1])
        )

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for suspect in self.due():
                self._work.submit("/".join(suspect.service), suspect)

    async def close(self) -> None:
        await self._work.close()

    def due(self) -> list[Suspect]:
        """The Services to look at now. Those that no open case names any more are forgotten."""
        now = self.clock()
        named = {service: self._suspicious(service) for service in self.index.broken_services()}
        self._cleared = {service: uids for service, uids in self._cleared.items() if service in named}
        for memory in (self._since, self._next):
            for service in [service for service in memory if not named.get(service)]:
                del memory[service]
        return [
            Suspect(service, callers)
            for service, callers in named.items()
            if callers and self._next.get(service, now) <= now and not self._has_case(service)
        ]

    async def look(self, suspect: Suspect) -> None:
        """Read a Service, and report a signal once it has had nobody behind it for the hold duration.

        Raises:
            ClusterUnavailableError: The API server does not answer.
        """
        now = self.clock()
        self._next[suspect.service] = now + LOOK_AGAIN
        try:
            obj, backing = await self._read(suspect)
        except ApiStatusError as error:
            if error.retryable:
                raise
            backing = None  # whoever may not read it cannot tell
        signal = None
        if backing is not None:
            since = self._since.setdefault(suspect.service, now)
            signal = service_signal(obj, backing, since=since, callers=_names(suspect))
        if signal is None:
            known = self._cleared.get(suspect.service, frozenset())
            self._cleared[suspect.service] = known.union(case.uid for case in suspect.callers)
            return
        due = due_at(signal, self.hold_durations)
        if due <= now:
            self.observe(signal, obj, ObjectKey(*suspect.service))
        else:
            self._next[suspect.service] = min(due, now + LOOK_AGAIN)

    def _suspicious(self, service: Named) -> tuple[Investigation, ...]:
        cleared = self._cleared.get(service, frozenset())
        return tuple(case for case in self.index.callers(service) if case.open and case.uid not in cleared)

    def _has_case(self, service: Named) -> bool:
        kind, namespace, name = service
        subject = SubjectRef(kind=kind, namespace=namespace, name=name)
        return bool(self.index.failing(subject)) or self.is_told(service)

    async def _read(self, suspect: Suspect) -> tuple[Object, ServiceBacking | None]:
        kind, namespace, name = suspect.service
        found = await self._there(*suspect.service)
        if found is not None:
            return found | {"kind": kind}, await backing_of(self.kube, found)
        absent: Object = {"kind": kind, "metadata": {"namespace": namespace, "name": name}}
        return absent, ServiceBacking(exists=False) if await self._is_meant(suspect.service) else None

    async def _is_meant(self, service: Named) -> bool:
        """Whether a Service that does not exist should. A name that one workload alone uses is its own mistake."""
        _, namespace, name = service
        near = {name_of(case.subject) for case in self.index.callers(service) if case.namespace == namespace}
        if len(near) > 1:
            return True
        for kind in _NAMESAKES:
            if await self._there(kind, namespace, name) is not None:
                return True
        return False

    async def _there(self, kind: str, namespace: str, name: str) -> Object | None:
        try:
            return await self.kube.get(paths.item(kind, namespace, name))
        except ApiStatusError as error:
            if error.not_found:
                return None
            raise


def _names(suspect: Suspect) -> list[str]:
    """The callers, for whoever reads the case of the Service: of other namespaces no more than that there are some."""
    namespace = suspect.service[1]
    near = sorted({str(case.subject) for case in suspect.callers if case.namespace == namespace})
    return near[:MAX_NAMES] or ["a workload of another namespace"]
