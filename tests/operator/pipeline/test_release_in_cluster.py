"""Who rolled out what, from a real API server's own records of it, to the chain of a conclusion."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bench.detection import crash_loop, merge_patch
from casebook_operator.investigation import Investigation
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.kube.objects import annotations_of, controller_of, name_of
from casebook_operator.reading.changes.revisions import REVISION_ANNOTATION
from casebook_operator.settings import ClusterSettings, EvidenceSettings, Settings, WatchSettings
from e2e.cluster import Cluster
from tests.operator.clusters import namespaces, paper_node
from tests.operator.pipeline.test_fairness_in_cluster import concluded
from tests.operator.working import working
from tests.patience import PATIENCE

pytestmark = pytest.mark.cluster

APP = {"app": "shop"}
CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "applications.argoproj.io"},
    "spec": {
        "group": "argoproj.io",
        "names": {"kind": "Application", "plural": "applications", "singular": "application"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1alpha1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                },
            }
        ],
    },
}
"""The name, group and version of Argo CD's, without its schema."""


@pytest.fixture
def space(cluster: Cluster) -> Iterator[str]:
    with namespaces(cluster, "release") as (name,):
        yield name


@pytest.fixture
async def _applications(kube: KubeClient, cluster: Cluster) -> AsyncIterator[None]:
    await kube.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD)
    await asyncio.to_thread(cluster.wait_until_served, "applications.argoproj.io")
    yield
    await asyncio.to_thread(cluster.run_kubectl, "delete", "crd", "applications.argoproj.io", "--wait=false")


@pytest.fixture
def node(cluster: Cluster) -> Iterator[str]:
    with paper_node(cluster, "release") as name:
        yield name


def deployment(space: str, node: str) -> Object:
    tracked = {"argocd.argoproj.io/tracking-id": f"{space}_web:apps/Deployment:{space}/shop"}
    container = {"name": "app", "image": "example.invalid/shop:1"}
    template = {"metadata": {"labels": APP}, "spec": {"nodeName": node, "containers": [container]}}
    spec = {"selector": {"matchLabels": APP}, "template": template}
    return {"kind": "Deployment", "metadata": {"name": "shop", "annotations": tracked}, "spec": spec}


async def pod_of_revision(kube: KubeClient, space: str, number: str) -> str:
    """The pod that the controllers make of a revision."""
    async with asyncio.timeout(PATIENCE):
        while True:
            sets = await kube.list(paths.collection("ReplicaSet", space))
            names = {name_of(one) for one in sets if annotations_of(one).get(REVISION_ANNOTATION) == number}
            for pod in await kube.list(paths.collection("Pod", space)):
                if (controller_of(pod) or {}).get("name") in names:
                    return name_of(pod)
            await asyncio.sleep(0.2)


async def told(kube: KubeClient, space: str) -> Investigation:
    async with asyncio.timeout(PATIENCE):
        while not (found := await concluded(kube, space)):
            await asyncio.sleep(0.2)
    return found[0]


def settings(space: str, directory: Path) -> Settings:
    return Settings(
        cluster=ClusterSettings(name="release", namespace=space),
        watch=WatchSettings(namespaces=(space,), nodes=False, taxonomies=False),
        evidence=EvidenceSettings(spool=directory / "spool", redaction_key=directory / "key"),
    )


@pytest.mark.usefixtures("_applications")
async def test_the_release_and_who_made_it_stand_in_the_chain(
    kube: KubeClient, cluster: Cluster, space: str, node: str, dsn: str, tmp_path: Path
) -> None:
    await kube.create(paths.collection("Deployment", space), deployment(space, node))
    await pod_of_revision(kube, space, "1")
    image = ("set", "image", "deployment/shop", "app=example.invalid/shop:2")
    await asyncio.to_thread(cluster.run_kubectl, "-n", space, *image)
    pod = await pod_of_revision(kube, space, "2")
    own = {"group": "apps", "kind": "Deployment", "namespace": space, "name": "shop"}
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    status = {"resources": [own], "history": [{"revision": "3f2a1b0", "deployedAt": now}]}
    body = {"apiVersion": "argoproj.io/v1alpha1", "kind": "Application", "metadata": {"name": "web"}, "status": status}
    await kube.create(paths.collection("Application", space), body)
    async with working(kube, settings(space, tmp_path), dsn) as memory:
        await merge_patch(kube, paths.item("Pod", space, pod) + "/status", crash_loop())
        case = await told(kube, space)
        incident = await memory.by_id(case.uid)
    assert incident is not None
    chain = [step.text for step in incident.conclusion.chain]
    assert any("shop was rolled out to revision 2" in step and "by kubectl-set" in step for step in chain), chain
    assert any(step.startswith("Application web applied revision 3f2a1b0") for step in chain), chain
