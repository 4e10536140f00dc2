"""The sensor on a real API server: it sees everything and writes nothing to what belongs to others."""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from casebook_operator.kube import KubeClient, connect, paths
from casebook_operator.kube.client import LIST_PAGE_SIZE
from casebook_operator.kube.pages import ListPage
from casebook_operator.sensor.informer import reflector
from e2e.cluster import Cluster
from tests.crds.conftest import body
from tests.operator.sensor.notes import watching
from tests.operator.test_rbac import MANIFEST
from tests.operator.waiting import until

pytestmark = pytest.mark.cluster

T = TypeVar("T")


def pod(name: str) -> dict[str, Any]:
    """A pod that no scheduler takes, so that nobody but a sensor could touch it."""
    spec = {"schedulerName": "nobody", "containers": [{"name": "app", "image": "example.invalid/app"}]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec}


def warning(name: str, namespace: str, kind: str = "Warning") -> dict[str, Any]:
    involved = {"kind": "Pod", "namespace": namespace, "name": "before"}
    about = {"type": kind, "reason": "Test", "message": name, "involvedObject": involved}
    return {"apiVersion": "v1", "kind": "Event", "metadata": {"name": name, "namespace": namespace}} | about


def create(cluster: Cluster, namespace: str, obj: dict[str, Any]) -> None:
    cluster.run_kubectl("create", "-n", namespace, "-f", "-", stdin=json.dumps(obj))


def metadata(cluster: Cluster, *what: str) -> dict[str, Any]:
    found = json.loads(cluster.run_kubectl("get", *what, "-o", "json", "--show-managed-fields"))
    return {name: value for name, value in found["metadata"].items() if name != "uid"}


@pytest.fixture
def with_account(cluster: Cluster, namespace: str) -> Iterator[None]:
    """Pods need the default ServiceAccount, which a controller makes; a control plane may lack that controller."""
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}
    cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=json.dumps(account))
    yield
    cluster.run_kubectl("delete", "pods", "--all", "-n", namespace, "--force", "--grace-period=0")


@pytest.mark.usefixtures("with_account")
async def test_what_exists_is_seen_at_start_and_new_things_after_it(
    cluster: Cluster, kube: KubeClient, namespace: str
) -> None:
    names = {when: f"{when}-{secrets.token_hex(3)}" for when in ("before", "after")}
    create(cluster, namespace, pod(names["before"]))
    async with watching(kube) as (sensor, notes):
        await until(lambda: names["before"] in notes.pods)
        await until(lambda: sensor.health.complaints() == ())
        create(cluster, namespace, pod(names["after"]))
        await until(lambda: names["after"] in notes.pods)


class PagesOfPods(KubeClient):
    """The same connection, on which lists of pods go on behind their first page when they are told to."""

    def __init__(self, kube: KubeClient) -> None:
        super().__init__(kube.api)
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    @override
    async def pages(
        self, path: str, kind: type[T], *, limit: int = LIST_PAGE_SIZE, **query: str | int
    ) -> AsyncGenerator[tuple[ListPage[T], int], None]:
        async for page in super().pages(path, kind, limit=limit, **query):
            yield page
            if path == paths.collection("Pod"):
                self.begun.set()
                await self.go_on.wait()


@pytest.mark.usefixtures("with_account")
async def test_while_the_pages_of_a_list_are_read_its_watch_tells_what_happens_and_the_list_takes_nothing_back(
    cluster: Cluster, kube: KubeClient, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflector, "PAGE_OBJECTS", 1)
    run = secrets.token_hex(3)
    first, changes, goes, comes = (f"{what}-{run}" for what in ("a-first", "changes", "goes", "comes"))
    for name in (first, changes, goes):
        create(cluster, namespace, pod(name))
    slow = PagesOfPods(kube)
    async with watching(slow) as (sensor, notes):
        await slow.begun.wait()
        create(cluster, namespace, pod(comes))
        cluster.run_kubectl("label", "pod", changes, "-n", namespace, "touched=by-a-user")
        cluster.run_kubectl("delete", "pod", goes, "-n", namespace, "--force", "--grace-period=0")
        await until(lambda: {comes, changes} <= set(notes.pods) and goes in notes.pods)
        assert "pods were not listed yet" in sensor.health.complaints()
        slow.go_on.set()
        await until(lambda: sensor.health.complaints() == ())
        create(cluster, namespace, pod(f"last-{run}"))
        await until(lambda: f"last-{run}" in notes.pods)
    assert notes.pods.count(changes) == 1, "the older version in the list was not told"
    assert ("Pod", comes) not in notes.deleted, "though the list does not have it"
    assert notes.pods.count(goes) == 1, "though the list has it"


def create_deep(cluster: Cluster, path: str, obj: dict[str, Any]) -> None:
    """An object with 4,000 levels of managed fields: anybody may write them, and the API server keeps them."""
    fields = {"manager": "x", "operation": "Update", "apiVersion": obj["apiVersion"], "fieldsType": "FieldsV1"}
    obj["metadata"]["managedFields"] = [fields | {"time": "2026-03-01T12:00:00Z", "fieldsV1": "DEEP"}]
    text = json.dumps(obj).replace('"DEEP"', '{"f:a":' * 4_000 + "{}" + "}" * 4_000)
    cluster.run_kubectl("create", "--raw", path, "-f", "-", stdin=text)


