"""Events that tell the same thing of the same node count as one that was told as often as all of them."""

from typing import Any

import pytest

from casebook_operator.cases import tellings
from casebook_operator.cases.tellings import Tellings
from casebook_operator.kube import Object
from tests.operator.builders import rfc
from tests.operator.signals.objects import told

HOUR = 3_600


def error(number: int, *, dimm: int = 0, at: float = 0, count: int = 1, **more: Any) -> Object:
    """One of the Events that node-problem-detector makes: the page differs, and so each is an object of its own."""
    message = (
        f"EDAC MC0: 1 CE memory read error on CPU_SrcID#0_DIMM#{dimm} (channel:1 page:0x7a3f{number:x} offset:0x0)"
    )
    values = {"kind": "Node", "name": "node-1", "first": at, "last": at, "count": count} | more
    event = told("MemoryReadError", more.pop("message", message), **values)
    return event | {"metadata": event["metadata"] | {"name": f"node-1.{number}"}}


def counted(*events: Object) -> list[int]:
    all_of_them = Tellings()
    return [all_of_them.added_up(event)["count"] for event in events]


def test_events_of_one_thing_add_up() -> None:
    assert counted(*(error(number) for number in range(4))) == [1, 2, 3, 4]


def test_a_pod_that_waits_is_told_anew_with_each_node_that_comes_and_waits_no_longer_for_it() -> None:
    refused = [f"0/{number} nodes are available: {number} node(s) had untolerated taint(s)." for number in range(3, 20)]
    events = [told("FailedScheduling", text, kind="Pod", name="shop-0", count=1) for text in refused]
    named = [one | {"metadata": one["metadata"] | {"name": f"shop-0.{at}"}} for at, one in enumerate(events)]
    assert set(counted(*named)) == {1}


def test_a_version_of_an_event_takes_the_place_of_its_earlier_one() -> None:
    assert counted(error(1), error(2, count=2), error(2, count=5), error(2, count=5)) == [1, 3, 6, 6]


def test_those_that_a_recorder_combined_add_to_those_before() -> None:
    combined = error(9, count=3)
    combined["message"] = f"(combined from similar events): {combined['message']}"
    assert counted(*(error(number) for number in range(8)), combined)[-1] == 11


def test_they_were_first_told_when_the_earliest_was() -> None:
    all_of_them = Tellings()
    all_of_them.added_up(error(1, at=10))
    assert all_of_them.added_up(error(2, at=400))["firstTimestamp"] == rfc(10)


@pytest.mark.parametrize(
    "other",
    [
        error(2, name="node-2"),
        error(2, dimm=1),
        error(2) | {"reason": "IOError"},
        error(2, at=HOUR + 1),
        error(2) | {"message": "sda does not answer"},
    ],
    ids=["object", "module", "reason", "hour", "words"],
)
def test_another_thing_is_counted_for_itself(other: Object) -> None:
    assert counted(error(1), other) == [1, 1]


@pytest.mark.parametrize(
    "event", [error(2) | {"type": "Normal"}, told("SomethingNewer", kind="Node"), {}, {"type": "Warning"}]
)
def test_what_no_number_makes_a_failure_stays_as_it_is(event: Object) -> None:
    all_of_them = Tellings()
    assert all_of_them.added_up(event) is event
    assert len(all_of_them) == 0


def test_the_things_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tellings, "THINGS", 3)
    monkeypatch.setattr(tellings, "OF_ONE", 4)
    all_of_them = Tellings()
    for number in range(9):
        all_of_them.added_up(error(number, name=f"node-{number}"))
        all_of_them.added_up(error(number, name="node-x"))
    assert len(all_of_them) == 3
    assert all_of_them.added_up(error(99, name="node-x"))["count"] == 4
