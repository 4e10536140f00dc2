"""Which release brought the workload here, said by what delivers it."""

from typing import Any

import pytest

from casebook_analyzer.models import FactKind
from casebook_operator.collectors.releases import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Texts, forbidden, obj

SYNCED = "2026-03-01T11:58:10Z"
OWN = {"group": "apps", "version": "v1", "kind": "Deployment", "namespace": "shop", "name": "checkout"}


def application(name: str = "web", namespace: str = "argocd", **status: Any) -> Any:
    old = {"id": 0, "revision": "1111111", "deployedAt": "2026-02-01T00:00:00Z"}
    new = {"id": 1, "revision": "3f2a1b0", "deployedAt": SYNCED, "initiatedBy": {"automated": True}}
    return obj("Application", name, namespace, status={"resources": [OWN], "history": [old, new]} | status)


@pytest.fixture
def tracked(case: Case) -> None:
    case["deployment"]["metadata"]["annotations"] = {
        "argocd.argoproj.io/tracking-id": "web:apps/Deployment:shop/checkout"
    }


@pytest.mark.usefixtures("tracked")
@pytest.mark.parametrize("namespace", ["argocd", "openshift-gitops"])
async def test_argo_cd_applied_a_revision_before_the_failure(
    collect: Collect, context: CollectorContext, kube: FakeKube, texts: Texts, namespace: str
) -> None:
    kube.add(application(namespace=namespace))
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == ["Application web applied revision 3f2a1b0 by itself, 2 min before the failure"]
    assert findings.facts[0].kind is FactKind.CHANGE
    assert findings.facts[0].attributes == {"change": "release", "object": "Application web", "revision": "3f2a1b0"}
    assert [one.state for one in findings.collected().objects] == [{"revision": "3f2a1b0"}]


@pytest.mark.usefixtures("tracked")
async def test_an_application_that_does_not_list_the_workload_is_somebody_elses(
    collect: Collect, context: CollectorContext, kube: FakeKube
) -> None:
    kube.add(application(resources=[OWN | {"namespace": "other"}]))
    findings = await collect(COLLECTOR, context)
    assert (findings.facts, findings.gaps, findings.collected().objects) == ([], [], ())


@pytest.mark.usefixtures("tracked")
async def test_an_application_that_is_not_there_is_no_word_worth(
    collect: Collect, context: CollectorContext, kube: FakeKube
) -> None:
    findings = await collect(COLLECTOR, context)
    assert (findings.facts, findings.gaps) == ([], [])
    assert [path for path, _ in kube.requests] == [
        "/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web",
        "/apis/argoproj.io/v1alpha1/namespaces/openshift-gitops/applications/web",
    ]


@pytest.mark.usefixtures("tracked")
async def test_one_that_may_not_be_read_is_a_gap(collect: Collect, context: CollectorContext, kube: FakeKube) -> None:
    path = "/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web"
    kube.answers[path] = forbidden("get", "applications", "argoproj.io")
    assert [gap.what for gap in (await collect(COLLECTOR, context)).gaps] == ["Application objects"]


@pytest.mark.usefixtures("tracked")
async def test_an_old_release_is_no_change(
    collect: Collect, context: CollectorContext, kube: FakeKube, texts: Texts
) -> None:
    kube.add(application(history=[{"revision": "1111111", "deployedAt": "2026-02-01T00:00:00Z"}]))
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == ["Application web applied revision 1111111"]
    assert findings.facts[0].kind is FactKind.STATE
    assert "change" not in findings.facts[0].attributes


@pytest.mark.usefixtures("tracked")
@pytest.mark.parametrize("status", [{"history": None}, {"history": ["x"]}, {"history": [{"revision": 7}]}])
async def test_an_application_that_says_no_revision(
    collect: Collect, context: CollectorContext, kube: FakeKube, status: dict[str, Any]
) -> None:
    kube.add(application(**status))
    assert (await collect(COLLECTOR, context)).facts == []


async def test_flux_says_it_by_its_inventory(
    collect: Collect, context: CollectorContext, case: Case, kube: FakeKube, texts: Texts
) -> None:
    name, namespace = "kustomize.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/namespace"
    case["deployment"]["metadata"]["labels"] = {name: "apps", namespace: "flux-system"}
    status = {
        "lastAppliedRevision": "main@sha1:3f2a1b0",
        "inventory": {"entries": [{"id": "shop_checkout_apps_Deployment", "v": "v1"}]},
        "history": [{"firstReconciled": SYNCED, "lastReconciled": "2026-03-01T12:00:10Z"}],
    }
    kube.add(obj("Kustomization", "apps", "flux-system", status=status))
    assert texts(await collect(COLLECTOR, context)) == [
        "Kustomization apps applied revision main@sha1:3f2a1b0 by itself, 2 min before the failure"
    ]


@pytest.mark.parametrize(("told", "namespace"), [(1, "shop"), (0, "elsewhere")])
async def test_a_helm_release_of_flux_is_of_the_workloads_own_namespace(
    collect: Collect, context: CollectorContext, case: Case, kube: FakeKube, texts: Texts, told: int, namespace: str
) -> None:
    metadata = case["deployment"]["metadata"]
    metadata["labels"] = {"helm.toolkit.fluxcd.io/name": "web", "helm.toolkit.fluxcd.io/namespace": "flux-system"}
    metadata["annotations"] = {"meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": namespace}
    latest = {"name": "web", "namespace": namespace, "chartName": "shop", "chartVersion": "1.4.2", "version": 7}
    kube.add(obj("HelmRelease", "web", "flux-system", status={"history": [latest | {"lastDeployed": SYNCED}]}))
    said = "HelmRelease web applied revision shop-1.4.2 (revision 7 of Helm) by itself, 2 min before the failure"
    assert texts(await collect(COLLECTOR, context)) == [said] * told


def test_a_workload_that_nothing_delivers_is_not_asked_about(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
