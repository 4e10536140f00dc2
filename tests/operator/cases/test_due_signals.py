"""Objects are asked for their signals; those that are due are passed on, and for the others the object waits."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.models import HoldDuration, Signal
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases import due_signals
from casebook_operator.cases.delay_queue import DelayQueue
from casebook_operator.cases.due_signals import DueSignals
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.kube import Object
from casebook_operator.settings import SignalSettings
from tests.operator.builders import at, condition, container, crash_looping, node, node_event, pod, running, signal
from tests.operator.cases.rooms import Clock
from tests.operator.fakes import FakeKube

POD = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")


TAXONOMY = load_taxonomy(())


class Room:
    """What objects are shown to, and what it passed on."""

    def __init__(self, owns: Callable[[str], bool] = lambda _: True) -> None:
        self.signals: list[str] = []
        self.clock = Clock()
        self.delay_queue = DelayQueue(FakeKube(), clock=self.clock)
        self.due_signals = DueSignals(
            taxonomy=lambda: TAXONOMY,
            settings=SignalSettings(),
            delay_queue=self.delay_queue,
            deduplicator=self,
            owns=owns,
            clock=self.clock,
        )

    def observe(self, signal: Signal, obj: Object, place: ObjectKey) -> None:
        self.signals.append(signal.failure_class)


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what every object shows from now on."""

    def show(*signals: Signal) -> None:
        monkeypatch.setattr(due_signals, "signals_of", lambda *_: signals)

    return show


def test_pods_nodes_and_events_become_signals(room: Room) -> None:
    room.due_signals.look("Pod", pod(crash_looping()))
    room.due_signals.look("Node", node(condition("DiskPressure", "True")))
    xid = node_event("NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.")
    room.due_signals.look("Event", xid)
    assert room.signals == ["CrashLoopBackOff", "DiskPressure", "GPU"]


def test_what_is_healthy_is_handed_to_nobody(room: Room) -> None:
    room.due_signals.look("Pod", pod(container(state=running()), ready_since=0))
    room.due_signals.look("Node", node(condition("Ready", "True")))
    room.due_signals.look("Event", node_event("Started container app", type="Normal"))
    assert (room.signals, len(room.delay_queue)) == ([], 0)


def unschedulable(seconds: float = 3600, **changes: Any) -> Signal:
    return signal(seconds, failure_class="FailedScheduling", hold=HoldDuration.SCHEDULING, **changes)


def due(room: Room) -> datetime:
    (when,) = room.delay_queue.dues(POD).values()
    return when


def test_what_may_pass_by_itself_waits_until_it_is_due(room: Room, shown: Callable[..., None]) -> None:
    shown(unschedulable())
    room.due_signals.look("Pod", pod())
    assert (room.signals, due(room)) == ([], at(3600 + 120))
    room.clock.forward(120)
    room.due_signals.look("Pod", pod())
    assert (room.signals, len(room.delay_queue)) == (["FailedScheduling"], 0)


@pytest.mark.parametrize("how", ["deleted", "recovered"])
def test_what_is_gone_or_has_recovered_waits_no_more(room: Room, shown: Callable[..., None], how: str) -> None:
    shown(unschedulable())
    room.due_signals.look("Pod", pod())
    shown()
    if how == "deleted":
        room.due_signals.gone("Pod", pod())
    else:
        room.due_signals.look("Pod", pod())
    assert len(room.delay_queue) == 0


def test_signals_of_one_object_wait_each_for_its_own_time(room: Room, shown: Callable[..., None]) -> None:
    shown(signal(), unschedulable(), unschedulable(3590, container="other"))
    room.due_signals.look("Pod", pod())
    assert room.signals == ["CrashLoopBackOff"]
    assert sorted(room.delay_queue.dues(POD).values()) == [at(3590 + 120), at(3600 + 120)]


