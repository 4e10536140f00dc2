"""Sparse objects become a consistent cluster; nothing that would be a finding is made up."""

from typing import Any

import pytest

from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import controller_of
from casebook_operator.reading.selectors import label_selector
from tests.operator.offline.conftest import snapshot
from tests.operator.offline.samples import (
    DEPLOYMENT,
    NAMESPACE,
    POD,
    REPLICA_SET,
    crash_loop,
    event,
    owner,
    pod,
    reference,
)


def without(obj: Object, *names: str) -> Object:
    obj["metadata"] = {name: value for name, value in obj["metadata"].items() if name not in names}
    return obj


@pytest.mark.parametrize(
    "listed",
    [
        {"kind": "PodList", "apiVersion": "v1", "items": [without(pod(), "x") | {"kind": None}]},
        {"kind": "List", "apiVersion": "v1", "items": [pod()]},
        {"items": [pod()]},
        {"kind": "List", "items": [{"kind": "PodList", "items": [pod()]}]},
    ],
    ids=["typed", "untyped", "without a kind", "nested"],
)
def test_lists_are_unrolled(listed: Object) -> None:
    if listed.get("kind") == "PodList":
        listed["items"] = [{name: value for name, value in item.items() if name != "kind"} for item in listed["items"]]
    assert ("Pod", NAMESPACE, POD) in snapshot(crash_loop(objects=[listed])).objects


def test_events_among_the_objects_are_events() -> None:
    listed = {"kind": "EventList", "apiVersion": "v1", "items": [event()]}
    assert [found["reason"] for found in snapshot(crash_loop(objects=[listed], events=[])).events] == ["BackOff"]


def test_the_newer_shape_of_events_is_read() -> None:
    newer = {
        "apiVersion": "events.k8s.io/v1",
        "metadata": {"namespace": NAMESPACE},
        "regarding": {"kind": "Pod", "name": POD, "namespace": NAMESPACE},
        "note": "Back-off",
        "deprecatedCount": 3,
        "deprecatedLastTimestamp": "2026-03-04T05:06:10Z",
    }
    found = snapshot(crash_loop(events=[newer])).events[0]
    assert (found["involvedObject"]["name"], found["message"], found["count"]) == (POD, "Back-off", 3)
    assert found["lastTimestamp"] == "2026-03-04T05:06:10Z"


def test_uids_are_filled_and_references_stay_true() -> None:
    held = snapshot(
        crash_loop(
            objects=[
                without(owner("Deployment", DEPLOYMENT), "uid"),
                without(owner("ReplicaSet", REPLICA_SET, reference("Deployment", DEPLOYMENT) | {"uid": ""}), "uid"),
                without(pod(), "uid"),
            ]
        )
    )
    chain, obj = [], held.objects["Pod", NAMESPACE, POD]
    while (above := controller_of(obj)) is not None:
        obj = held.objects[above["kind"], NAMESPACE, above["name"]]
        assert obj["metadata"]["uid"] == above["uid"]
        chain.append(obj["kind"])
    assert chain == ["ReplicaSet", "Deployment"]
    assert held.events[0]["involvedObject"]["uid"] == held.objects["Pod", NAMESPACE, POD]["metadata"]["uid"]


def test_filled_uids_are_the_same_every_time() -> None:
    documents = [crash_loop(objects=[without(pod(), "uid")]) for _ in range(2)]
    first, second = (snapshot(document).objects["Pod", NAMESPACE, POD]["metadata"]["uid"] for document in documents)
    assert first == second


def test_no_time_is_made_up() -> None:
    held = snapshot(crash_loop(objects=[without(pod(), "creationTimestamp")]))
    assert "creationTimestamp" not in held.objects["Pod", NAMESPACE, POD]["metadata"]


def test_a_pod_without_owners_is_adopted_by_the_workload_that_selects_and_names_it() -> None:
    orphan = without(pod(), "ownerReferences")
    held = snapshot(crash_loop(objects=[owner("Deployment", DEPLOYMENT), orphan]))
    above = controller_of(held.objects["Pod", NAMESPACE, POD])
    assert above is not None
    assert (above["kind"], above["name"]) == ("Deployment", DEPLOYMENT)


@pytest.mark.parametrize("hidden", ["selector", "labels"])
def test_where_labels_are_not_shown_the_longest_name_decides(hidden: str) -> None:
    workloads = [owner("Deployment", name) for name in (DEPLOYMENT, f"{DEPLOYMENT}-worker")]
    orphan = without(pod(name=f"{DEPLOYMENT}-worker-5d9f-abcde"), "ownerReferences")
    if hidden == "labels":
        without(orphan, "labels")
    else:
        for obj in workloads:
            del obj["spec"]["selector"]
    held = snapshot(crash_loop(objects=[*workloads, orphan]))
    above = controller_of(held.objects["Pod", NAMESPACE, f"{DEPLOYMENT}-worker-5d9f-abcde"])
    assert above is not None
    assert above["name"] == f"{DEPLOYMENT}-worker"


@pytest.mark.parametrize(("reason", "type_"), [("FailedMount", "Warning"), ("Pulled", "Normal")])
def test_the_type_of_an_event_is_that_of_its_reason(reason: str, type_: str) -> None:
    untyped = event(reason=reason)
    del untyped["type"]
    assert snapshot(crash_loop(events=[untyped])).events[0]["type"] == type_


