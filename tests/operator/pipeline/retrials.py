"""A crash loop that goes on, and an operator that judges it again and may be ended at any step, on a clock."""

import asyncio
from datetime import timedelta
from pathlib import Path

from casebook_analyzer.evidence import BUDGET_BYTES
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy, shipped_taxonomy
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.pipeline.gathering import EvidenceGatherer
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.judging_again import JudgingAgain
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.reviser import Reviser
from casebook_operator.pipeline.spool import Spool
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings, ClusterSettings, Settings
from casebook_operator.signals import signals_of
from tests.operator.builders import CLUSTER, T0, container, ended, investigation, pod, running, waiting, workload
from tests.operator.cases.flaps import KeptStore, Life, MortalMemory
from tests.operator.cases.rooms import Clock
from tests.operator.fakes import FakeKube, Here, heads_of, nothing_shared

UNSET = "FATAL required environment variable DATABASE_URL is not set"


class Retrial:
    """What outlives the operator, and the operator that runs now."""

    def __init__(self, folder: Path, **settings: float) -> None:
        self.life, self.clock, self.kube = Life(), Clock(10), FakeKube()
        self.store, self.memory = KeptStore(self.life), MortalMemory(self.life)
        self.settings = Settings(cluster=ClusterSettings(name=CLUSTER), cases=CaseSettings(**settings))  # type: ignore[arg-type]
        self.spool = Spool(folder / "spool")
        self.spool.prepare()
        self.kube.put(workload("Deployment", "checkout"))
        self.looks = 0
        self.restart()

    def restart(self) -> None:
        """End the operator and start another, which knows what the API server has."""
        self.life.steps_left = None
        cases, settings = self.settings.cases, self.settings
        self.cases = OpenCases(
            look_again=lambda _: None,
            scope=Scope(),
            again=timedelta(seconds=cases.judge_again_seconds),
            revisions=cases.revisions,
            clock=self.clock,
        )
        writer = StatusWriter(self.store, self.cases, clock=self.clock)  # type: ignore[arg-type]
        publisher = Publisher(writer, self.cases, shipped_taxonomy, settings, heads_of(self.cases.index))
        secrets = Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), lambda value: f"digest-of-{value}")
        self.investigator = Investigator(
            gatherer=EvidenceGatherer(
                kube=self.kube,
                taxonomy=load_taxonomy,
                pseudonyms=lambda _: secrets,
                spool=self.spool,
                budget_bytes=BUDGET_BYTES,
                beside=Here(),  # type: ignore[arg-type]
                shared=nothing_shared,
                clock=self.clock,
            ),
            spool=self.spool,
            memory=self.memory,  # type: ignore[arg-type]
            taxonomy=load_taxonomy,
            index=self.cases.index,
            publisher=publisher,
            settings=settings,
        )
        self.again = JudgingAgain(
            investigator=self.investigator,
            reviser=Reviser(memory=self.memory, publisher=publisher, view=settings.memory.view),  # type: ignore[arg-type]
            memory=self.memory,  # type: ignore[arg-type]
            cases=self.cases,
            settings=cases,
        )
        for case in self.store.episodes:
            self.cases.put(case)

    async def open(self, exit_code: int = 1, message: str = "", *, subject_uid: str = "") -> Investigation:
        """A container has ended, and what is known then is concluded."""
        self._pod = self._ended(exit_code, message)
        (signal,) = signals_of("Pod", self._pod, shipped_taxonomy())
        case = investigation(of=signal, uid=subject_uid, created=self._seconds())
        self.store.cases[case.uid] = case
        self.cases.put(case)
        await self.investigator.investigate(case.uid)
        return self.case

    async def ends(self, exit_code: int = 1, message: str = "", *, after: float = 60, reason: str = "Error") -> None:
        """Some time later it ends again; the operator sees it, and looks for what is to be judged again."""
        self.clock.forward(after)
        self._pod = self._ended(exit_code, message, reason)
        await self.see()

    async def see(self) -> None:
        """What every watch and every start brings: the pod as it is."""
        self._count()
        await self.sweep()

    def shows(self, exit_code: int, reason: str) -> None:
        """The pod has ended again, and nothing is done about it yet."""
        self._pod = self._ended(exit_code, "", reason)
        self._count()

    def is_mended(self) -> None:
        """The pod runs, as if it had never ended."""
        self.kube.put(pod(container(state=running(self._seconds()))) | {"kind": "Pod"})

    async def sweep(self) -> None:
        """A tick of the clock, with the writes of what was counted."""
        before = len(self.kube.asked)
        self.again.sweep()
        tasks = self.again._work._tasks
        while tasks:
            await asyncio.gather(*tasks.values())
        self.looks += len(self.kube.asked) > before
        for case in self.cases.take_behind():
            await self.investigator.publisher.recount(case)

    @property
    def case(self) -> Investigation:
        return self.store.episodes[-1]

    @property
    def revisions(self) -> list[Object]:
        found: list[Object] = self.case.status.get("revisions", [])
        return found

    @property
    def told(self) -> list[str]:
        """What Events say of revisions."""
        return [note for _, reason, note in self.store.events if reason == "RootCauseRevised"]

    def _count(self) -> None:
        for signal in signals_of("Pod", self._pod, shipped_taxonomy()):
            self.cases.count(self.case, signal)

    def _ended(self, exit_code: int, message: str, reason: str = "Error") -> Object:
        more = {"message": message} if message else {}
        last = ended(reason, exit_code, self._seconds(), **more)
        self.kube.put(made := pod(container(state=waiting("CrashLoopBackOff"), last=last)) | {"kind": "Pod"})
        self.clock.forward(1)
        return made

    def _seconds(self) -> float:
        return (self.clock() - T0) / timedelta(seconds=1)
