"""One pod, one node, or everything."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import FactKind, SubjectRef, Trigger
from casebook_operator.collectors.neighbours import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, obj, triggered

FAILING = {"phase": "Running", "containerStatuses": [{"name": "c", "restartCount": 3, "state": {}}]}


def peer(name: str, kernel: str = "6.1.0", ready: str = "True", zone: str = "eu-1a") -> Object:
    status = {"nodeInfo": {"kernelVersion": kernel}, "conditions": [{"type": "Ready", "status": ready}]}
    return obj("Node", name, labels={"topology.kubernetes.io/zone": zone}, status=status)


def neighbour(name: str, status: Any = None) -> Object:
    owner = [{"kind": "DaemonSet", "name": name, "uid": name, "controller": True}]
    given = status or {"phase": "Running"}
    return obj("Pod", f"{name}-x", "other", spec={"nodeName": "node-1"}, status=given, ownerReferences=owner)


@pytest.fixture
def near(context: CollectorContext, case: Case) -> CollectorContext:
    return replace(context, kube=FakeKube(case["pod"], case["node"], peer("b"), peer("c")))


@pytest.fixture
def node_case(near: CollectorContext) -> CollectorContext:
    subject = SubjectRef(kind="Node", name="node-1", node_name="node-1")
    return replace(triggered(near, Trigger.NODE_CONDITION), subject=subject, pods=(), owners=())


async def test_the_pod_is_alone_with_its_failure(collect: Collect, near: CollectorContext, texts: Texts) -> None:
    near.kube.add(neighbour("agent"))
    findings = await collect(COLLECTOR, near)
    assert texts(findings) == ["0 of 1 other pods on node node-1 show a failure, of 0 workloads"]
    assert "nodes of the cluster: 3, 0 not ready" in findings.collected().looked_for


async def test_others_on_the_node_fail_too_and_only_a_case_of_the_node_names_them(
    collect: Collect, near: CollectorContext, node_case: CollectorContext, texts: Texts
) -> None:
    near.kube.add(neighbour("agent", FAILING))
    told = "1 of 1 other pods on node node-1 show a failure, of 1 workloads"
    assert told in texts(await collect(COLLECTOR, near))
    (named,) = [text for text in texts(await collect(COLLECTOR, node_case)) if "show a failure" in text]
    assert named.endswith(": DaemonSet other/agent, Deployment shop/checkout")


async def test_images_of_other_registries_cannot_be_pulled_either(
    collect: Collect, near: CollectorContext, case: Case, objects: Objects
) -> None:
    waits = {"containerStatuses": [{"name": "app", "state": {"waiting": {"reason": "ImagePullBackOff"}}}]}
    case["pod"]["status"] |= waits
    other = neighbour("agent", waits)
    other["spec"]["containers"] = [{"name": "app", "image": "registry.example/agent:1"}]
    near.kube.add(other)
    assert objects(await collect(COLLECTOR, near)) == []
    other["spec"]["containers"][0]["image"] = "mirror.example/agent:1"
    assert objects(await collect(COLLECTOR, near)) == [("Node", "node-1", "all-pulls-fail")]


async def test_several_nodes_of_a_zone_are_lost_together(
    collect: Collect, near: CollectorContext, texts: Texts
) -> None:
    for name in ("d", "e"):
        near.kube.add(peer(name, ready="Unknown"))
    near.kube.add(peer("f", zone="eu-1b"))
    told = texts(await collect(COLLECTOR, near))
    assert "2 of 6 nodes are not heard of: d, e" in told
    assert "2 of 5 nodes of zone eu-1a are not ready, 2 of 6 in all" in told


async def test_a_node_that_runs_another_kernel_than_its_peers(
    collect: Collect, near: CollectorContext, case: Case
) -> None:
    case["node"]["status"]["nodeInfo"]["kernelVersion"] = "6.8.0"
    (change,) = [fact for fact in (await collect(COLLECTOR, near)).facts if fact.kind is FactKind.CHANGE]
    assert change.text == "Node node-1 has kernel 6.8.0, while 2 of 2 others have 6.1.0"
    assert (change.attributes["change"], change.time) == ("kernel", None)


async def test_a_version_that_some_peer_has_too_is_no_difference(
    collect: Collect, near: CollectorContext, case: Case
) -> None:
    case["node"]["status"]["nodeInfo"]["kernelVersion"] = "6.8.0"
    near.kube.add(peer("d", kernel="6.8.0"))
    assert not [fact for fact in (await collect(COLLECTOR, near)).facts if fact.kind is FactKind.CHANGE]


async def test_a_node_that_joined_just_before(collect: Collect, near: CollectorContext, case: Case) -> None:
    case["node"]["metadata"]["creationTimestamp"] = "2026-03-01T11:57:12Z"
    veteran = peer("veteran")
    veteran["metadata"]["creationTimestamp"] = "2026-01-01T00:00:00Z"
    near.kube.add(veteran)
    (change,) = [fact for fact in (await collect(COLLECTOR, near)).facts if fact.kind is FactKind.CHANGE]
    assert change.text == "Node node-1 joined the cluster 3 min before the failure"
    assert change.attributes["change"] == "node"


async def test_the_first_nodes_of_a_cluster_join_nothing(collect: Collect, near: CollectorContext, case: Case) -> None:
    case["node"]["metadata"]["creationTimestamp"] = "2026-03-01T11:57:12Z"
    founder = peer("founder")
    founder["metadata"]["creationTimestamp"] = "2026-03-01T11:40:00Z"
    near.kube.add(founder)
    assert not [fact for fact in (await collect(COLLECTOR, near)).facts if fact.kind is FactKind.CHANGE]


async def test_how_long_kubelet_has_been_silent(collect: Collect, near: CollectorContext) -> None:
    near.kube.add(obj("Lease", "node-1", "kube-node-lease", spec={"renewTime": "2026-03-01T11:55:30.000000Z"}))
    (lease,) = [fact for fact in (await collect(COLLECTOR, near)).facts if "leaseAge" in fact.attributes]
    assert lease.text == "Kubelet of node node-1 renewed its lease 5 min ago"
    assert lease.attributes["leaseAge"] == "300"


def test_a_pods_case_asks_for_them_only_in_a_second_look(near: CollectorContext, node_case: CollectorContext) -> None:
    assert not COLLECTOR.at_once(near)
    assert COLLECTOR.at_once(node_case)
    lost = msgspec.structs.replace(near.signal, trigger=Trigger.POD_LOST)
    assert COLLECTOR.at_once(replace(near, signal=lost))


async def test_a_cluster_of_one_node_is_told_from_one_worker_that_somebody_saved(
    collect: Collect, near: CollectorContext, case: Case
) -> None:
    for role, said in (("control-plane", ", and it is the control plane"), ("worker", "")):
        only = {
            **case["node"],
            "metadata": {**case["node"]["metadata"], "labels": {f"node-role.kubernetes.io/{role}": ""}},
        }
        sole = replace(near, kube=FakeKube(case["pod"], only), node=only)
        told = (await collect(COLLECTOR, sole)).collected().looked_for
        assert f"nodes of the cluster: 1, 0 not ready{said}" in told
