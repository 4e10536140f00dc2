"""What a signal is: a repeat, another occurrence, a relapse, or a new case."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Signal
from casebook_operator.cases.intake import Intake
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.cases.tally import Tally
from casebook_operator.kube import Object
from casebook_operator.settings import ClusterSettings
from tests.operator.builders import (
    CLUSTER,
    NODE_SUBJECT,
    investigation,
    node,
    node_signal,
    pod,
    reference,
    rfc,
    signal,
    workload,
)
from tests.operator.fakes import FakeKube, FakeStore, refusal
from tests.operator.waiting import until

OWNED = pod(owner=reference("Deployment", "checkout"))


class Room:
    """An intake with everything around it."""

    def __init__(self) -> None:
        self.kube, self.store, self.ledger, self.tally = FakeKube(), FakeStore(), Ledger(), Tally()
        self.kube.put(workload("Deployment", "checkout"), node())
        self.intake = Intake(
            cluster=ClusterSettings(name=CLUSTER),
            resolver=SubjectResolver(self.kube),
            store=self.store,
            ledger=self.ledger,
            tally=self.tally,
            clean=lambda text: text.replace("s3cr3t", "***"),
        )

    async def see(self, *signals: Signal, obj: Object = OWNED) -> None:
        for one in signals:
            self.intake.observe(one, obj)
            await self.settle()

    async def settle(self) -> None:
        await until(lambda: not len(self.intake._work))

    def known(self, state: str, **status: Any) -> None:
        self.ledger.put(investigation(state, **status))


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    made = Room()
    yield made
    await made.intake.close()


async def test_a_new_failure_opens_the_first_episode_in_the_namespace_of_its_workload(room: Room) -> None:
    await room.see(signal())
    assert room.store.created == [investigation().name]
    latest = room.ledger.latest("shop", investigation().key)
    assert latest is not None
    assert (latest.episode, latest.subject.kind, room.tally.occurrences(latest)) == (1, "Deployment", 1)


async def test_a_failure_of_a_node_is_opened_in_the_operators_namespace(room: Room) -> None:
    await room.see(node_signal(), obj=node())
    (case,) = room.ledger.unresolved()
    assert (case.namespace, case.subject) == ("casebook", NODE_SUBJECT)


async def test_a_repeat_of_the_same_state_costs_no_request_and_no_count(room: Room) -> None:
    await room.see(signal())
    asked = len(room.kube.asked)
    await room.see(*[signal()] * 5)
    (case,) = room.ledger.unresolved()
    assert (len(room.store.created), room.tally.occurrences(case), len(room.kube.asked)) == (1, 1, asked)


async def test_another_occurrence_is_counted_in_the_same_episode(room: Room) -> None:
    await room.see(signal(0), signal(20), signal(60))
    (case,) = room.ledger.unresolved()
    assert (len(room.store.created), room.tally.occurrences(case)) == (1, 3)


async def test_two_pods_of_one_deployment_are_one_case(room: Room) -> None:
    other = pod(name="checkout-5d9f-zzzzz", owner=reference("Deployment", "checkout"))
    await room.see(signal())
    await room.see(signal(origin_uid="uid-checkout-5d9f-zzzzz"), obj=other)
    (case,) = room.ledger.unresolved()
    assert (len(room.store.created), room.tally.occurrences(case)) == (1, 2)


async def test_two_pods_that_fail_at_the_same_moment_are_one_case(room: Room) -> None:
    for uid in ("a", "b", "c"):
        room.intake.observe(signal(origin_uid=uid), OWNED)
    await room.settle()
    (case,) = room.ledger.unresolved()
    assert (len(room.store.created), room.tally.occurrences(case)) == (1, 3)


async def test_another_class_of_failure_is_another_case(room: Room) -> None:
    await room.see(signal(), signal(failure_class="OOMKilled"))
    assert len(room.store.created) == 2


async def test_a_relapse_after_recovery_opens_the_next_episode(room: Room) -> None:
    room.known("Resolved", lastSeen=rfc(0))
    await room.see(signal(900))
    latest = room.ledger.latest("shop", investigation().key)
    assert latest is not None
    assert (latest.episode, room.store.created) == (2, [investigation(episode=2).name])
    assert room.tally.occurrences(latest) == 1


async def test_the_end_of_a_closed_episode_seen_again_opens_nothing(room: Room) -> None:
    room.known("Resolved", lastSeen=rfc(30))
    await room.see(signal(0), signal(30))
    assert room.store.created == []


async def test_an_open_episode_that_a_restarted_operator_knows_is_not_opened_again(room: Room) -> None:
    room.known("Open", lastSeen=rfc(30), occurrences=4)
    await room.see(signal(30), signal(60))
    (case,) = room.ledger.unresolved()
    assert (room.store.created, room.tally.occurrences(case)) == ([], 5)


async def test_an_investigation_that_exists_already_is_taken_and_not_made_twice(room: Room) -> None:
    await room.see(signal())
    again = Room()
    again.store = room.store
    again.intake._store = room.store
    await again.see(signal())
    assert len(room.store.created) == 1
    assert len(again.ledger) == 1


async def test_messages_are_cleaned_before_they_become_part_of_a_spec(room: Room) -> None:
    await room.see(signal(message="password=s3cr3t"))
    (body,) = room.store.bodies.values()
    assert body["spec"]["signal"]["message"] == "password=***"


async def test_a_refused_creation_is_tried_again_when_the_failure_is_seen_again(room: Room) -> None:
    room.store.errors = [refusal(403, "Forbidden")]
    await room.see(signal())
    assert room.store.created == []
    await room.see(signal())
    assert len(room.store.created) == 1


@pytest.mark.usefixtures("no_pauses")
async def test_a_creation_while_the_api_server_is_away_is_retried_until_it_succeeds(room: Room) -> None:
    room.store.errors = [ClusterUnavailableError("away")] * 3
    await room.see(signal())
    assert len(room.store.created) == 1
