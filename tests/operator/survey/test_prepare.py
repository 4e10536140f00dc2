"""The objects around a failure are found as far as they still exist."""

import copy
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Entity, GapReason, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.kube import Object, paths
from casebook_operator.reading.context import CollectorContext
from casebook_operator.survey import prepare_context
from tests.operator.evidence.fakes import Case, FakeKube, forbidden
from tests.operator.evidence.fixtures import digest

Prepare = Callable[..., Awaitable[CollectorContext]]


@pytest.fixture
def prepare(kube: FakeKube, subject: SubjectRef, signal: Signal, conditions: ConditionTable) -> Prepare:
    async def run(**changed: Any) -> CollectorContext:
        arguments = {"kube": kube, "subject": subject, "signal": signal} | changed
        return await prepare_context(
            arguments["kube"],
            arguments["subject"],
            arguments["signal"],
            conditions=conditions,
            digest=digest,
            now=datetime(2026, 3, 1, 12, 1, tzinfo=UTC),
        )

    return run


def names(objects: Iterable[Object]) -> list[str]:
    return [obj["metadata"]["name"] for obj in objects]


def sibling(pod: Object, name: str, created: str, **changed: Any) -> Object:
    other = copy.deepcopy(pod)
    other["metadata"].update(name=name, uid=name, creationTimestamp=created)
    other["metadata"].update(changed)
    return other


async def test_the_pod_its_owners_and_its_node(prepare: Prepare) -> None:
    context = await prepare()
    assert names(context.pods) == ["checkout-5bd69bbfbf-c7phk"]
    assert names(context.owners) == ["checkout-5bd69bbfbf", "checkout"]
    assert context.node["metadata"]["name"] == "node-1"
    assert context.gaps == ()


async def test_other_failing_pods_follow_the_newest_first(prepare: Prepare, kube: FakeKube, case: Case) -> None:
    healthy = sibling(case["pod"], "healthy", "2026-03-01T12:09:00Z")
    healthy["status"]["containerStatuses"][0].update(restartCount=0, state={"running": {}}, lastState={})
    foreign = [{"kind": "ReplicaSet", "name": "other-1", "uid": "rs-x", "controller": True}]
    kube.add(healthy)
    kube.add(sibling(case["pod"], "stranger", "2026-03-01T12:08:00Z", ownerReferences=foreign))
    for number in range(4):
        kube.add(sibling(case["pod"], f"failing-{number}", f"2026-03-01T12:0{number}:00Z"))
    context = await prepare()
    assert names(context.pods) == ["checkout-5bd69bbfbf-c7phk", "failing-3", "failing-2"]


async def test_one_replica_has_no_siblings_to_look_for(prepare: Prepare, kube: FakeKube, case: Case) -> None:
    case["deployment"]["spec"]["replicas"] = 1
    await prepare()
    assert paths.collection("Pod", "shop") not in [path for path, _ in kube.requests]


async def test_when_the_pod_is_gone_another_failing_one_takes_its_place(
    prepare: Prepare, kube: FakeKube, case: Case
) -> None:
    del kube.answers[paths.item("Pod", "shop", "checkout-5bd69bbfbf-c7phk")]
    kube.answers[paths.collection("Pod", "shop")] = [sibling(case["pod"], "next", "2026-03-01T12:05:00Z")]
    context = await prepare()
    assert names(context.pods) == ["next"]
    assert names(context.owners) == ["checkout-5bd69bbfbf", "checkout"]
    assert [gap.reason for gap in context.gaps] == [GapReason.NOT_FOUND]


async def test_a_new_pod_of_the_same_name_is_not_the_one(prepare: Prepare, signal: Signal) -> None:
    context = await prepare(signal=msgspec.structs.replace(signal, origin_uid="older"))
    assert "newer one" in context.gaps[0].detail


async def test_the_whole_workload_is_gone(prepare: Prepare, signal: Signal) -> None:
    context = await prepare(kube=FakeKube(), signal=signal)
    assert (context.pods, context.owners, context.node) == ((), (), None)
    assert {gap.what for gap in context.gaps} == {
        "pod shop/checkout-5bd69bbfbf-c7phk",
        "deployment shop/checkout",
    }


async def test_a_forbidden_owner_leaves_a_gap_and_the_subject_itself(prepare: Prepare, kube: FakeKube) -> None:
    kube.answers[paths.item("ReplicaSet", "shop", "checkout-5bd69bbfbf")] = forbidden("get", "replicasets", "apps")
    context = await prepare()
    assert names(context.owners) == ["checkout"]
    assert [gap.reason for gap in context.gaps] == [GapReason.FORBIDDEN]
    assert names(context.pods) == ["checkout-5bd69bbfbf-c7phk"]


async def test_an_owner_of_an_unknown_kind_is_not_followed(prepare: Prepare, kube: FakeKube, case: Case) -> None:
    owner = {"kind": "Rollout", "name": "checkout", "uid": "ro-1", "controller": True}
    case["deployment"]["metadata"]["ownerReferences"] = [owner]
    assert names((await prepare()).owners) == ["checkout-5bd69bbfbf", "checkout"]


async def test_a_person_asks_about_a_workload_whose_status_is_fine(
    prepare: Prepare, kube: FakeKube, case: Case, signal: Signal
) -> None:
    status = case["pod"]["status"]["containerStatuses"][0]
    status.update(restartCount=0, state={"running": {"startedAt": "2026-03-01T12:00:03Z"}}, lastState={})
    origin = Entity(kind="Deployment", namespace="shop", name="checkout")
    manual = msgspec.structs.replace(signal, trigger=Trigger.MANUAL, origin=origin, origin_uid="")
    assert names((await prepare(signal=manual)).pods) == ["checkout-5bd69bbfbf-c7phk"]


async def test_a_node(prepare: Prepare, kube: FakeKube, signal: Signal) -> None:
    context = await prepare(subject=SubjectRef(kind="Node", name="node-1"))
    assert context.is_node_case
    assert context.node["metadata"]["name"] == "node-1"
    assert [path for path, _ in kube.requests] == ["/api/v1/nodes/node-1"]
