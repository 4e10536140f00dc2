"""A recovery with everything around it, on an API server of plain dictionaries."""

from typing import Any

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.inhibition import Inhibitor
from casebook_operator.cases.links import Links
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.recovery import RecoverySweep
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings
from tests.operator.builders import (
    at,
    container,
    digest,
    investigation,
    pod,
    running,
)
from tests.operator.fakes import FakeKube, FakeMemory, FakeStore

TAXONOMY = load_taxonomy(())
STABLE = 600.0
AGO = 1_000_000.0
"""Seconds from T0, when all failures here began, to the time that the clock shows."""
LONG_AGO, JUST_NOW = AGO - 2 * STABLE, AGO - 5


class Ward:
    """A recovery with everything around it."""

    def __init__(self, *objects: Object, **settings: Any) -> None:
        self.kube, self.store, self.memory = FakeKube(), FakeStore(), FakeMemory()
        self.released: list[ObjectKey] = []
        self.cases = cases = OpenCases(look_again=self.released.append, scope=Scope(), clock=lambda: at(AGO))
        self.kube.put(*objects)
        correlator = Correlator(
            links=Links(self.kube, SubjectResolver(self.kube)),
            devices=DeviceFaults(self.kube, cases.index),
            index=cases.index,
            last_seen=cases.counter.last_seen,
        )
        self.recovery = RecoverySweep(
            kube=self.kube,
            known=self.kube,
            cases=cases,
            inhibitor=Inhibitor(correlator, cases),
            closing=Closing(
                writer=StatusWriter(self.store, cases),
                memory=self.memory,
                cases=cases,
                diff=RecoveryDiff(
                    kube=self.kube, pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), digest)
                ),
            ),
            taxonomy=lambda: TAXONOMY,
            settings=CaseSettings(stable_seconds=STABLE, **settings),
            clock=lambda: at(AGO),
        )

    async def examine(self, case: Investigation) -> Object:
        self.cases.put(case)
        await self.recovery.examine(case)
        return case.status | self.store.statuses[-1] if self.store.statuses else {}


def healthy(since: float, **more: Any) -> Object:
    return pod(container(state=running(since)), ready_since=since, **more)


def case(state: str = "Open", **changes: Any) -> Investigation:
    return investigation(state, occurrences=3, **changes)
