"""A Deployment that fails and recovers, and an operator that may be ended and started at any time, on a clock."""

import asyncio
from datetime import datetime, timedelta

from typing_extensions import override

from casebook_analyzer.models import Incident, Resolution, Signal
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.recovery import RecoverySweep
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.settings import CaseSettings
from casebook_operator.signals import signals_of
from tests.operator.builders import T0, container, ended, incident, pod, reference, running, summary, waiting, workload
from tests.operator.cases.rooms import Clock, Room
from tests.operator.fakes import FakeKube, FakeMemory, FakeStore

STABLE, WINDOW = 600.0, 21_600.0
TAXONOMY = load_taxonomy(())
MINUTE = 60.0


class KilledError(BaseException):
    """SIGKILL: nothing in between may catch it."""


class Life:
    """Ends the process at a step, counted from when that was set, of those that outlive it."""

    def __init__(self) -> None:
        self.steps_left: int | None = None

    def step(self) -> None:
        if self.steps_left is None:
            return
        self.steps_left -= 1
        if self.steps_left < 0:
            raise KilledError


class KeptStore(FakeStore):
    """Investigations as the API server keeps them: with the statuses that were written."""

    def __init__(self, life: Life) -> None:
        super().__init__()
        self._life = life
        self.cases: dict[str, Investigation] = {}

    @override
    async def create(self, body: Object) -> Investigation:
        self._life.step()
        case = await super().create(body)
        kept = self.cases.setdefault(case.uid, case)
        self._life.step()
        return kept

    @override
    async def write_status(self, case: Investigation, status: Object) -> Investigation | None:
        self._life.step()
        written = await super().write_status(case, status)
        if written is not None:
            self.cases[case.uid] = written
        self._life.step()
        return written

    @property
    def episodes(self) -> list[Investigation]:
        return sorted(self.cases.values(), key=lambda case: case.episode)

    @property
    def writes(self) -> int:
        return len(self.created) + len(self.statuses)


class MortalMemory(FakeMemory):
    """A memory that may be the last thing that a process speaks to."""

    def __init__(self, life: Life) -> None:
        super().__init__()
        self._life = life

    @override
    async def judge_again(self, incident: Incident) -> None:
        self._life.step()
        await super().judge_again(incident)
        self._life.step()

    @override
    async def resolve(self, incident_id: str, resolution: Resolution) -> None:
        self._life.step()
        await super().resolve(incident_id, resolution)
        self._life.step()

    @override
    async def reopen(self, incident_id: str, relapsed_at: datetime) -> bool:
        self._life.step()
        taken_back = await super().reopen(incident_id, relapsed_at)
        self._life.step()
        return taken_back


class Flapper:
    """What outlives the operator, and the operator that runs now."""

    def __init__(self) -> None:
        self.life, self.clock, self.kube = Life(), Clock(), FakeKube()
        self.store, self.memory = KeptStore(self.life), MortalMemory(self.life)
        self.fails: list[datetime] = []
        self._pod = self._made()
        self.kube.put(workload("Deployment", "checkout"))
        self.restart()

    def restart(self) -> None:
        """End the operator and start another: it knows what the API server has, and sees all pods once."""
        self.room = room = Room(self.kube, self.store, self.memory, clock=self.clock, reopen_seconds=WINDOW)
        self.writer = StatusWriter(self.store, room.cases, clock=self.clock)
        diff = RecoveryDiff(
            kube=self.kube, pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), str)
        )
        self.recovery = RecoverySweep(
            kube=self.kube,  # type: ignore[arg-type]
            known=self.kube,  # type: ignore[arg-type]
            cases=room.cases,
            inhibitor=room.inhibitor,
            closing=Closing(writer=self.writer, memory=self.memory, cases=room.cases, diff=diff),  # type: ignore[arg-type]
            taxonomy=lambda: TAXONOMY,
            settings=CaseSettings(stable_seconds=STABLE, reopen_seconds=WINDOW),
            clock=self.clock,
        )
        for case in self.store.episodes:
            room.cases.put(case)
        room.reopening.restore()

    async def revive(self) -> None:
        """What every start does: another operator sees the pods as they are."""
        self.life.steps_left = None
        self.restart()
        await _done(self.room.reopening._work)
        await self.look()

    async def fail(self, *, reason: str = "OOMKilled") -> None:
        """A container is killed by the kernel, and runs again five seconds later.

        Where the runtime calls it something else, nobody sees it before kubelet waits with the next start.
        """
        now = self._seconds()
        self.fails.append(self.clock().replace(microsecond=0))
        last = ended(reason, 137, now)
        if reason != "OOMKilled":
            self._pod = self._made(container(state=waiting("CrashLoopBackOff"), last=last))
            await self.look()
        self._pod = self._made(container(state=running(now + 5), last=last), ready=now + 8)
        self.clock.forward(1)
        await self.look()

    async def replace(self) -> None:
        """Somebody deletes the pod, and its controller makes another."""
        now = self._seconds()
        self._pod = self._made(container(state=running(now)), ready=now, name=f"checkout-5d9f-{int(now)}")
        await self.look()

    async def look(self) -> None:
        """The operator sees the pod as it is, and concludes what it has opened."""
        for signal in signals_of("Pod", self._pod, TAXONOMY):
            self._observe(signal)
        await _done(self.room.deduplicator._work)
        await _done(self.room.reopening._work)
        for case in list(self.room.cases.index.unresolved()):
            if not case.concluded:
                await self.memory.record(incident(id=case.uid, name=case.name, episode=case.episode))
                await self.writer.write(case, summary("Open") | self.room.cases.counted(case))
        await self._count()

    async def wait(self, seconds: float, *, sweeps: int = 1) -> None:
        """Time passes, in which the operator looks at what is open so many times."""
        for _ in range(sweeps):
            self.clock.forward(seconds / sweeps)
            self.recovery.sweep()
            await _done(self.recovery._work)
            await _done(self.room.reopening._work)
            await self._count()

    def _observe(self, signal: Signal) -> None:
        place = ObjectKey("Pod", "shop", self._pod["metadata"]["name"])
        self.room.deduplicator.observe(signal, self._pod, place)

    async def _count(self) -> None:
        for case in self.room.cases.take_behind():
            await self.writer.write(case, self.room.cases.counted(case))

    def _made(self, *containers: Object, ready: float = 0, name: str = "checkout-5d9f-abcde") -> Object:
        for path in [path for path in self.kube.objects if "/pods/" in path]:
            del self.kube.objects[path]
        owner = reference("Deployment", "checkout")
        made = pod(*(containers or (container(),)), owner=owner, ready_since=ready, name=name)
        made["kind"] = "Pod"
        self.kube.put(made)
        return made

    def _seconds(self) -> float:
        return (self.clock() - T0) / timedelta(seconds=1)


async def _done(work: object) -> None:
    tasks = work._tasks  # type: ignore[attr-defined]
    while tasks:
        await asyncio.gather(*tasks.values())
