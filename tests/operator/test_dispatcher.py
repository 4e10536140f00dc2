"""The dispatcher hands what a sensor sees to the part that it concerns."""

from typing import Any

import pytest

from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.dispatcher import Dispatcher
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.kube import Object
from casebook_operator.scope import Scope
from tests.operator.builders import crash_looping, pod, signal, stored, subject, summary

PLACE = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")


class Feedback:
    """Whoever reads the annotations of Investigations."""

    def __init__(self) -> None:
        self.cases: list[str] = []

    def seen(self, case: Investigation, body: Object) -> None:
        self.cases.append(case.name)


class Refused:
    """Whoever tells people why not."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []

    def submit(self, case: Investigation, why: str) -> None:
        self.told.append((case.name, why))


class Room:
    """A dispatcher, and what it handed on."""

    def __init__(self) -> None:
        self.objects: list[tuple[str, str]] = []
        self.submitted: list[str] = []
        self.forgotten: list[str] = []
        self.refused = Refused()
        self.taxonomies: list[tuple[str, bool]] = []
        self.looked_at_again: list[ObjectKey] = []
        self.cases, self.feedback = OpenCases(look_again=self.looked_at_again.append, scope=Scope()), Feedback()
        self.reflection = Feedback()
        self.dispatcher = Dispatcher(
            signals=self,
            taxonomies=self,
            cases=self.cases,
            refusals=self.refused,
            intake=self,
            feedback=self.feedback,
            reflection=self.reflection,
        )

    def look(self, kind: str, obj: Object) -> None:
        self.objects.append(("look", kind))

    def gone(self, kind: str, obj: Object) -> None:
        self.objects.append(("gone", kind))

    def submit(self, case: Investigation) -> None:
        self.submitted.append(case.name)

    def forget(self, uid: str) -> None:
        self.forgotten.append(uid)

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        self.taxonomies.append((body["metadata"]["name"], deleted))


@pytest.fixture
def room() -> Room:
    return Room()


def body(state: str = "", *, name: str = "seen", **status: Any) -> Object:
    made = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    made["metadata"]["name"] = name
    return stored(made, status=(summary(state) if state else {}) | status)


def test_what_is_there_is_asked_for_signals_and_what_is_deleted_is_not(room: Room) -> None:
    room.dispatcher.seen("Pod", pod(crash_looping()), deleted=False)
    room.dispatcher.seen("Pod", pod(crash_looping()), deleted=True)
    assert room.objects == [("look", "Pod"), ("gone", "Pod")]


def test_taxonomies_are_handed_to_whoever_puts_them_in_force(room: Room) -> None:
    room.dispatcher.taxonomy({"metadata": {"name": "ours"}}, deleted=False)
    room.dispatcher.taxonomy({"metadata": {"name": "ours"}}, deleted=True)
    assert room.taxonomies == [("ours", False), ("ours", True)]


def test_what_was_folded_into_a_case_that_somebody_deleted_is_looked_at_again(room: Room) -> None:
    known = body("Open", name="deleted")
    room.dispatcher.investigation(known, deleted=False)
    room.cases.handled.park(known["metadata"]["uid"], signal(), PLACE)
    room.dispatcher.investigation(known, deleted=True)
    assert room.looked_at_again == [PLACE]


@pytest.mark.parametrize(("state", "worked"), [("", True), ("Investigating", True), ("Open", False), ("Failed", False)])
def test_only_investigations_without_a_conclusion_are_work(room: Room, state: str, worked: bool) -> None:
    room.dispatcher.investigation(body(state), deleted=False)
    assert bool(room.submitted) is worked


@pytest.mark.parametrize(("state", "deleted"), [("Open", False), ("Failed", False), ("", True)])
def test_nothing_waits_that_is_concluded_refused_or_deleted(room: Room, state: str, deleted: bool) -> None:
    one = body(state)
    room.dispatcher.investigation(one, deleted=deleted)
    assert room.forgotten == [one["metadata"]["uid"]]


def test_an_open_case_is_known_until_it_is_deleted(room: Room) -> None:
    room.dispatcher.investigation(body("Open"), deleted=False)
    assert len(room.cases.index) == 1
    room.dispatcher.investigation(body("Open"), deleted=True)
    assert len(room.cases.index) == 0


def test_nothing_is_remembered_of_what_is_refused(room: Room) -> None:
    foreign = body(name="sly")
    foreign["spec"]["subjectRef"] = {"kind": "Node", "name": "node-1"}
    room.dispatcher.investigation(foreign, deleted=False)
    assert (len(room.cases.index), room.submitted, [*room.feedback.cases, *room.reflection.cases]) == (0, [], [])
    ((name, why),) = room.refused.told
    assert name == "sly"
    assert "belong into the namespace casebook" in why


def test_a_refusal_gives_back_what_was_parked(room: Room) -> None:
    known = body(name="accepted-once")
    room.dispatcher.investigation(known, deleted=False)
    room.cases.handled.park(known["metadata"]["uid"], signal(), PLACE)
    room.dispatcher.investigation(body("Failed", name="accepted-once"), deleted=False)
    assert room.looked_at_again == [PLACE]
    assert len(room.cases.index) == 0


def test_late_news_of_a_closed_case_does_not_open_it_again(room: Room) -> None:
    room.dispatcher.investigation(body("Resolved"), deleted=False)
    room.dispatcher.investigation(body("Open"), deleted=False)
    assert list(room.cases.index.unresolved()) == []


def test_every_version_of_an_investigation_is_read_for_what_people_say(room: Room) -> None:
    room.dispatcher.investigation(body("Open"), deleted=False)
    room.dispatcher.investigation(body("Resolved"), deleted=False)
    room.dispatcher.investigation(body("Resolved"), deleted=True)
    assert room.feedback.cases == room.reflection.cases == ["seen", "seen"]
