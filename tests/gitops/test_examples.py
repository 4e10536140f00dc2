"""The example of a repository fits the chart, the taxonomy and its own folders."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.kube import Object
from e2e.cluster import process
from e2e.cluster.tools import helm
from tests.gitops.objects import ROOT

EXAMPLE = ROOT / "examples" / "gitops"
MANIFESTS = [
    found
    for folder in ("argocd", "casebook", "flux")
    for path in sorted((EXAMPLE / folder).glob("*.yaml"))
    for found in yaml.safe_load_all(path.read_text(encoding="utf-8"))
]


def of(kind: str) -> dict[str, Object]:
    return {found["metadata"]["name"]: found["spec"] for found in MANIFESTS if found["kind"] == kind}


VALUES = {
    "Argo CD": of("Application")["casebook"]["source"]["helm"]["valuesObject"],
    "Flux": of("HelmRelease")["casebook"]["values"],
}


@pytest.mark.timeout(1200)  # helm is compiled once
@pytest.mark.skipif(shutil.which("go") is None, reason="helm is built with Go")
@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_two_renderings_of_the_chart_are_equal(values: dict[str, Any], tmp_path: Path) -> None:
    """Else every sync would be a change."""
    (tmp_path / "values.yaml").write_text(yaml.safe_dump(values), encoding="utf-8")
    argv = ["template", "casebook", str(ROOT / "charts" / "casebook"), f"--values={tmp_path / 'values.yaml'}"]
    first, second = (process.run([str(helm()), *argv, "--namespace=casebook"]) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout


def test_every_folder_that_is_followed_is_there() -> None:
    paths = [spec["path"] for spec in of("Kustomization").values()] + [
        of("Application")["casebook-taxonomy"]["source"]["path"]
    ]
    assert {(EXAMPLE / path).is_dir() for path in paths} == {True}


def test_the_taxonomy_comes_after_its_definition() -> None:
    kustomizations = of("Kustomization")
    assert [one["name"] for one in kustomizations["casebook-taxonomy"]["dependsOn"]] == ["casebook"]
    assert kustomizations["casebook"]["wait"] is True


def test_nothing_but_taxonomies_is_applied_from_their_folder() -> None:
    """Golden cases lie beside it: Flux would apply them as well."""
    kinds = {yaml.safe_load(path.read_text(encoding="utf-8"))["kind"] for path in (EXAMPLE / "taxonomy").rglob("*")}
    assert kinds == {"Taxonomy"}
