"""The bundle of OLM is the chart, as far as OLM carries it, and its own checks find nothing."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.settings import load_settings
from tools.chart.bundle import BASE, files
from tools.places import CRDS
from tools.release import bundle
from tools.release.errors import ReleaseError

CSV = "casebook.clusterserviceversion.yaml"

pytestmark = [
    pytest.mark.timeout(3600),  # helm and operator-verify are compiled once
    pytest.mark.skipif(shutil.which("go") is None, reason="helm and operator-verify are built with Go"),
]


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.fixture
def version() -> dict[str, Any]:
    return dict(read(BASE / "manifests" / CSV)["spec"])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BASE, tmp_path / "olm"))


def change(copy: Path, spec: dict[str, Any]) -> None:
    path = copy / "manifests" / CSV
    found = read(path)
    found["spec"] |= spec
    path.write_text(yaml.safe_dump(found), encoding="utf-8")


def test_the_bundle_is_the_chart() -> None:
    written = {path for folder in ("manifests", "metadata") for path in (BASE / folder).iterdir()}
    assert written | {BASE / "bundle.Dockerfile"} == set(files())
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, "render it anew: make kustomize"


def test_nothing_is_said_against_it() -> None:
    bundle.check(BASE)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"installModes": []}, "install modes not found"),
        ({"minKubeVersion": ""}, "minKubeVersion"),
        ({"customresourcedefinitions": {"owned": []}}, "not defined in CSV"),
    ],
)
def test_what_it_lacks_is_told(copy: Path, spec: dict[str, Any], said: str) -> None:
    change(copy, spec)
    with pytest.raises(ReleaseError, match=said):
        bundle.check(copy)


def test_operator_and_web_have_the_rights_of_the_chart(version: dict[str, Any]) -> None:
    given = version["install"]["spec"]["clusterPermissions"]
    accounts = {
        one["spec"]["template"]["spec"]["serviceAccountName"] for one in version["install"]["spec"]["deployments"]
    }
    assert {one["serviceAccountName"] for one in given} == accounts == {"casebook-operator", "casebook-web"}
    assert not [rule for one in given for rule in one["rules"] if "*" in rule["verbs"] + rule["resources"]]


def test_it_runs_in_whatever_namespace_olm_chooses(version: dict[str, Any]) -> None:
    assert not [path.name for path in (BASE / "manifests").iterdir() if "namespace" in read(path)["metadata"]]
    for one in version["install"]["spec"]["deployments"]:
        (container,) = one["spec"]["template"]["spec"]["containers"]
        (place,) = [entry for entry in container["env"] if entry["name"] == "CASEBOOK_CLUSTER__NAMESPACE"]
        assert place["valueFrom"] == {"fieldRef": {"fieldPath": "metadata.namespace"}}


def test_what_the_pod_says_wins_over_the_rendered_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEBOOK_CLUSTER__NAMESPACE", "operators")
    rendered = tmp_path / "casebook.yaml"
    rendered.write_text(
        read(BASE / "manifests" / "casebook-config.configmap.yaml")["data"]["casebook.yaml"], encoding="utf-8"
    )
    assert "  namespace: casebook\n" in rendered.read_text(encoding="utf-8")
    assert load_settings(rendered).cluster.namespace == "operators"


def test_nothing_says_that_it_is_of_a_release_of_helm() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (BASE / "manifests").iterdir()]
    assert not [text for text in texts if "managed-by: Helm" in text or "helm.sh/" in text]


def test_no_secret_is_the_same_for_everybody() -> None:
    assert not [path.name for path in (BASE / "manifests").iterdir() if read(path)["kind"] == "Secret"]


def test_the_crds_are_those_of_the_chart() -> None:
    for path in CRDS.glob("*.yaml"):
        name = read(path)["metadata"]["name"]
        assert read(BASE / "manifests" / f"{name}.customresourcedefinition.yaml")["spec"] == read(path)["spec"]


def test_the_image_says_where_olm_finds_what() -> None:
    labels = read(BASE / "metadata" / "annotations.yaml")["annotations"]
    said = (BASE / "bundle.Dockerfile").read_text(encoding="utf-8")
    assert all(f"LABEL {name}={value}\n" in said for name, value in labels.items())
    assert labels["operators.operatorframework.io.bundle.manifests.v1"] == "manifests/"
