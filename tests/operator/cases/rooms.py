"""An intake with everything around it, on an API server of plain dictionaries."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from casebook_analyzer.models import Signal
from casebook_operator.cases.folding import Folding
from casebook_operator.cases.handled import Handled, Place
from casebook_operator.cases.implied import ImpliedServices
from casebook_operator.cases.intake import Intake
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.links import Links
from casebook_operator.cases.overflow import Overflow
from casebook_operator.cases.past import Past
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.cases.superseding import Superseding
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.settings import CaseSettings, ClusterSettings, SignalSettings
from tests.operator.builders import CLUSTER, at, investigation, node, pod, reference, workload
from tests.operator.fakes import FakeKube, FakeStore
from tests.operator.waiting import until

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
    """The intake, and what it rests on."""

    def __init__(self, kube: FakeKube | None = None, **settings: Any) -> None:
        self.clock = Clock()
        self.kube, self.store, self.handled = kube or FakeKube(), FakeStore(), Handled()
        self.ledger, self.tally, self.roll = Ledger(), Tally(clock=self.clock), Roll()
        self.overflow = Overflow(CaseSettings(**settings))
        resolver = SubjectResolver(self.kube)
        folding = Folding(links=Links(self.kube, resolver), ledger=self.ledger, last_seen=self.tally.last_seen)
        self.superseding = Superseding(folding=folding, tally=self.tally, roll=self.roll, handled=self.handled)
        self.kube.put(workload("Deployment", "checkout"), node())
        self.intake = Intake(
            cluster=ClusterSettings(name=CLUSTER),
            resolver=resolver,
            folding=folding,
            past=Past(self.kube, clock=self.clock),
            store=self.store,
            ledger=self.ledger,
            tally=self.tally,
            roll=self.roll,
            overflow=self.overflow,
            handled=self.handled,
            clean=lambda text: text.replace("s3cr3t", "***"),
            clock=self.clock,
        )
        self.implied = ImpliedServices(
            kube=self.kube,
            ledger=self.ledger,
            observe=self.intake.observe,
            patience=SignalSettings(),
            clock=self.clock,
        )

    async def see(self, *signals: Signal, obj: Object = OWNED) -> None:
        for one in signals:
            self.observe(one, obj)
            await self.settle()

    def observe(self, signal: Signal, obj: Object) -> None:
        """As the desk does it."""
        metadata = obj["metadata"]
        kind = "Event" if "involvedObject" in obj else signal.origin.kind
        self.intake.observe(signal, obj, Place(kind, metadata.get("namespace", ""), metadata["name"]))

    async def settle(self) -> None:
        await until(lambda: not len(self.intake._work))

    def known(self, state: str, **status: Any) -> Investigation:
        case = investigation(state, **status)
        self.ledger.put(case)
        return case

    def opened(self) -> list[str]:
        """What was opened: subject and trigger, in order."""
        specs = [self.store.bodies[name]["spec"] for name in self.store.created]
        return [f"{spec['subjectRef']['kind']}/{spec['subjectRef']['name']} {spec['trigger']}" for spec in specs]

    def case(self, trigger: str) -> Investigation:
        """The open case with this trigger."""
        (found,) = [case for case in self.ledger.unresolved() if case.signal.trigger == trigger]
        return found

    @contextmanager
    def without_requests(self) -> Iterator[None]:
        """Nothing that happens here may ask the API server."""
        before = len(self.kube.asked), len(self.store.created)
        yield
        assert (len(self.kube.asked), len(self.store.created)) == before
