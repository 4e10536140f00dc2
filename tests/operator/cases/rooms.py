"""A deduplicator with everything around it, on an API server of plain dictionaries."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from casebook_analyzer.models import Signal
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.deduplication import Deduplicator
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.episodes import Episodes
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.implied import ImpliedServices
from casebook_operator.cases.inhibition import Inhibitor
from casebook_operator.cases.links import Links
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.opener import CaseOpener
from casebook_operator.cases.overflow import Overflow
from casebook_operator.cases.reopening import Reopening
from casebook_operator.cases.staleness import Staleness
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.seal import Seal
from casebook_operator.kube import Object
from casebook_operator.pseudonyms import PseudonymKey
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings, ClusterSettings, SignalSettings
from tests.operator.builders import CLUSTER, at, investigation, node, pod, reference, workload
from tests.operator.fakes import FakeKube, FakeMemory, FakeStore
from tests.operator.waiting import until

SEAL = Seal(b"k" * 32)
OWNED = pod(owner=reference("Deployment", "checkout"))


class Clock:
    """Stands still until it is set."""

    def __init__(self, seconds: float = 3600) -> None:
        self.now = at(seconds)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Room:
    """The deduplicator, and what it rests on."""

    def __init__(
        self,
        kube: FakeKube | None = None,
        store: FakeStore | None = None,
        memory: FakeMemory | None = None,
        *,
        clock: Clock | None = None,
        **settings: Any,
    ) -> None:
        self.clock = clock or Clock()
        self.kube, self.store, self.memory = kube or FakeKube(), store or FakeStore(), memory or FakeMemory()
        self.looked_at_again: list[ObjectKey] = []
        self.cases = cases = OpenCases(
            look_again=self.looked_at_again.append, scope=Scope(), is_own=SEAL.is_own, clock=self.clock
        )
        self.overflow = Overflow(CaseSettings(**settings).ceiling)
        self.reopening = Reopening(
            writer=StatusWriter(self.store, cases),
            memory=self.memory,
            cases=cases,
            window=timedelta(seconds=CaseSettings(**settings).reopen_seconds),
            clock=self.clock,
        )
        self.opener = CaseOpener(
            ClusterSettings(name=CLUSTER),
            self.store,
            cases,
            SEAL,
            self.reopening,
            Episodes(self.memory),
            clock=self.clock,
        )
        resolver = SubjectResolver(self.kube)
        correlator = Correlator(
            links=Links(self.kube, resolver),
            devices=DeviceFaults(self.kube, cases.index),
            index=cases.index,
            last_seen=cases.counter.last_seen,
        )
        self.inhibitor = Inhibitor(correlator, cases)
        self.kube.put(workload("Deployment", "checkout"), node())
        self.deduplicator = Deduplicator(
            cases=cases,
            opener=self.opener,
            resolver=resolver,
            correlator=correlator,
            staleness=Staleness(self.kube, clock=self.clock),
            overflow=self.overflow,
            pseudonyms=PseudonymKey(b"k" * 32, SECRETS_AND_EMAILS).of_namespace,
            clock=self.clock,
        )
        self.implied = ImpliedServices(
            kube=self.kube,
            index=cases.index,
            observe=self.deduplicator.observe,
            hold_durations=SignalSettings(),
            clock=self.clock,
        )

    async def see(self, *signals: Signal, obj: Object = OWNED) -> None:
        for one in signals:
            self.observe(one, obj)
            await self.settle()

    def observe(self, signal: Signal, obj: Object) -> None:
        """As the dispatcher does it."""
        metadata = obj["metadata"]
        kind = "Event" if "involvedObject" in obj else signal.origin.kind
        self.deduplicator.observe(signal, obj, ObjectKey(kind, metadata.get("namespace", ""), metadata["name"]))

    async def settle(self) -> None:
        await until(lambda: not len(self.deduplicator._work))

    def known(self, state: str, **status: Any) -> Investigation:
        case = investigation(state, **status)
        self.cases.put(case)
        return case

    def opened(self) -> list[str]:
        """What was opened: subject and trigger, in order."""
        specs = [self.store.bodies[name]["spec"] for name in self.store.created]
        return [f"{spec['subjectRef']['kind']}/{spec['subjectRef']['name']} {spec['trigger']}" for spec in specs]

    def case(self, trigger: str) -> Investigation:
        """The open case with this trigger."""
        (found,) = [case for case in self.cases.index.unresolved() if case.signal.trigger == trigger]
        return found

    @contextmanager
    def without_requests(self) -> Iterator[None]:
        """Nothing that happens here may ask the API server."""
        before = len(self.kube.asked), len(self.store.created)
        yield
        assert (len(self.kube.asked), len(self.store.created)) == before
