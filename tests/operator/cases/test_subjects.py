"""The subject of a signal is the highest owner that Casebook knows and may read."""

from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import SubjectRef
from casebook_operator.cases.subjects import MAX_OWNERS, SubjectResolver
from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of
from tests.operator.builders import NODE_SUBJECT, node, node_event, node_signal, pod, reference, signal, workload
from tests.operator.fakes import FakeKube, refusal


async def resolved(kube: FakeKube, obj: Object, of: Any = None) -> SubjectRef:
    return await SubjectResolver(kube).resolve(of or signal(), obj)


async def test_a_bare_pod_is_its_own_subject() -> None:
    found = await resolved(FakeKube(), pod())
    assert (found.kind, found.name, found.uid) == ("Pod", "checkout-5d9f-abcde", "uid-checkout-5d9f-abcde")
    assert (found.namespace, found.container, found.node_name) == ("shop", "app", "node-1")


@pytest.mark.parametrize(
    ("low", "high"), [("ReplicaSet", "Deployment"), ("Job", "CronJob"), ("StatefulSet", None), ("DaemonSet", None)]
)
async def test_the_way_up_ends_at_the_highest_owner(low: str, high: str | None) -> None:
    kube = FakeKube()
    kube.put(workload(low, "low", owner=reference(high, "high") if high else None))
    if high:
        kube.put(workload(high, "high"))
    found = await resolved(kube, pod(owner=reference(low, "low")))
    assert (found.kind, found.name) == ((high, "high") if high else (low, "low"))


async def test_an_owner_of_a_kind_that_nobody_knows_is_not_followed() -> None:
    kube = FakeKube()
    kube.put(workload("ReplicaSet", "low", owner=reference("Rollout", "argo")))
    found = await resolved(kube, pod(owner=reference("ReplicaSet", "low")))
    assert (found.kind, found.name) == ("ReplicaSet", "low")


@pytest.mark.parametrize("status", [403, 404])
async def test_an_owner_that_is_gone_or_forbidden_ends_the_way_up(status: int) -> None:
    kube = FakeKube()
    kube.put(workload("ReplicaSet", "low", owner=reference("Deployment", "high")))
    kube.fail("Deployment", "shop", "high", refusal(status))
    found = await resolved(kube, pod(owner=reference("ReplicaSet", "low")))
    assert (found.kind, found.name) == ("Deployment", "high")


@pytest.mark.parametrize("status", [403, 404])
async def test_a_refusal_is_not_remembered(status: int) -> None:
    kube, resolver = FakeKube(), SubjectResolver(FakeKube())
    resolver = SubjectResolver(kube)
    kube.fail("ReplicaSet", "shop", "low", refusal(status))
    owned = pod(owner=reference("ReplicaSet", "low"))
    assert (await resolver.resolve(signal(), owned)).kind == "ReplicaSet"
    kube.put(workload("ReplicaSet", "low", owner=reference("Deployment", "high")), workload("Deployment", "high"))
    assert (await resolver.resolve(signal(), owned)).kind == "Deployment"


async def test_an_api_server_that_is_away_is_an_error_that_may_pass() -> None:
    kube = FakeKube()
    kube.fail("ReplicaSet", "shop", "low", ClusterUnavailableError("away"))
    with pytest.raises(ClusterUnavailableError):
        await resolved(kube, pod(owner=reference("ReplicaSet", "low")))


async def test_a_loop_of_owners_ends() -> None:
    kube = FakeKube()
    kube.put(
        workload("ReplicaSet", "a", owner=reference("ReplicaSet", "b")),
        workload("ReplicaSet", "b", owner=reference("ReplicaSet", "a")),
    )
    found = await resolved(kube, pod(owner=reference("ReplicaSet", "a")))
    assert found.kind == "ReplicaSet"
    assert len(kube.asked) <= MAX_OWNERS


async def test_owners_are_read_once() -> None:
    kube = FakeKube()
    kube.put(workload("StatefulSet", "db"))
    resolver = SubjectResolver(kube)
    for number in range(3):
        await resolver.resolve(signal(), pod(name=f"db-{number}", owner=reference("StatefulSet", "db")))
    assert len(kube.asked) == 1


def test_only_the_controlling_owner_counts() -> None:
    other = reference("ReplicaSet", "other", controller=False)
    assert controller_of({"metadata": {"ownerReferences": [other, reference("Job", "mine")]}}) == reference(
        "Job", "mine"
    )
    assert controller_of({"metadata": {"ownerReferences": [other]}}) is None
    assert controller_of({"metadata": {}}) is None


async def test_a_node_is_its_own_subject() -> None:
    assert await resolved(FakeKube(), node(), node_signal()) == NODE_SUBJECT


async def test_an_event_with_the_nodes_name_for_its_uid_has_the_same_subject_as_the_condition() -> None:
    kube = FakeKube()
    kube.put(node())
    assert await resolved(kube, node_event("..."), node_signal(origin_uid="node-1")) == NODE_SUBJECT


async def test_an_event_of_a_node_that_is_gone_has_a_subject_without_uid() -> None:
    found = await resolved(FakeKube(), node_event("..."), node_signal(origin_uid="node-1"))
    assert (found.name, found.uid) == ("node-1", "")
