"""Counts and alerts that the status of an open case does not have yet are written, and nothing else."""

import asyncio

import msgspec
import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.alerts import NotedAlert
from casebook_operator.pipeline import recount as recount_module
from casebook_operator.pipeline.recount import Recount
from casebook_operator.scope import Scope
from tests.operator.builders import at, investigation, signal
from tests.operator.fakes import FakePublisher
from tests.operator.waiting import until


class Bench:
    """A recount with everything around it."""

    def __init__(self) -> None:
        self.cases = OpenCases(look_again=lambda _: None, scope=Scope(), clock=lambda: at(3600))
        self.publisher = FakePublisher()
        self.recount = Recount(self.cases, self.publisher)

    async def written(self) -> list[str]:
        """UIDs of the cases whose counts were written now."""
        before = len(self.publisher.calls)
        await self.recount.sweep()
        return [uid for _, uid in self.publisher.calls[before:]]


async def test_changed_counts_of_open_cases_are_written_and_no_others() -> None:
    bench = Bench()
    for state in ("Open", "Resolved", "Investigating"):
        case = investigation(state, uid=f"uid-{state}")
        bench.cases.put(case)
        bench.cases.count(case, signal(60))
    assert await bench.written() == ["uid-Open"]
    assert await bench.written() == []


async def test_what_a_case_absorbed_is_written_like_its_counts() -> None:
    bench, case = Bench(), investigation("Open")
    bench.cases.put(case)
    bench.cases.absorb(case, signal(), origin="a", name="Pod/shop/a")
    assert await bench.written() == [case.uid]


async def test_an_alert_that_was_noted_is_taken_over_into_the_status_once() -> None:
    bench = Bench()
    alert = NotedAlert(name="HighLatency", fingerprint="f1", starts_at=at(), told_at=at())
    case = msgspec.structs.replace(investigation("Open"), alerts=(alert,))
    bench.cases.put(case)
    assert await bench.written() == [case.uid]
    written = {"alerts": [{"name": "HighLatency", "fingerprint": "f1", "startedTime": "2026-03-01T12:00:00Z"}]}
    bench.cases.put(msgspec.structs.replace(case, status=case.status | written))
    assert await bench.written() == []


async def test_counts_that_could_not_be_written_are_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, case = Bench(), investigation("Open")
    bench.cases.put(case)
    bench.cases.count(case, signal(60))

    async def refuse(_: Investigation) -> None:
        raise ClusterUnavailableError("away")

    with monkeypatch.context() as away:
        away.setattr(bench.publisher, "recount", refuse)
        assert await bench.written() == []
    assert await bench.written() == [case.uid]


async def test_it_goes_on_until_it_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recount_module, "RECOUNT_SECONDS", 0.01)
    bench, case = Bench(), investigation("Open")
    bench.cases.put(case)
    counting = asyncio.create_task(bench.recount.run())
    for seconds in (60, 120):
        bench.cases.count(case, signal(seconds))
        await until(lambda: not bench.cases.counter._changed)
    counting.cancel()
    assert bench.publisher.calls == [("recount", case.uid)] * 2


async def test_labels_come_after_counts_and_what_cannot_be_written_is_written_later() -> None:
    bench, case = Bench(), investigation("Open", category="config_error")
    bench.cases.put(case)
    refused, label = [ClusterUnavailableError("away")], bench.publisher.label

    async def once_away(one: Investigation) -> None:
        if refused:
            raise refused.pop()
        await label(one)

    bench.publisher.label = once_away  # type: ignore[method-assign]
    for _ in range(3):
        await bench.recount.sweep()
    assert bench.publisher.labelled == [case.uid]
