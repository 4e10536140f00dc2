"""The chart's CRDs are those of ``crds/``, and stay when the release goes."""

from pathlib import Path

import pytest
import yaml

from tools.chart.helm import Helm, Object
from tools.places import CHART, ROOT

SOURCES = sorted((ROOT / "crds").glob("*.yaml"))


def crds(objects: list[Object]) -> list[Object]:
    return [obj for obj in objects if obj["kind"] == "CustomResourceDefinition"]


def test_the_chart_has_a_copy_of_each() -> None:
    copies = {path.name: path.read_text(encoding="utf-8") for path in (CHART / "crds-source").iterdir()}
    assert copies == {path.name: path.read_text(encoding="utf-8") for path in SOURCES}, "run `make crds`"


def test_helms_own_folder_for_crds_is_not_used_as_it_never_upgrades_them() -> None:
    assert not (CHART / "crds").exists()


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_what_is_installed_is_what_the_file_says(helm: Helm, source: Path) -> None:
    expected = yaml.safe_load(source.read_text(encoding="utf-8"))
    (found,) = [crd for crd in crds(helm.template()) if crd["metadata"]["name"] == expected["metadata"]["name"]]
    assert found["spec"] == expected["spec"]
    assert found["metadata"]["labels"]["app.kubernetes.io/component"] == "crds"


def test_they_are_kept_unless_somebody_says_otherwise(helm: Helm) -> None:
    for crd in crds(helm.template()):
        assert crd["metadata"]["annotations"] == {"helm.sh/resource-policy": "keep"}
    for crd in crds(helm.template({"crds": {"keep": False}})):
        assert "annotations" not in crd["metadata"]


def test_they_can_be_left_to_somebody_else(helm: Helm) -> None:
    assert not crds(helm.template({"crds": {"enabled": False}}))
