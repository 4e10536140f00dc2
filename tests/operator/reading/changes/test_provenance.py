"""Who changed a workload, and what delivers it: as its metadata says."""

from typing import Any

import pytest

from casebook_operator.kube.times import parse_time
from casebook_operator.reading.changes.provenance import (
    Delivery,
    deliveries_of,
    helm_release,
    source_revision,
    writer_of,
)
from tests.rows import of_every

MADE = parse_time("2026-03-01T12:00:00Z")


def workload(**metadata: Any) -> dict[str, Any]:
    return {"kind": "Deployment", "metadata": {"name": "shop", "namespace": "shop"} | metadata}


def wrote(manager: str, time: str, field: str = "f:template", of: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"manager": manager, "time": time, "fieldsV1": {"f:spec": {field: of or {}}}}


@pytest.mark.parametrize(
    ("writes", "manager"),
    [
        ([wrote("kubectl-set", "2026-03-01T12:00:00Z")], "kubectl-set"),
        ([wrote("helm", "2026-02-01T12:00:00Z"), wrote("kubectl-edit", "2026-03-01T11:59:58Z")], "kubectl-edit"),
        (
            [
                wrote("a", "2026-03-01T12:00:00Z", of={"f:spec": {}}),
                wrote("b", "2026-03-01T12:00:00Z"),
            ],
            "b",
        ),
        ([wrote("kubectl-scale", "2026-03-01T12:00:00Z", "f:replicas")], ""),
        ([wrote("helm", "2026-03-01T12:01:00Z")], ""),
        ([wrote("helm", "soon"), {"manager": "odd", "fieldsV1": []}, {}], ""),
        ([], ""),
    ],
    ids=["now", "the nearest", "whoever wrote less", "another field", "too far away", "hostile", "nobody"],
)
def test_who_wrote_the_template_when_the_revision_was_made(writes: list[Any], manager: str) -> None:
    assert writer_of(workload(managedFields=writes), MADE) == manager


def test_a_revision_without_a_time_was_made_by_nobody_known() -> None:
    assert writer_of(workload(managedFields=[wrote("helm", "2026-03-01T12:00:00Z")]), None) == ""


def test_helm_is_known_by_its_annotation_and_the_chart_by_its_label() -> None:
    annotations = {"meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop"}
    assert helm_release(workload(annotations=annotations)) == "release web"
    labelled = workload(annotations=annotations, labels={"helm.sh/chart": "shop-1.4.2"})
    assert helm_release(labelled) == "release web, chart shop-1.4.2"
    assert helm_release(workload(labels={"helm.sh/chart": "shop-1.4.2"})) == ""


def test_the_commit_that_a_template_was_built_from() -> None:
    revision, source = "org.opencontainers.image.revision", "org.opencontainers.image.source"
    said = {"metadata": {"annotations": {revision: "3f2a1b0", source: "https://git.example/shop"}}}
    assert source_revision(said) == "3f2a1b0 of https://git.example/shop"
    assert source_revision({"metadata": {"labels": {revision: "3f2a1b0"}}}) == "3f2a1b0"
    assert source_revision({"metadata": {"annotations": {source: "https://git.example/shop"}}}) == ""


@of_every(
    ("metadata", "deliveries"),
    [
        ({}, ()),
        ({"labels": {"app.kubernetes.io/instance": "web"}}, ()),
        ({"labels": {"argocd.argoproj.io/instance": "web"}}, (Delivery("Application", "", "web"),)),
        (
            {"annotations": {"argocd.argoproj.io/tracking-id": "web:apps/Deployment:shop/shop"}},
            (Delivery("Application", "", "web"),),
        ),
        (
            {"annotations": {"argocd.argoproj.io/tracking-id": "team-a_web:apps/Deployment:shop/shop"}},
            (Delivery("Application", "team-a", "web"),),
        ),
        ({"annotations": {"argocd.argoproj.io/tracking-id": "team-a_:apps/Deployment:shop/shop"}}, ()),
        ({"annotations": {"argocd.argoproj.io/tracking-id": ":"}, "labels": None}, ()),
        (
            {
                "labels": {
                    "kustomize.toolkit.fluxcd.io/name": "apps",
                    "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
                    "helm.toolkit.fluxcd.io/name": "shop",
                }
            },
            (Delivery("Kustomization", "flux-system", "apps"), Delivery("HelmRelease", "shop", "shop")),
        ),
    ],
)
def test_what_a_workload_names_as_its_delivery(metadata: dict[str, Any], deliveries: tuple[Delivery, ...]) -> None:
    assert deliveries_of(workload(**metadata)) == deliveries
