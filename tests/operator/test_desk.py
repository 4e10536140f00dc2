"""The desk turns what a sensor sees into signals, cases and work."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from casebook_analyzer.models import Signal
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator import desk as desk_module
from casebook_operator import metrics
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.tally import Tally
from casebook_operator.desk import Desk
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.kube import Object
from tests.operator.builders import (
    condition,
    container,
    crash_looping,
    investigation,
    node,
    node_event,
    pod,
    running,
    signal,
    stored,
    subject,
    summary,
)
from tests.operator.fakes import FakePublisher
from tests.operator.waiting import until


class Room:
    """A desk, and what it handed on."""

    def __init__(self) -> None:
        self.signals: list[str] = []
        self.submitted: list[str] = []
        self.publisher, self.ledger, self.tally = FakePublisher(), Ledger(), Tally()
        self.desk = Desk(
            taxonomy=load_taxonomy(()),
            intake=self,
            investigator=self,
            publisher=self.publisher,
            ledger=self.ledger,
            tally=self.tally,
        )

    def observe(self, signal: Signal, obj: Object) -> None:
        self.signals.append(signal.failure_class)

    def submit(self, case: Investigation) -> None:
        self.submitted.append(case.name)


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def series() -> Callable[[], set[str]]:
    def found() -> set[str]:
        return {sample.labels["investigation"] for metric in metrics.OPEN.collect() for sample in metric.samples}

    return found


def body(state: str = "", *, name: str = "seen", **status: Any) -> Object:
    made = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    made["metadata"]["name"] = name
    return stored(made, status=(summary(state) if state else {}) | status)


def test_pods_nodes_and_events_become_signals(room: Room) -> None:
    room.desk.pod(pod(crash_looping()))
    room.desk.node(node(condition("DiskPressure", "True")))
    room.desk.event(node_event("NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus."))
    assert room.signals == ["CrashLoopBackOff", "DiskPressure", "GPU"]


def test_what_is_healthy_is_handed_to_nobody(room: Room) -> None:
    room.desk.pod(pod(container(state=running()), ready_since=0))
    room.desk.node(node(condition("Ready", "True")))
    room.desk.event(node_event("Started container app", type="Normal"))
    assert room.signals == []


@pytest.mark.parametrize(("state", "worked"), [("", True), ("Investigating", True), ("Open", False), ("Failed", False)])
def test_only_investigations_without_a_conclusion_are_work(room: Room, state: str, worked: bool) -> None:
    room.desk.investigation(body(state), deleted=False)
    assert bool(room.submitted) is worked


def test_an_open_case_has_a_series_until_it_is_deleted(room: Room, series: Callable[[], set[str]]) -> None:
    room.desk.investigation(body("Open", name="series-open", category="unknown"), deleted=False)
    assert "series-open" in series()
    room.desk.investigation(body("Open", name="series-open", category="unknown"), deleted=True)
    assert "series-open" not in series()
    assert len(room.ledger) == 0


@pytest.mark.parametrize("state", ["Failed", "Resolved", "Investigating"])
def test_a_case_that_is_not_open_has_no_series(room: Room, state: str, series: Callable[[], set[str]]) -> None:
    room.desk.investigation(body(state, name=f"series-{state}"), deleted=False)
    assert f"series-{state}" not in series()


def test_late_news_of_a_closed_case_does_not_open_its_series_again(room: Room, series: Callable[[], set[str]]) -> None:
    room.desk.investigation(body("Resolved", name="series-late"), deleted=False)
    room.desk.investigation(body("Open", name="series-late"), deleted=False)
    assert "series-late" not in series()


async def test_changed_counts_of_open_cases_are_written_and_no_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "RECOUNT_SECONDS", 0.01)
    cases = {state: investigation(state, uid=f"uid-{state}") for state in ("Open", "Resolved", "Investigating")}
    for case in cases.values():
        room.ledger.put(case)
        room.tally.begin(case, fresh=True)
        room.tally.count(case.uid, signal(60))
    counting = asyncio.create_task(room.desk.run())
    await until(lambda: room.publisher.calls)
    await asyncio.sleep(0.05)
    counting.cancel()
    assert room.publisher.calls == [("recount", "uid-Open")]
