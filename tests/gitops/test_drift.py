"""What Git says of our resources and what the cluster holds stay the same after the operator has judged them."""

import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from casebook_analyzer.taxonomy import TaxonomyHolder, shipped_taxonomy
from casebook_operator.investigation import parse
from casebook_operator.investigation.names import FIELD_MANAGER
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, Object
from casebook_operator.scope import Scope
from casebook_operator.taxonomies import Layers, Reload, TaxonomyStore
from e2e.cluster import Cluster
from tests.analyzer.taxonomy.overlays import rule
from tests.operator.clusters import cluster, kube, namespace
from tests.operator.waiting import until

__all__ = ["cluster", "kube", "namespace"]

pytestmark = pytest.mark.cluster

HOW = {
    "kubectl apply": (),
    "server-side apply, as Flux and Argo CD do": ("--server-side", "--field-manager=kustomize-controller"),
}


@pytest.fixture(params=["Taxonomy", "Investigation"])
def manifest(request: pytest.FixtureRequest, cluster: Cluster, namespace: str) -> Iterator[Object]:
    """What lies in Git."""
    name = f"test-{secrets.token_hex(4)}"
    metadata: dict[str, Any] = {"name": name, "labels": {"app.kubernetes.io/instance": "platform"}}
    spec: dict[str, Any] = {"rules": [rule(id=name)]}
    if request.param == "Investigation":
        metadata["namespace"] = namespace
        spec = {"subjectRef": {"kind": "Deployment", "name": "checkout"}}
    yield {"apiVersion": "casebook.dev/v1alpha1", "kind": request.param, "metadata": metadata, "spec": spec}
    cluster.run_kubectl("delete", request.param, name, *_within(metadata), "--ignore-not-found")


@pytest.fixture
def judge(kube: KubeClient) -> Callable[[Object], Awaitable[None]]:
    """The operator's own writes."""

    async def judged(live: Object) -> None:
        if live["kind"] == "Investigation":
            assert await InvestigationStore(kube).write_status(parse(live), {"observedGeneration": 1, "confidence": 80})
            return
        reload = Reload(
            layers=Layers(shipped_taxonomy()),
            holder=TaxonomyHolder(shipped_taxonomy()),
            store=TaxonomyStore(kube, Scope()),
        )
        await reload.restore()
        await until(lambda: not len(reload._statuses))
        await reload.close()

    return judged


def _within(metadata: Object) -> tuple[str, ...]:
    return ("-n", metadata["namespace"]) if "namespace" in metadata else ()


def live(cluster: Cluster, manifest: Object) -> Object:
    metadata = manifest["metadata"]
    command = ("get", manifest["kind"], metadata["name"], *_within(metadata), "-o", "json", "--show-managed-fields")
    found: Object = json.loads(cluster.run_kubectl(*command))
    return found


@pytest.mark.parametrize("how", HOW.values(), ids=HOW)
async def test_a_judged_object_shows_no_difference_and_no_conflict(
    cluster: Cluster, manifest: Object, judge: Callable[[Object], Awaitable[None]], how: tuple[str, ...]
) -> None:
    text = json.dumps(manifest)
    cluster.run_kubectl("apply", *how, "-f", "-", stdin=text)
    before = live(cluster, manifest)
    assert before["status"] == {"observedGeneration": -1}
    await judge(before)
    after = live(cluster, manifest)
    assert after["status"]["observedGeneration"] == after["metadata"]["generation"] == 1
    assert after["spec"] == before["spec"]
    assert cluster.run_kubectl("diff", *how, "-f", "-", stdin=text) == ""
    cluster.run_kubectl("apply", *how, "-f", "-", stdin=text)
    assert live(cluster, manifest)["metadata"]["resourceVersion"] == after["metadata"]["resourceVersion"]


async def test_casebook_owns_the_status_and_nothing_else(
    cluster: Cluster, manifest: Object, judge: Callable[[Object], Awaitable[None]]
) -> None:
    cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(manifest))
    await judge(live(cluster, manifest))
    managers = live(cluster, manifest)["metadata"]["managedFields"]
    (ours,) = [one for one in managers if one["manager"] == FIELD_MANAGER]
    assert (ours["subresource"], set(ours["fieldsV1"])) == ("status", {"f:status"})
    assert not any("f:status" in one["fieldsV1"] for one in managers if one is not ours)