@pytest.mark.usefixtures("with_account")
async def test_an_object_that_is_nested_without_end_hides_nothing(
    cluster: Cluster, kube: KubeClient, namespace: str
) -> None:
    names = [f"{what}-{secrets.token_hex(3)}" for what in ("deep", "deep", "flat", "asked")]
    pods = f"/api/v1/namespaces/{namespace}/pods"
    create_deep(cluster, pods, pod(names[0]))
    async with watching(kube) as (sensor, notes):
        await until(lambda: names[0] in notes.pods)
        await until(lambda: sensor.health.complaints() == ())
        create_deep(cluster, pods, pod(names[1]))
        create_deep(cluster, f"/apis/casebook.dev/v1alpha1/namespaces/{namespace}/investigations", body(name=names[3]))
        create(cluster, namespace, pod(names[2]))
        await until(lambda: {names[1], names[2]} <= set(notes.pods))
        await until(lambda: (names[3], False) in notes.investigations)
    assert {one["metadata"]["name"] for one in await kube.list(pods)} == set(names[:3])
    cluster.run_kubectl("delete", "inv", names[3], "-n", namespace)


@pytest.mark.usefixtures("with_account")
async def test_a_pod_whose_json_is_six_times_as_large_as_it_is_keeps_no_list_from_its_end(
    cluster: Cluster, kube: KubeClient, namespace: str
) -> None:
    name, other = (f"{what}-{secrets.token_hex(3)}" for what in ("large", "small"))
    large = pod(name)
    large["spec"]["containers"][0]["args"] = ["<" * 1_400_000]  # six characters each, as the API server writes them
    path = f"/api/v1/namespaces/{namespace}/pods"
    cluster.run_kubectl("create", "--raw", path, "-f", "-", stdin=json.dumps(large))
    create(cluster, namespace, pod(other))
    async with watching(kube) as (sensor, notes):
        await until(lambda: {name, other} <= set(notes.pods))
        await until(lambda: sensor.health.complaints() == ())


@pytest.mark.usefixtures("with_account")
async def test_nothing_is_written_to_objects_of_users(cluster: Cluster, kube: KubeClient, namespace: str) -> None:
    """Kopf would leave annotations or finalizers behind with most other kinds of handlers."""
    name = f"untouched-{secrets.token_hex(3)}"
    create(cluster, namespace, pod(name))
    create(cluster, namespace, {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"{namespace}-node"}})
    investigation = body(name=name)
    create(cluster, namespace, investigation)
    watched = (("pod", name, "-n", namespace), ("inv", name, "-n", namespace))
    before = [metadata(cluster, *what) for what in watched]
    try:
        async with watching(kube) as (_, notes):
            await until(lambda: name in notes.pods)
            await until(lambda: f"{namespace}-node" in notes.nodes)
            await until(lambda: (name, False) in notes.investigations)
            cluster.run_kubectl("label", "pod", name, "-n", namespace, "touched=by-a-user")
            await until(lambda: notes.pods.count(name) > 1)
        after = [metadata(cluster, *what) for what in watched]
        node = metadata(cluster, "node", f"{namespace}-node")
    finally:
        cluster.run_kubectl("delete", "node", f"{namespace}-node")
        cluster.run_kubectl("delete", "inv", name, "-n", namespace)
    assert after[1] == before[1]
    assert {entry["manager"] for entry in after[0]["managedFields"]} == {"kubectl-create", "kubectl-label"}
    for found in (*after, node):
        assert "finalizers" not in found
        assert not any("kopf" in key or "casebook" in key for key in found.get("annotations", {}))


async def test_warnings_are_seen_and_normal_events_are_not_even_sent(
    cluster: Cluster, kube: KubeClient, namespace: str
) -> None:
    run = secrets.token_hex(3)
    create(cluster, namespace, warning(f"normal-{run}", namespace, "Normal"))
    create(cluster, namespace, warning(f"first-{run}", namespace))
    async with watching(kube) as (_, notes):
        await until(lambda: f"first-{run}" in {event["message"] for event in notes.events})
        create(cluster, namespace, warning(f"normal-too-{run}", namespace, "Normal"))
        create(cluster, namespace, warning(f"second-{run}", namespace))
        await until(lambda: f"second-{run}" in {event["message"] for event in notes.events})
        assert {event["type"] for event in notes.events} == {"Warning"}


async def test_an_investigation_is_seen_when_it_comes_and_when_it_is_deleted(
    cluster: Cluster, kube: KubeClient, namespace: str
) -> None:
    name = f"seen-{secrets.token_hex(3)}"
    async with watching(kube) as (sensor, notes):
        await until(lambda: sensor.health.complaints() == ())
        create(cluster, namespace, body(name=name))
        await until(lambda: (name, False) in notes.investigations)
        cluster.run_kubectl("delete", "inv", name, "-n", namespace)
        await until(lambda: (name, True) in notes.investigations)


async def test_the_sensor_works_with_the_token_of_a_service_account(
    cluster: Cluster, namespace: str, tmp_path: Path
) -> None:
    """Under the operator's own ClusterRole, which may neither list namespaces nor read CRDs."""
    cluster.run_kubectl("apply", "-f", str(MANIFEST))
    account = cluster.service_account_kubeconfig("casebook", "casebook-operator", tmp_path / "kubeconfig")
    async with await connect(account) as limited, watching(limited) as (sensor, _):
        await until(lambda: sensor.health.complaints() == ())


@pytest.mark.node
async def test_a_real_node_is_seen(cluster: Cluster, kube: KubeClient) -> None:
    if not cluster.has_node:
        pytest.skip(cluster.note)
    async with watching(kube) as (_, notes):
        await until(lambda: cluster.node_name in notes.nodes)
