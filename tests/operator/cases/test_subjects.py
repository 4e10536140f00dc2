"""The subject of a signal is the highest owner that Casebook knows and may read."""

from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Entity, SubjectRef
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.kube import Object
from casebook_operator.kube.objects import MAX_OWNERS, controller_of
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


async def test_an_owner_of_the_same_kind_in_somebody_elses_group_is_not_followed() -> None:
    """OpenKruise has a StatefulSet of its own."""
    foreign = reference("StatefulSet", "db") | {"apiVersion": "apps.kruise.io/v1alpha1"}
    assert (await resolved(FakeKube(), pod(owner=foreign))).kind == "Pod"
    ours = reference("StatefulSet", "db") | {"apiVersion": "apps/v1"}
    assert (await resolved(FakeKube(), pod(owner=ours))).kind == "StatefulSet"


async def test_a_static_pod_is_its_own_subject_though_its_node_owns_it() -> None:
    found = await resolved(FakeKube(), pod(owner=reference("Node", "node-1")))
    assert (found.kind, found.namespace) == ("Pod", "shop")


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


@pytest.mark.parametrize("name", ["../../secrets", "X", "-", "a" * 254, "a\x00"])
async def test_an_owner_whose_name_no_workload_can_have_is_not_followed(name: str) -> None:
    """The API server refuses an Investigation of it, so that the pod's failure would be told by nothing."""
    found = await resolved(FakeKube(), pod(owner=reference("StatefulSet", name)))
    assert (found.kind, found.name) == ("Pod", "checkout-5d9f-abcde")


async def test_an_event_cannot_say_who_owns_what_is_in_another_namespace() -> None:
    """It names something of its own namespace, and the UID of what it wants to be found elsewhere."""
    kube = FakeKube()
    kube.put(
        workload("ReplicaSet", "mine", namespace="evil", owner=reference("Deployment", "decoy")),
        workload("ReplicaSet", "low", owner=reference("Deployment", "high")),
        workload("Deployment", "high"),
    )
    resolver = SubjectResolver(kube)
    forged = signal(origin=Entity(kind="ReplicaSet", namespace="evil", name="mine"), origin_uid="uid-ReplicaSet-low")
    await resolver.resolve(forged, node_event("...", kind="ReplicaSet", name="mine"))
    found = await resolver.resolve(signal(), pod(owner=reference("ReplicaSet", "low")))
    assert (found.kind, found.name) == ("Deployment", "high")


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


def told_of(kind: str, name: str, uid: str = "", **more: Any) -> tuple[Object, Any]:
    """An Event about an object, and the signal of it."""
    origin = Entity(kind=kind, namespace="shop", name=name)
    event = node_event("...", kind=kind, name=name)
    return event, signal(origin=origin, origin_uid=uid or f"uid-{name}", container="", **more)


async def test_an_event_about_a_pod_is_about_its_highest_owner() -> None:
    kube = FakeKube()
    kube.put(
        pod(owner=reference("ReplicaSet", "low")),
        workload("ReplicaSet", "low", owner=reference("Deployment", "high")),
        workload("Deployment", "high"),
    )
    event, of = told_of("Pod", "checkout-5d9f-abcde")
    found = await resolved(kube, event, of)
    assert (found.kind, found.name, found.namespace) == ("Deployment", "high", "shop")


@pytest.mark.parametrize(("low", "high"), [("ReplicaSet", "Deployment"), ("Job", "CronJob")])
async def test_an_event_about_a_controller_is_about_what_controls_it(low: str, high: str) -> None:
    kube = FakeKube()
    kube.put(workload(low, "low", owner=reference(high, "high")), workload(high, "high"))
    event, of = told_of(low, "low")
    assert (await resolved(kube, event, of)).kind == high


async def test_a_status_and_an_event_of_one_pod_have_one_subject() -> None:
    kube = FakeKube()
    owned = pod(owner=reference("StatefulSet", "db"), name="db-0")
    kube.put(owned, workload("StatefulSet", "db"))
    event, of = told_of("Pod", "db-0")
    assert await resolved(kube, event, of) == await resolved(kube, owned, of)


async def test_the_pod_of_an_event_is_not_read_when_its_status_was_seen() -> None:
    kube = FakeKube()
    kube.put(workload("StatefulSet", "db"))
    resolver = SubjectResolver(kube)
    event, of = told_of("Pod", "db-0")
    await resolver.resolve(of, pod(name="db-0", owner=reference("StatefulSet", "db")))
    assert (await resolver.resolve(of, event)).name == "db"
    assert len(kube.asked) == 1


async def test_an_event_about_a_pod_that_is_gone_is_about_the_pod() -> None:
    event, of = told_of("Pod", "gone")
    found = await resolved(FakeKube(), event, of)
    assert (found.kind, found.name, found.uid) == ("Pod", "gone", "uid-gone")


@pytest.mark.parametrize(
    "kind", ["PersistentVolumeClaim", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Service", "CronJob"]
)
async def test_other_objects_are_their_own_subject_whoever_made_them(kind: str) -> None:
    made = workload(kind, "data", owner=reference("Widget", "maker"))
    _, of = told_of(kind, "data")
    found = await resolved(FakeKube(), made, of)
    assert (found.kind, found.namespace, found.name, found.uid) == (kind, "shop", "data", "uid-data")


@pytest.mark.parametrize("kind", ["PersistentVolume", "MutatingWebhookConfiguration", "Namespace"])
async def test_an_object_without_a_namespace_is_a_subject_without_one(kind: str) -> None:
    event, of = told_of(kind, "one")
    assert (await resolved(FakeKube(), event, of)).namespace == ""
