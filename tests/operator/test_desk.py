"""The desk turns what a sensor sees into signals, cases and work."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.models import Patience, Signal
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator import desk as desk_module
from casebook_operator.cases.handled import Place
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.tally import Tally
from casebook_operator.cases.waiting import WaitingRoom
from casebook_operator.desk import Desk
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.alerts import ANNOTATION, NotedAlert, annotation
from casebook_operator.kube import Object
from casebook_operator.settings import SignalSettings
from tests.operator.builders import (
    at,
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
from tests.operator.cases.rooms import Clock
from tests.operator.fakes import FakeKube, FakePublisher
from tests.operator.waiting import until

POD = Place("Pod", "shop", "checkout-5d9f-abcde")


TAXONOMY = load_taxonomy(())


class Readers:
    """Whoever reads the annotations of Investigations."""

    def __init__(self) -> None:
        self.cases: list[str] = []

    def seen(self, case: Investigation, body: Object) -> None:
        self.cases.append(case.name)

    def forget(self, uid: str) -> None:
        self.cases.append(f"{uid} is gone")


class Room:
    """A desk, and what it handed on."""

    def __init__(self) -> None:
        self.signals: list[str] = []
        self.submitted: list[str] = []
        self.taxonomies: list[tuple[str, bool]] = []
        self.released: list[str] = []
        self.takeover = Readers()
        self.clock = Clock()
        self.publisher, self.ledger, self.tally, self.roll = FakePublisher(), Ledger(), Tally(), Roll()
        self.waiting = WaitingRoom(FakeKube(), clock=self.clock)
        self.desk = Desk(
            taxonomy=lambda: TAXONOMY,
            taxonomies=self,
            patience=SignalSettings(),
            waiting=self.waiting,
            intake=self,
            release=self.released.append,
            investigator=self,
            publisher=self.publisher,
            ledger=self.ledger,
            tally=self.tally,
            roll=self.roll,
            takeover=self.takeover,
            clock=self.clock,
        )

    def observe(self, signal: Signal, obj: Object, place: Place) -> None:
        self.signals.append(signal.failure_class)

    def submit(self, case: Investigation) -> None:
        self.submitted.append(case.name)

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        self.taxonomies.append((body["metadata"]["name"], deleted))


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what every object shows from now on."""

    def show(*signals: Signal) -> None:
        monkeypatch.setattr(desk_module, "signals_of", lambda *_: signals)

    return show


def body(state: str = "", *, name: str = "seen", **status: Any) -> Object:
    made = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    made["metadata"]["name"] = name
    return stored(made, status=(summary(state) if state else {}) | status)


def test_pods_nodes_and_events_become_signals(room: Room) -> None:
    room.desk.seen("Pod", pod(crash_looping()), deleted=False)
    room.desk.seen("Node", node(condition("DiskPressure", "True")), deleted=False)
    xid = node_event("NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.")
    room.desk.seen("Event", xid, deleted=False)
    assert room.signals == ["CrashLoopBackOff", "DiskPressure", "GPU"]


def test_what_is_healthy_is_handed_to_nobody(room: Room) -> None:
    room.desk.seen("Pod", pod(container(state=running()), ready_since=0), deleted=False)
    room.desk.seen("Node", node(condition("Ready", "True")), deleted=False)
    room.desk.seen("Event", node_event("Started container app", type="Normal"), deleted=False)
    assert (room.signals, len(room.waiting)) == ([], 0)


def test_what_is_deleted_is_asked_for_nothing(room: Room) -> None:
    room.desk.seen("Pod", pod(crash_looping()), deleted=True)
    assert room.signals == []


def unschedulable(seconds: float = 3600, **changes: Any) -> Signal:
    return signal(seconds, failure_class="FailedScheduling", patience=Patience.SCHEDULING, **changes)


def due(room: Room) -> datetime:
    (when,) = room.waiting.dues(POD).values()
    return when


def test_what_may_pass_by_itself_waits_until_it_is_due(room: Room, shown: Callable[..., None]) -> None:
    shown(unschedulable())
    room.desk.seen("Pod", pod(), deleted=False)
    assert (room.signals, due(room)) == ([], at(3600 + 120))
    room.clock.forward(120)
    room.desk.look("Pod", pod())
    assert (room.signals, len(room.waiting)) == (["FailedScheduling"], 0)


@pytest.mark.parametrize("how", ["deleted", "recovered"])
def test_what_is_gone_or_has_recovered_waits_no_more(room: Room, shown: Callable[..., None], how: str) -> None:
    shown(unschedulable())
    room.desk.seen("Pod", pod(), deleted=False)
    shown()
    room.desk.seen("Pod", pod(), deleted=how == "deleted")
    assert len(room.waiting) == 0


def test_signals_of_one_object_wait_each_for_its_own_time(room: Room, shown: Callable[..., None]) -> None:
    shown(signal(), unschedulable(), unschedulable(3590, container="other"))
    room.desk.seen("Pod", pod(), deleted=False)
    assert room.signals == ["CrashLoopBackOff"]
    assert sorted(room.waiting.dues(POD).values()) == [at(3590 + 120), at(3600 + 120)]


def test_a_clock_that_is_ahead_delays_nothing_that_opens_a_case_at_once(room: Room, shown: Callable[..., None]) -> None:
    shown(signal(3600 + 900))
    room.desk.seen("Pod", pod(), deleted=False)
    assert room.signals == ["CrashLoopBackOff"]


def test_a_clock_that_is_ahead_delays_nothing_else_by_more_than_its_patience(
    room: Room, shown: Callable[..., None]
) -> None:
    shown(unschedulable(3600 + 900))
    for _ in range(3):
        room.desk.seen("Pod", pod(), deleted=False)
        room.clock.forward(30)
    assert due(room) == at(3600 + 120)


