"""A bundle answers paths as an API server would, and says when it does not know."""

import pytest

from casebook_operator.kube import ApiStatusError, NotHeldError, paths
from tests.operator.offline.conftest import snapshot
from tests.operator.offline.samples import DEPLOYMENT, NAMESPACE, NODE, POD, REPLICA_SET, crash_loop, event, owner, pod


async def test_an_object_is_found_by_its_path() -> None:
    held = snapshot(crash_loop())
    found = await held.get(paths.item("Deployment", NAMESPACE, DEPLOYMENT))
    assert found["metadata"]["name"] == DEPLOYMENT
    assert (await held.get(paths.item("Node", "", NODE)))["kind"] == "Node"


async def test_a_name_that_is_not_there_is_404_when_others_of_its_kind_are() -> None:
    with pytest.raises(ApiStatusError) as refused:
        await snapshot(crash_loop()).get(paths.item("Deployment", NAMESPACE, "gone"))
    assert refused.value.not_found


async def test_a_kind_that_was_not_saved_is_unknown_and_not_absent() -> None:
    with pytest.raises(NotHeldError):
        await snapshot(crash_loop()).get(paths.item("ConfigMap", NAMESPACE, "settings"))
    with pytest.raises(NotHeldError):
        await snapshot(crash_loop()).list(paths.collection("ConfigMap", NAMESPACE))


@pytest.mark.parametrize(
    "told",
    [
        {"read": [paths.item("ConfigMap", NAMESPACE, "settings")]},
        {"read": [paths.collection("ConfigMap", NAMESPACE)]},
        {"complete": ["ConfigMap"]},
    ],
    ids=["the object was read", "the list was read", "all of the kind were saved"],
)
async def test_a_bundle_can_say_that_something_did_not_exist(told: dict[str, list[str]]) -> None:
    with pytest.raises(ApiStatusError) as refused:
        await snapshot(crash_loop(**told)).get(paths.item("ConfigMap", NAMESPACE, "settings"))
    assert refused.value.not_found


async def test_another_group_with_the_same_plural_is_another_kind() -> None:
    with pytest.raises(NotHeldError):
        await snapshot(crash_loop()).get(f"/apis/metrics.k8s.io/v1beta1/namespaces/{NAMESPACE}/pods/{POD}")


@pytest.mark.parametrize(
    ("selector", "matches"),
    [
        ("app=checkout", True),
        ("app!=checkout", False),
        ("app in (cart,checkout),pod-template-hash", True),
        ("app notin (checkout)", False),
        ("!app", False),
        ("!canary", True),
    ],
)
async def test_lists_are_selected_by_labels(selector: str, matches: bool) -> None:
    listed = await snapshot(crash_loop()).list(paths.collection("Pod", NAMESPACE), labelSelector=selector)
    assert bool(listed) is matches


@pytest.mark.parametrize(
    ("selector", "matches"),
    [
        (f"spec.nodeName={NODE}", True),
        (f"spec.nodeName={NODE},status.phase!=Succeeded,status.phase!=Failed", True),
        ("status.phase!=Running", False),
        ("spec.nodeName=other", False),
    ],
)
async def test_lists_are_selected_by_fields(selector: str, matches: bool) -> None:
    assert bool(await snapshot(crash_loop()).list(paths.collection("Pod"), fieldSelector=selector)) is matches


async def test_events_without_a_uid_are_found_by_that_of_their_object() -> None:
    listed = await snapshot(crash_loop()).list(
        paths.collection("Event", NAMESPACE), fieldSelector=f"involvedObject.uid=uid-{POD}"
    )
    assert [found["reason"] for found in listed] == ["BackOff"]


async def test_events_of_nodes_are_where_clients_keep_them() -> None:
    of_node = event(involvedObject={"kind": "Node", "name": NODE}, metadata={}, reason="NodeNotReady")
    held = snapshot(crash_loop(events=[of_node]))
    selector = f"involvedObject.kind=Node,involvedObject.name={NODE}"
    assert len(await held.list(paths.collection("Event", "default"), fieldSelector=selector)) == 1


async def test_logs_are_cut_as_kubelet_cuts_them() -> None:
    held = snapshot(crash_loop(logs={f"{POD}/app": {"current": "one\ntwo\nthree\n"}}))
    path = f"{paths.item('Pod', NAMESPACE, POD)}/log"
    assert await held.get_text(path, container="app", tailLines=2) == b"two\nthree\n"
    assert await held.get_text(path, container="app", tailLines=2, limitBytes=5) == b"two\nt"
    with pytest.raises(ApiStatusError):
        await held.get_text(path, container="app", previous="true")


async def test_metadata_of_a_secret_is_all_that_is_kept_of_it() -> None:
    secret = {
        "kind": "Secret",
        "metadata": {"name": "db", "namespace": NAMESPACE},
        "data": {"password": "aHVudGVyMg=="},
    }
    held = snapshot(crash_loop(objects=[secret]))
    assert "data" not in held.objects["Secret", NAMESPACE, "db"]
    assert (await held.get_metadata(f"/api/v1/namespaces/{NAMESPACE}/secrets/db"))["metadata"]["name"] == "db"


async def test_a_limit_is_kept() -> None:
    pods = [pod(name=f"checkout-{number}", uid=f"uid-{number}") for number in range(30)]
    held = snapshot(crash_loop(objects=pods))
    assert len(await held.list(paths.collection("Pod", NAMESPACE), limit=10, pages=2)) == 20


async def test_paths_that_are_no_objects_are_unknown() -> None:
    with pytest.raises(NotHeldError):
        await snapshot(crash_loop()).get("/version")


async def test_now_is_the_newest_time_that_anything_tells() -> None:
    told = snapshot(crash_loop()).now
    assert told is not None
    assert told.isoformat() == "2026-03-04T05:06:10+00:00"


def test_an_owner_that_is_not_there_keeps_the_reference() -> None:
    held = snapshot(crash_loop(objects=[pod()]))
    assert held.objects["Pod", NAMESPACE, POD]["metadata"]["ownerReferences"][0]["name"] == REPLICA_SET


def test_an_object_that_stands_twice_is_taken_once() -> None:
    later = owner("Deployment", DEPLOYMENT) | {"status": {"readyReplicas": 99}}
    held = snapshot(crash_loop(objects=[owner("Deployment", DEPLOYMENT), later]))
    assert held.objects["Deployment", NAMESPACE, DEPLOYMENT]["status"]["readyReplicas"] == 1
