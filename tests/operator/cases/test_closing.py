"""The end of an episode can be killed at every step and run again: memory and the status then say the same."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.models import Change, Incident, Resolution, ResolutionKind
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.scope import Scope
from tests.operator.builders import CLUSTER, at, incident, investigation
from tests.operator.fakes import FakeKube, FakeStore

STEPS = ("by_id", "resolve", "resolved", "write_status", "written", "post_event")
"""Before and after everything that outlives the process."""


class KilledError(BaseException):
    """SIGKILL: nothing in between may catch it."""


class Kill:
    """Ends the process at one step."""

    def __init__(self, step: str) -> None:
        self._step = step

    def __call__(self, step: str) -> None:
        if step == self._step:
            raise KilledError


class MortalMemory:
    """A real memory, which may be the last thing that a process speaks to."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.kill: Callable[[str], None] = Kill("")

    async def by_id(self, incident_id: str) -> Incident | None:
        self.kill("by_id")
        return await self._memory.by_id(incident_id)

    async def resolve(self, incident_id: str, resolution: Resolution) -> bool:
        self.kill("resolve")
        known = await self._memory.resolve(incident_id, resolution)
        self.kill("resolved")
        return known

    async def reopen(self, incident_id: str, relapsed_at: datetime) -> bool:
        return await self._memory.reopen(incident_id, relapsed_at)


class MortalStore(FakeStore):
    def __init__(self) -> None:
        super().__init__()
        self.kill: Callable[[str], None] = Kill("")

    async def write_status(self, case: Investigation, status: Object) -> Investigation | None:
        self.kill("write_status")
        written = await super().write_status(case, status)
        self.kill("written")
        return written

    async def post_event(self, regarding: dict[str, str], *, reason: str, note: str, warning: bool = False) -> None:
        self.kill("post_event")
        await super().post_event(regarding, reason=reason, note=note, warning=warning)


CASE = investigation("Open", occurrences=3)


class World:
    """What outlives the operator."""

    def __init__(self, memory: Memory) -> None:
        self.real = memory
        self.memory, self.store = MortalMemory(memory), MortalStore()

    async def remembered(self) -> Resolution:
        found = await self.real.by_id(CASE.uid)
        assert found is not None
        assert found.resolution is not None
        return found.resolution

    def process(self) -> Closing:
        """An operator that was just started: it knows nothing of the one before."""
        cases = OpenCases(look_again=lambda _: None, scope=Scope())
        return Closing(
            writer=StatusWriter(self.store, cases),  # type: ignore[arg-type]
            memory=self.memory,  # type: ignore[arg-type]
            cases=cases,
            diff=RecoveryDiff(
                kube=FakeKube(), pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), str)
            ),
        )

    async def close(self, resolution: Resolution, *, killed_at: str = "", case: Investigation = CASE) -> None:
        self.memory.kill = self.store.kill = Kill(killed_at)
        await self.process().close(case, resolution)


@pytest.fixture
async def world(dsn: str) -> AsyncIterator[World]:
    async with open_memory(dsn, tenant=CLUSTER, embedder=None) as memory:
        await memory.record(incident(id=CASE.uid))
        yield World(memory)


def resolution(seconds: float, **changes: Any) -> Resolution:
    values: dict[str, Any] = {
        "kind": ResolutionKind.CONFIG_CHANGED,
        "summary": "ConfigMap app-config changed",
        "changes": (Change(text="ConfigMap app-config changed", fix="change the ConfigMap"),),
        "fix": "change the ConfigMap",
        "resolved_at": at(seconds),
        "seconds_to_resolve": int(seconds),
    }
    return Resolution(**(values | changes))


@pytest.mark.parametrize("step", STEPS)
async def test_a_closing_that_is_killed_and_run_again_gives_one_result(world: World, step: str) -> None:
    first = resolution(600)
    later = resolution(900, kind=ResolutionKind.POD_REPLACED, summary="another pod", changes=(), fix="")
    with pytest.raises(KilledError):
        await world.close(first, killed_at=step)
    if not world.store.statuses:  # one that is written is not closed again
        await world.close(later)
    remembered = await world.remembered()
    assert remembered == (later if step in ("by_id", "resolve") else first)
    (status,) = world.store.statuses
    assert status["resolution"]["summary"] == remembered.summary
    assert status["resolution"]["resolvedTime"] == to_rfc3339(remembered.resolved_at)


async def test_a_failure_that_was_seen_again_after_the_kill_is_resolved_anew(world: World) -> None:
    with pytest.raises(KilledError):
        await world.close(resolution(600), killed_at="write_status")
    relapsed = msgspec.structs.replace(CASE, status=CASE.status | {"lastSeen": to_rfc3339(at(700))})
    await world.close(resolution(1800), case=relapsed)
    assert (await world.remembered()).resolved_at - at() == timedelta(seconds=1800)
    assert world.store.statuses[0]["resolution"]["secondsToResolve"] == 1800
    found = await world.real.by_id(CASE.uid)
    assert found is not None
    assert [one.fix for one in found.withdrawn] == ["change the ConfigMap"]


async def test_a_case_that_memory_does_not_know_is_closed_all_the_same(world: World) -> None:
    await world.close(resolution(600), case=investigation("Open", uid="unknown"))
    assert world.store.statuses[0]["conditions"][0]["reason"] == "Resolved"


async def test_what_is_said_of_the_end_names_the_kind_and_the_fix(world: World) -> None:
    await world.close(resolution(600))
    ((_, reason, note),) = world.store.events
    assert reason == "InvestigationResolved"
    assert note == "Resolved (ConfigChanged): ConfigMap app-config changed. Fix: change the ConfigMap."
