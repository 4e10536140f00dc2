"""What a person made and nobody has concluded explains nothing, absorbs nothing and closes nothing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from casebook_analyzer.errors import ClusterRefusedError
from casebook_analyzer.models import Entity, Trigger
from casebook_operator.investigation import Investigation, parse
from casebook_operator.kube import Object
from tests.operator.builders import investigation, pod, rfc, signal, stored, subject, summary
from tests.operator.cases.rooms import OWNED, SEAL, Room

NODE_NOT_READY = {
    "failureClass": "NodeNotReady",
    "occurredTime": rfc(-60),
    "originRef": {"kind": "Node", "name": "node-1"},
}
LEDGER = pod(name="ledger-0", namespace="bank")
LOST = signal(
    trigger=Trigger.POD_LOST,
    failure_class=Trigger.POD_LOST.value,
    origin=Entity(kind="Pod", namespace="bank", name="ledger-0"),
    origin_uid="uid-ledger-0",
)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    made = Room()
    yield made
    await made.deduplicator.close()


def by_hand(namespace: str, state: str = "", **spec: Any) -> Investigation:
    """What a user created with kubectl."""
    about = {"trigger": "NodeCondition", "subjectRef": {"kind": "Node", "name": "node-1"}, "signal": NODE_NOT_READY}
    body: Object = {"metadata": {"name": "x", "namespace": namespace}, "spec": about | spec}
    return parse(stored(body, uid=f"uid-of-{namespace}", status=summary(state) if state else None))


@pytest.mark.parametrize("namespace", ["evil", "casebook"])
async def test_a_failure_does_not_fold_into_a_node_that_a_user_calls_broken(room: Room, namespace: str) -> None:
    room.cases.put(by_hand(namespace))
    await room.see(LOST, obj=LEDGER)
    assert room.opened() == ["Pod/ledger-0 PodLost"]


@pytest.mark.parametrize("namespace", ["evil", "casebook"])
async def test_an_open_case_is_not_handed_over_to_it(room: Room, namespace: str) -> None:
    shops = room.known("Open", occurrences=1)
    room.kube.put(OWNED)
    room.cases.put(by_hand(namespace))
    lost = investigation("Open", of=LOST, about=subject(kind="Pod", namespace="bank", name="ledger-0"))
    assert await room.inhibitor.cause_of(shops) is None
    assert await room.inhibitor.cause_of(lost) is None


async def test_it_explains_once_casebook_has_concluded_it(room: Room) -> None:
    room.cases.put(by_hand("casebook", "Open"))
    await room.see(LOST, obj=LEDGER)
    assert room.opened() == []


async def test_what_the_operator_opened_explains_at_once_also_after_a_restart(room: Room) -> None:
    body = {"metadata": {"name": "x", "namespace": "casebook"}, "spec": {"trigger": "NodeCondition"}}
    body["spec"] |= {"subjectRef": {"kind": "Node", "name": "node-1"}, "signal": NODE_NOT_READY}
    room.cases.put(parse(stored(SEAL.sealed(body))))
    await room.see(LOST, obj=LEDGER)
    assert room.opened() == []


async def test_a_service_that_a_user_calls_broken_explains_no_caller(room: Room) -> None:
    seen = {
        "failureClass": "ServiceUnavailable",
        "occurredTime": rfc(-60),
        "originRef": {"kind": "Service", "name": "db"},
    }
    about = {"kind": "Service", "namespace": "shop", "name": "db"}
    room.cases.put(by_hand("shop", trigger="ServiceUnavailable", subjectRef=about, signal=seen))
    blames = [about | {"role": "cause"}, {"kind": "Deployment", "name": "checkout", "role": "subject"}]
    caller = room.known("Open", affectedEntities=blames)
    assert await room.inhibitor.cause_of(caller) is None


def shops(name: str, **status: Any) -> Object:
    """What a user of the shop made under the name that the next case of checkout will have."""
    spec = {"subjectRef": {"kind": "Deployment", "name": name}}
    body: Object = {"metadata": {"name": investigation().name, "namespace": "shop"}, "spec": spec}
    return stored(body, status=status or None)


@pytest.mark.parametrize("taken", [shops("another"), shops("checkout", **summary("Failed"))])
async def test_a_name_that_somebody_took_hides_no_failure(room: Room, taken: Object) -> None:
    room.store.bodies[taken["metadata"]["name"]] = taken
    await room.see(signal())
    assert room.opened() == ["Deployment/checkout CrashLoopBackOff"]
    assert room.store.created == [investigation(episode=2).name]


async def test_somebody_who_takes_all_names_is_told_of(room: Room) -> None:
    for episode in range(1, 10):
        room.store.bodies[investigation(episode=episode).name] = shops("another")
    with pytest.raises(ClusterRefusedError, match="taken by others"):
        await room.opener.open(signal(), subject())