def test_a_pod_that_only_looks_alike_is_not_adopted() -> None:
    stranger = without(pod(name="checkout-canary", labels={"app": "other"}), "ownerReferences")
    held = snapshot(crash_loop(objects=[owner("Deployment", DEPLOYMENT), stranger]))
    assert controller_of(held.objects["Pod", NAMESPACE, "checkout-canary"]) is None


async def test_a_workload_without_a_selector_finds_its_own_pods() -> None:
    document = crash_loop()
    for obj in document["objects"][:2]:
        del obj["spec"]["selector"]
    document["objects"][2]["metadata"].pop("labels")
    document["objects"].append(pod(name="other-0", uid="uid-other", ownerReferences=[reference("ReplicaSet", "other")]))
    held = snapshot(document)
    selector = label_selector(held.objects["Deployment", NAMESPACE, DEPLOYMENT]["spec"]["selector"])
    listed = await held.list(paths.collection("Pod", NAMESPACE), labelSelector=selector)
    assert [found["metadata"]["name"] for found in listed] == [POD]


@pytest.mark.parametrize(
    "broken",
    [
        {"kind": "Pod", "metadata": {"name": POD, "namespace": NAMESPACE}, "spec": "text", "status": ["list"]},
        {"kind": "Pod", "metadata": {"name": POD, "namespace": NAMESPACE, "labels": [1], "ownerReferences": "x"}},
        {
            "kind": "Pod",
            "metadata": {"name": POD, "namespace": NAMESPACE},
            "spec": {"containers": ["x", {"image": "nameless"}, {"name": "app", "env": "no"}], "volumes": {"a": 1}},
            "status": {"containerStatuses": [None, {"state": {"terminated": {"exitCode": "137"}}}], "conditions": [7]},
        },
    ],
)
def test_fields_of_the_wrong_type_are_left_out(broken: Object) -> None:
    assert ("Pod", NAMESPACE, POD) in snapshot(crash_loop(objects=[broken])).objects


def test_conditions_of_an_endpoint_are_flags() -> None:
    endpoint = {"addresses": ["10.1.2.3"], "conditions": {"ready": False, "serving": None}}
    sliced = {"kind": "EndpointSlice", "metadata": {"name": "api-x", "namespace": NAMESPACE}, "endpoints": [endpoint]}
    found = snapshot(crash_loop(objects=[sliced])).objects["EndpointSlice", NAMESPACE, "api-x"]
    assert found["endpoints"][0]["conditions"] == {"ready": False}


def test_numbers_and_booleans_where_the_api_has_texts() -> None:
    status: dict[str, Any] = {"conditions": [{"type": "Ready", "status": False}]}
    loose = {"kind": "Node", "metadata": {"name": 7, "labels": {"zone": 1}}, "status": status}
    found = snapshot(crash_loop(objects=[loose])).objects["Node", "", "7"]
    assert found["status"]["conditions"][0]["status"] == "False"
    assert found["metadata"]["labels"] == {"zone": "1"}


def test_what_is_no_object_is_counted() -> None:
    held = snapshot(crash_loop(objects=["text", None, {"kind": "Pod"}, {"metadata": {"name": "x"}}, 7], events=[{}]))
    assert [gap.detail for gap in held.gaps if gap.what == "objects"] == [
        "6 entries are no Kubernetes objects: a kind or a name is missing."
    ]


@pytest.mark.parametrize(("workload", "kind"), [(DEPLOYMENT, "Deployment"), (f"{DEPLOYMENT}-5d9f", "ReplicaSet")])
def test_a_pod_whose_replica_set_is_not_there_belongs_to_the_deployment_of_that_name(workload: str, kind: str) -> None:
    made = pod(ownerReferences=[reference("ReplicaSet", REPLICA_SET)])
    held = snapshot(crash_loop(objects=[owner("Deployment", workload), made]))
    above = controller_of(held.objects["Pod", NAMESPACE, POD])
    assert above is not None
    assert above["kind"] == kind


def test_pods_of_a_stateful_set_mount_what_its_claim_templates_make() -> None:
    database = owner("StatefulSet", "db")
    database["spec"]["volumeClaimTemplates"] = [{"metadata": {"name": "data"}}, {"metadata": {"name": "logs"}}]
    made = pod(name="db-0", ownerReferences=[reference("StatefulSet", "db")])
    made.setdefault("spec", {})["volumes"] = [{"name": "logs", "emptyDir": {}}]
    held = snapshot(crash_loop(objects=[database, made]))
    claim = {"name": "data", "persistentVolumeClaim": {"claimName": "data-db-0"}}
    volumes = held.objects["Pod", NAMESPACE, "db-0"]["spec"]["volumes"]
    assert volumes == [{"name": "logs", "emptyDir": {}}, claim]
    other = {"kind": "PersistentVolumeClaim", "metadata": {"name": "other", "namespace": NAMESPACE}}
    known = snapshot(crash_loop(objects=[database, made, other]))
    assert claim not in known.objects["Pod", NAMESPACE, "db-0"]["spec"]["volumes"]
