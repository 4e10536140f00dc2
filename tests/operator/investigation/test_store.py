"""The few writes that Casebook makes, against a real API server."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.store import InvestigationStore, NamespaceEndsError
from casebook_operator.kube import ApiStatusError, KubeClient
from e2e.cluster import Cluster
from tests.operator.builders import signal, subject

pytestmark = pytest.mark.cluster


@pytest.fixture
def store(kube: KubeClient) -> InvestigationStore:
    return InvestigationStore(kube)


@pytest.fixture
def body(cluster: Cluster, namespace: str) -> Iterator[dict[str, Any]]:
    """A manifest that nobody else has. The subject does not exist."""
    key = secrets.token_hex(5)
    made = manifest(signal(), subject(namespace=namespace), key=key, episode=1, namespace=namespace)
    yield made
    cluster.run_kubectl("delete", "inv", made["metadata"]["name"], "-n", namespace, "--ignore-not-found")


def delete(cluster: Cluster, case: Investigation) -> None:
    cluster.run_kubectl("delete", "inv", case.name, "-n", case.namespace)


async def test_creating_twice_is_one_investigation(store: InvestigationStore, body: dict[str, Any]) -> None:
    first = await store.create(body)
    again = await store.create(body)
    assert first.uid == again.uid
    assert first.uid in {case.uid for case in await store.list()}
    assert (await store.get(first.namespace, first.name)).signal == first.signal


async def test_a_namespace_that_is_gone_is_told_with_what_to_do(
    store: InvestigationStore, body: dict[str, Any]
) -> None:
    body["metadata"]["namespace"] = f"gone-{secrets.token_hex(4)}"
    with pytest.raises(ConfigurationError, match="CASEBOOK_CLUSTER__NAMESPACE"):
        await store.create(body)
    body["metadata"]["namespace"] = "default"


async def test_a_namespace_that_is_being_deleted_is_told_apart(
    store: InvestigationStore, cluster: Cluster, body: dict[str, Any]
) -> None:
    ending = f"ending-{secrets.token_hex(4)}"
    held = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "held", "finalizers": ["casebook.dev/test"]}}
    held["spec"] = {"schedulerName": "nobody", "containers": [{"name": "app", "image": "example.invalid/app"}]}
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}
    cluster.run_kubectl("create", "namespace", ending)
    for obj in (account, held):
        cluster.run_kubectl("apply", "-n", ending, "-f", "-", stdin=json.dumps(obj))
    cluster.run_kubectl("delete", "namespace", ending, "--wait=false")
    try:
        with pytest.raises(NamespaceEndsError):
            await store.create({**body, "metadata": {**body["metadata"], "namespace": ending}})
    finally:
        cluster.run_kubectl("patch", "pod", "held", "-n", ending, "--type=merge", '-p={"metadata":{"finalizers":null}}')


async def test_a_status_write_keeps_what_it_does_not_name(store: InvestigationStore, body: dict[str, Any]) -> None:
    case = await store.create(body)
    first = await store.write_status(case, {"occurrences": 1, "confidence": 80})
    assert first is not None
    written = await store.write_status(first, {"occurrences": 2})
    assert written is not None
    assert (written.status["occurrences"], written.status["confidence"]) == (2, 80)


async def test_two_first_writes_of_a_status_keep_each_other(store: InvestigationStore, body: dict[str, Any]) -> None:
    """The one concludes a case, the other counts who hangs on it: neither knows of the other."""
    case = await store.create(body)
    await store.write_status(case, {"category": "config_error", "confidence": 80})
    written = await store.write_status(case, {"outage": "Head of 1"})
    assert written is not None
    assert (written.status["category"], written.status["outage"]) == ("config_error", "Head of 1")


async def test_labels_that_somebody_has_given_meanwhile_stay(
    store: InvestigationStore, body: dict[str, Any], cluster: Cluster
) -> None:
    unlabelled = {name: value for name, value in body["metadata"].items() if name != "labels"}
    case = await store.create({**body, "metadata": unlabelled})
    cluster.run_kubectl("label", "inv", case.name, "-n", case.namespace, "team=shop")
    written = await store.write_labels(case, {"casebook.dev/state": "Open", "casebook.dev/category": None})
    assert written is not None
    labels = json.loads(cluster.run_kubectl("get", "inv", case.name, "-n", case.namespace, "-o", "json"))["metadata"]
    assert labels["labels"] == {"team": "shop", "casebook.dev/state": "Open"}


async def test_the_status_of_a_deleted_investigation_is_written_nowhere(
    store: InvestigationStore, body: dict[str, Any], cluster: Cluster
) -> None:
    case = await store.create(body)
    delete(cluster, case)
    assert await store.write_status(case, {"occurrences": 1}) is None


async def test_the_status_of_a_deleted_investigation_is_not_written_to_its_namesake(
    store: InvestigationStore, body: dict[str, Any], cluster: Cluster
) -> None:
    case = await store.create(body)
    delete(cluster, case)
    namesake = await store.create(body)
    assert namesake.uid != case.uid
    assert await store.write_status(case, {"occurrences": 77}) is None
    assert (await store.get(namesake.namespace, namesake.name)).status.get("occurrences") != 77


async def test_a_status_that_the_schema_refuses_is_an_error(store: InvestigationStore, body: dict[str, Any]) -> None:
    case = await store.create(body)
    with pytest.raises(ApiStatusError, match="confidence"):
        await store.write_status(case, {"confidence": 101})


async def test_saying_the_same_twice_is_one_event(
    store: InvestigationStore, body: dict[str, Any], cluster: Cluster
) -> None:
    case = await store.create(body)
    for _ in range(2):
        await store.post_event(case.reference, reason="RootCauseClassified", note="it is DNS")
    selector = f"involvedObject.uid={case.uid}"
    listed = json.loads(
        cluster.run_kubectl("get", "events", "-n", case.namespace, "--field-selector", selector, "-o", "json")
    )
    ours = [event for event in listed["items"] if event["message"] == "it is DNS"]
    assert len(ours) == 1
    assert (ours[0]["type"], ours[0]["reportingComponent"]) == ("Normal", "casebook.dev/operator")
    assert "it is DNS" in cluster.run_kubectl("describe", "inv", case.name, "-n", case.namespace)


async def test_a_note_of_any_length_is_taken(store: InvestigationStore, body: dict[str, Any]) -> None:
    case = await store.create(body)
    await store.post_event(case.reference, reason="RootCauseClassified", note="界" * 5000)


async def test_an_event_about_a_name_of_many_parts_is_taken(store: InvestigationStore, body: dict[str, Any]) -> None:
    """Its own name is cut, and no part of a name is empty."""
    regarding = (await store.create(body)).reference | {"name": "a." * 120 + "b"}
    await store.post_event(regarding, reason="RootCauseClassified", note="cut behind a point")


async def test_an_event_in_a_namespace_that_is_gone_is_no_error(
    store: InvestigationStore, body: dict[str, Any]
) -> None:
    case = replace(await store.create(body), namespace="gone-for-good")
    await store.post_event(case.reference, reason="RootCauseClassified", note="it is DNS")


async def test_an_event_about_a_node_is_said_in_the_default_namespace(
    store: InvestigationStore, cluster: Cluster
) -> None:
    uid = f"test-{secrets.token_hex(4)}"
    regarding = {"apiVersion": "v1", "kind": "Node", "namespace": "", "name": "node-of-a-test", "uid": uid}
    await store.post_event(regarding, reason="RootCauseClassified", note="it is the GPU")
    listed = cluster.run_kubectl(
        "get", "events", "-n", "default", "--field-selector", f"involvedObject.uid={uid}", "-o", "name"
    )
    assert len(listed.split()) == 1
    cluster.run_kubectl("delete", "-n", "default", listed.strip())