def test_where_an_object_does_not_say_since_when_the_earliest_time_that_was_seen_counts(
    room: Room, shown: Callable[..., None]
) -> None:
    for seconds in (3600, 3630, 3690):
        room.clock.now = at(seconds)
        shown(unschedulable(seconds, undated=True))
        room.desk.seen("Pod", pod(), deleted=False)
    assert due(room) == at(3600 + 120)


def test_an_object_that_does_not_say_since_when_is_looked_at_twice(room: Room, shown: Callable[..., None]) -> None:
    shown(unschedulable(0, undated=True))
    room.desk.seen("Pod", pod(), deleted=False)
    assert (room.signals, due(room)) == ([], at(3600 + 5))
    room.clock.forward(5)
    room.desk.look("Pod", pod())
    assert room.signals == ["FailedScheduling"]


def test_a_rollout_that_moves_is_not_stuck(room: Room, shown: Callable[..., None]) -> None:
    for seconds in (3600, 3900, 4190):
        room.clock.now = at(seconds)
        shown(signal(seconds, failure_class="RolloutStuck", patience=Patience.ROLLOUT, undated=True))
        room.desk.seen("Pod", pod(), deleted=False)
    assert due(room) == at(4190 + 600)


def test_an_event_that_was_told_once_is_not_waited_for(room: Room, shown: Callable[..., None]) -> None:
    shown(unschedulable(told_until=at(3610)))
    room.desk.seen("Event", node_event("..."), deleted=False)
    assert (room.signals, len(room.waiting)) == ([], 0)


def test_history_opens_nothing(room: Room, shown: Callable[..., None]) -> None:
    shown(signal(3600 - 2 * 86_400, active=False))
    room.desk.seen("Pod", pod(), deleted=False)
    assert room.signals == []


def test_an_object_that_breaks_the_signals_does_not_break_the_operator(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "signals_of", lambda *_: 1 / 0)
    before = REGISTRY.get_sample_value("casebook_work_errors_total", {"work": "signals"})
    assert before is not None, "Prometheus sees no increase in a series that begins at 1"
    room.desk.seen("Pod", pod(crash_looping()), deleted=False)
    assert room.signals == []
    assert REGISTRY.get_sample_value("casebook_work_errors_total", {"work": "signals"}) == before + 1


def test_taxonomies_are_handed_to_whoever_puts_them_in_force(room: Room) -> None:
    room.desk.taxonomy({"metadata": {"name": "ours"}}, deleted=False)
    room.desk.taxonomy({"metadata": {"name": "ours"}}, deleted=True)
    assert room.taxonomies == [("ours", False), ("ours", True)]


def test_what_was_folded_into_a_case_that_somebody_deleted_is_looked_at_again(room: Room) -> None:
    known = body("Open", name="deleted")
    room.desk.investigation(known, deleted=False)
    room.desk.investigation(known, deleted=True)
    assert room.released == [known["metadata"]["uid"]]


@pytest.mark.parametrize(("state", "worked"), [("", True), ("Investigating", True), ("Open", False), ("Failed", False)])
def test_only_investigations_without_a_conclusion_are_work(room: Room, state: str, worked: bool) -> None:
    room.desk.investigation(body(state), deleted=False)
    assert bool(room.submitted) is worked


def test_an_open_case_is_known_until_it_is_deleted(room: Room) -> None:
    room.desk.investigation(body("Open"), deleted=False)
    assert len(room.ledger) == 1
    room.desk.investigation(body("Open"), deleted=True)
    assert len(room.ledger) == 0


def test_late_news_of_a_closed_case_does_not_open_it_again(room: Room) -> None:
    room.desk.investigation(body("Resolved"), deleted=False)
    room.desk.investigation(body("Open"), deleted=False)
    assert list(room.ledger.unresolved()) == []


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


async def test_what_a_case_absorbed_is_written_like_its_counts(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "RECOUNT_SECONDS", 0.01)
    case = investigation("Open")
    room.ledger.put(case)
    room.roll.add(case, signal(), origin="a", name="Pod/shop/a", now=at(3600))
    counting = asyncio.create_task(room.desk.run())
    await until(lambda: room.publisher.calls)
    counting.cancel()
    assert room.publisher.calls == [("recount", case.uid)]


async def test_an_alert_that_was_noted_is_taken_over_into_the_status_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "RECOUNT_SECONDS", 0.01)
    alert = NotedAlert(name="HighLatency", fingerprint="f1", starts_at=at(), told_at=at())
    alerted = body("Open")
    alerted["metadata"]["annotations"] = {ANNOTATION: annotation((alert,))}
    room.desk.investigation(alerted, deleted=False)
    counting = asyncio.create_task(room.desk.run())
    await until(lambda: room.publisher.calls)
    written = {"alerts": [{"name": "HighLatency", "fingerprint": "f1", "startedTime": "2026-03-01T12:00:00Z"}]}
    room.desk.investigation(alerted | {"status": alerted["status"] | written}, deleted=False)
    await asyncio.sleep(0.05)
    counting.cancel()
    assert room.publisher.calls == [("recount", "uid-seen")]


def test_every_version_of_an_investigation_is_read_for_what_people_say(room: Room) -> None:
    room.desk.investigation(body("Open"), deleted=False)
    room.desk.investigation(body("Resolved"), deleted=False)
    room.desk.investigation(body("Resolved"), deleted=True)
    assert room.takeover.cases == ["seen", "seen", "uid-seen is gone"]
