"""A subject's past on one axis."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.models import Change, Entity, Incident, SubjectRef
from casebook_analyzer.timeline import MomentKind, make_timeline
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

CHECKOUT = "Deployment/shop/checkout"


def with_signal(incident: Incident, **changes: object) -> Incident:
    signal = msgspec.structs.replace(incident.bundle.signal, **changes)
    return msgspec.structs.replace(incident, bundle=msgspec.structs.replace(incident.bundle, signal=signal))


def node_fault(node: str, *, opened: datetime) -> Incident:
    incident = make_incident("xid79", workload=node)
    bundle = msgspec.structs.replace(incident.bundle, subject=SubjectRef(kind="Node", name=node))
    fault = msgspec.structs.replace(incident, id=f"{node}-{opened}", bundle=bundle, opened_at=opened)
    return with_signal(fault, occurred_at=opened)


async def test_faults_of_a_node_are_told_from_a_day_before_the_first_episode(lexical_memory: Memory) -> None:
    await lexical_memory.record(with_signal(make_incident(), node_name="worker-1"))
    for hours in (-25, -23, 50):
        await lexical_memory.record(node_fault("worker-1", opened=OPENED + timedelta(hours=hours)))
    await lexical_memory.record(node_fault("worker-2", opened=OPENED))
    found = await read_timeline(lexical_memory.session, CHECKOUT)
    faults = [moment.time for moment in found.moments if moment.on == "Node/worker-1"]
    assert faults == [OPENED - timedelta(hours=23), OPENED + timedelta(hours=50)]
    assert not [moment for moment in found.moments if moment.on == "Node/worker-2"]


async def test_only_the_latest_episodes_are_told(lexical_memory: Memory) -> None:
    for number in range(5):
        await lexical_memory.record(make_incident(number=number, days=number))
    found = await read_timeline(lexical_memory.session, CHECKOUT, limit=2)
    assert {moment.incident for moment in found.moments} == {
        "shop/checkout-missing-env-3",
        "shop/checkout-missing-env-4",
    }


async def test_another_tenant_has_another_timeline(opened: Callable[..., Memory]) -> None:
    ours, theirs = opened(), opened(tenant="cluster-b")
    await ours.record(make_incident())
    assert (await read_timeline(theirs.session, CHECKOUT)).moments == ()


def test_a_change_that_two_episodes_tell_of_stands_once() -> None:
    first, second = make_incident(number=1), make_incident(number=2)
    found = make_timeline(CHECKOUT, [first, second], (), ())
    assert [moment.kind for moment in found.moments].count(MomentKind.CHANGE) == 1


def test_a_change_without_a_time_stands_where_the_failure_began() -> None:
    incident = make_incident()
    facts = tuple(msgspec.structs.replace(fact, time=None) for fact in incident.bundle.facts)
    undated = msgspec.structs.replace(incident, bundle=msgspec.structs.replace(incident.bundle, facts=facts))
    change = make_timeline(CHECKOUT, [undated], (), ()).moments[0]
    assert (change.kind, change.time) == (MomentKind.CHANGE, OPENED)
    assert change.text.endswith("(at a time that is not known)")


def test_a_failure_without_a_clock_began_when_the_case_was_opened() -> None:
    incident = with_signal(make_incident(), occurred_at=datetime(1970, 1, 1, tzinfo=UTC))
    moments = make_timeline(CHECKOUT, [incident], (), ()).moments
    assert {moment.time for moment in moments if moment.kind is MomentKind.FAILURE} == {OPENED}


def test_a_recovery_tells_all_that_was_changed() -> None:
    change = Change(text="memory limit: 64Mi -> 256Mi", fix="raise the memory limit")
    incident = make_incident(resolution=make_resolution(changes=(change,)))
    recovery = make_timeline(CHECKOUT, [incident], (), ()).moments[-1]
    assert recovery.kind is MomentKind.RECOVERY
    assert recovery.text == "TemplateChanged: env DATABASE_URL added to container app; memory limit: 64Mi -> 256Mi"


async def test_nodes_are_also_found_among_the_entities(lexical_memory: Memory) -> None:
    incident = make_incident()
    entities = (Entity(kind="Node", name="worker-3", role="node"), Entity(kind="Pod", name="x"))
    bundle = msgspec.structs.replace(incident.bundle, entities=entities)
    await lexical_memory.record(msgspec.structs.replace(incident, bundle=bundle))
    assert (await read_timeline(lexical_memory.session, CHECKOUT)).nodes == ("Node/worker-3",)


async def test_a_node_has_a_timeline_of_its_own(lexical_memory: Memory) -> None:
    await lexical_memory.record(node_fault("worker-1", opened=OPENED))
    found = await read_timeline(lexical_memory.session, "Node/worker-1")
    assert (found.episodes, found.nodes) == (1, ())