def test_a_clock_that_is_ahead_delays_nothing_that_opens_a_case_at_once(room: Room, shown: Callable[..., None]) -> None:
    shown(signal(3600 + 900))
    room.due_signals.look("Pod", pod())
    assert room.signals == ["CrashLoopBackOff"]


def test_a_clock_that_is_ahead_delays_nothing_else_by_more_than_its_hold_duration(
    room: Room, shown: Callable[..., None]
) -> None:
    shown(unschedulable(3600 + 900))
    for _ in range(3):
        room.due_signals.look("Pod", pod())
        room.clock.forward(30)
    assert due(room) == at(3600 + 120)


def test_where_an_object_does_not_say_since_when_the_earliest_time_that_was_seen_counts(
    room: Room, shown: Callable[..., None]
) -> None:
    for seconds in (3600, 3630, 3690):
        room.clock.now = at(seconds)
        shown(unschedulable(seconds, undated=True))
        room.due_signals.look("Pod", pod())
    assert due(room) == at(3600 + 120)


def test_an_object_that_does_not_say_since_when_is_looked_at_twice(room: Room, shown: Callable[..., None]) -> None:
    shown(unschedulable(0, undated=True))
    room.due_signals.look("Pod", pod())
    assert (room.signals, due(room)) == ([], at(3600 + 5))
    room.clock.forward(5)
    room.due_signals.look("Pod", pod())
    assert room.signals == ["FailedScheduling"]


def test_a_rollout_that_moves_is_not_stuck(room: Room, shown: Callable[..., None]) -> None:
    for seconds in (3600, 3900, 4190):
        room.clock.now = at(seconds)
        shown(signal(seconds, failure_class="RolloutStuck", hold=HoldDuration.ROLLOUT, undated=True))
        room.due_signals.look("Pod", pod())
    assert due(room) == at(4190 + 600)


def test_an_event_that_was_told_once_is_not_waited_for(room: Room, shown: Callable[..., None]) -> None:
    shown(unschedulable(told_until=at(3610)))
    room.due_signals.look("Event", node_event("..."))
    assert (room.signals, len(room.delay_queue)) == ([], 0)


def test_history_opens_nothing(room: Room, shown: Callable[..., None]) -> None:
    shown(signal(3600 - 2 * 86_400, active=False))
    room.due_signals.look("Pod", pod())
    assert room.signals == []


def test_an_object_that_breaks_the_signals_does_not_break_the_operator(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_signals, "signals_of", lambda *_: 1 / 0)
    before = REGISTRY.get_sample_value("casebook_work_errors_total", {"work": "signals"})
    assert before is not None, "Prometheus sees no increase in a series that begins at 1"
    room.due_signals.look("Pod", pod(crash_looping()))
    assert room.signals == []
    assert REGISTRY.get_sample_value("casebook_work_errors_total", {"work": "signals"}) == before + 1


def test_what_another_operator_looks_after_is_not_asked_for_signals() -> None:
    room = Room(owns=lambda namespace: namespace == "shop")
    room.due_signals.look("Pod", pod(crash_looping()))
    room.due_signals.look("Node", node(condition("KernelDeadlock", "True")))
    assert room.signals == ["CrashLoopBackOff"]
    everywhere = Room()
    everywhere.due_signals.look("Node", node(condition("KernelDeadlock", "True")))
    assert everywhere.signals == ["NodeKernel"]


def corrected(number: int) -> Object:
    message = f"EDAC MC0: 1 CE memory read error on CPU_SrcID#0_DIMM#0 (channel:1 page:0x7a3f{number:x} offset:0x0)"
    event = node_event(message)
    return event | {"reason": "MemoryReadError", "metadata": event["metadata"] | {"name": f"node-1.{number}"}}


def test_what_several_events_tell_of_one_thing_adds_up(room: Room) -> None:
    for number in range(9):
        room.due_signals.look("Event", corrected(number))
    assert room.signals == []
    room.due_signals.look("Event", corrected(9))
    assert room.signals == ["NodeHardware"]
