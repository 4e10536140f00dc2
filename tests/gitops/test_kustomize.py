"""The base for Kustomize is the chart, and a real API server takes it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from casebook_operator.kube import Object
from e2e.cluster import Cluster
from tests.operator.clusters import cluster, namespace
from tools.chart.kustomize import BASE, INSTALL, render

__all__ = ["cluster", "namespace"]


def manifests() -> Iterator[Object]:
    return (found for found in yaml.safe_load_all(INSTALL.read_text(encoding="utf-8")) if found)


@pytest.mark.timeout(1200)  # helm is compiled once
@pytest.mark.skipif(shutil.which("go") is None, reason="helm is built with Go")
def test_the_base_is_the_chart() -> None:
    assert INSTALL.read_text(encoding="utf-8") == render(), "render it anew: make kustomize"


def test_the_base_holds_no_secret() -> None:
    """One that is rendered would be the same for everybody who applies it."""
    assert not [found["metadata"]["name"] for found in manifests() if found["kind"] == "Secret"]


@pytest.mark.cluster
def test_an_overlay_is_taken_by_the_api_server(cluster: Cluster, namespace: str, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path / "base")
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    patch = [{"op": "add", "path": "/spec/template/metadata/labels/team", "value": "platform"}]
    kustomization = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "namespace": namespace,
        "resources": ["../base"],
        "patches": [{"target": {"kind": "Deployment"}, "patch": yaml.safe_dump(patch)}],
    }
    (overlay / "kustomization.yaml").write_text(yaml.safe_dump(kustomization), encoding="utf-8")
    command = ("apply", "--server-side", "--force-conflicts", "--dry-run=server", "-o", "name", "-k", str(overlay))
    applied = cluster.run_kubectl(*command).split()
    assert len(applied) == len(list(manifests()))
    assert {"deployment.apps/casebook-operator", "statefulset.apps/casebook-postgresql"} <= set(applied)
