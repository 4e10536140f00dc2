"""The template a pod was made from, as its controller has it."""

import copy

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.kube import paths
from casebook_operator.reading.changes.revisions import current_template
from tests.operator.evidence.fakes import NOT_FOUND, Case, FakeKube, forbidden
from tests.operator.evidence.fixtures import digest


async def test_what_a_webhook_added_to_the_pod_is_not_in_it(kube: FakeKube, case: Case) -> None:
    before = await current_template(kube, case["pod"], digest)
    injected = copy.deepcopy(case["pod"])
    injected["spec"]["containers"].append({"name": "istio-proxy", "image": "proxy:1"})
    injected["spec"]["containers"][0]["env"].append({"name": "AWS_ROLE_ARN", "value": "arn"})
    assert await current_template(kube, injected, digest) == before


@pytest.mark.parametrize("error", [NOT_FOUND, forbidden("get", "replicasets", "apps"), ClusterUnavailableError("503")])
async def test_the_pod_has_to_do_where_the_controller_cannot_be_read(
    kube: FakeKube, case: Case, error: Exception
) -> None:
    expected = await current_template(kube, case["pod"], digest)
    kube.answers[paths.item("ReplicaSet", "shop", "checkout-5bd69bbfbf")] = error
    assert await current_template(kube, case["pod"], digest) == expected


async def test_a_stateful_sets_template_is_that_of_the_pods_revision(kube: FakeKube, case: Case) -> None:
    template = case["replicaSets"][0]["spec"]["template"]
    revision = {"metadata": {"name": "web-1", "namespace": "shop"}, "data": {"spec": {"template": template}}}
    kube.add(revision, "ControllerRevision")
    pod = case["pod"]
    pod["metadata"]["labels"] = {"controller-revision-hash": "web-1"}
    pod["metadata"]["ownerReferences"] = [{"kind": "StatefulSet", "name": "web", "uid": "1", "controller": True}]
    found = await current_template(kube, pod, digest)
    assert found.revision == "web-1"
    assert "DATABASE_URL" in found.containers[0].env


async def test_a_bare_pod_asks_nobody(kube: FakeKube, case: Case) -> None:
    del case["pod"]["metadata"]["ownerReferences"]
    assert (await current_template(kube, case["pod"], digest)).revision == "generation/1"
    assert kube.requests == []
