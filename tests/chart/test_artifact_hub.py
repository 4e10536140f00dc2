"""What the chart says of itself to Artifact Hub is what that understands, and is true."""

from typing import Any

import pytest
import yaml

from e2e.cluster import Cluster
from tests.operator.clusters import cluster
from tools.places import CHART, ROOT

__all__ = ["cluster"]

SAID: dict[str, Any] = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
# https://artifacthub.io/docs/topics/annotations/helm/
UNDERSTOOD = {
    "category": {
        "ai-machine-learning", "database", "integration-delivery", "monitoring-logging", "networking", "security",
        "skip-prediction", "storage", "streaming-messaging",
    },
    "operatorCapabilities": {
        "Basic Install", "Seamless Upgrades", "Full Lifecycle", "Deep Insights", "Auto Pilot",
    },
    "operator": {"true", "false"},
    "prerelease": {"true", "false"},
    "license": {"Apache-2.0"},
}  # fmt: skip
LISTS = {"crds", "crdsExamples", "changes"}
KINDS = {"added", "changed", "deprecated", "removed", "fixed", "security"}


def said(name: str) -> Any:
    return yaml.safe_load(SAID["annotations"][f"artifacthub.io/{name}"])


def test_every_annotation_is_one_that_it_understands() -> None:
    names = {name.removeprefix("artifacthub.io/") for name in SAID["annotations"]}
    assert names == UNDERSTOOD.keys() | LISTS
    wrong = {name for name, values in UNDERSTOOD.items() if SAID["annotations"][f"artifacthub.io/{name}"] not in values}
    assert wrong == set()
    assert {one["kind"] for one in said("changes")} <= KINDS


def test_the_crds_are_those_of_the_chart() -> None:
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (CHART / "crds-source").iterdir()]
    there = {
        (crd["spec"]["names"]["kind"], version["name"], crd["metadata"]["name"])
        for crd in files
        for version in crd["spec"]["versions"]
    }
    assert {(one["kind"], one["version"], one["name"]) for one in said("crds")} == there
    assert {one["kind"] for one in said("crdsExamples")} == {kind for kind, *_ in there}


@pytest.mark.cluster
def test_an_api_server_takes_the_examples(cluster: Cluster) -> None:
    for example in said("crdsExamples"):
        example["metadata"].pop("namespace", None)
        cluster.run_kubectl("apply", "--dry-run=server", "--validate=strict", "-f", "-", stdin=yaml.safe_dump(example))


def test_the_picture_is_a_file_of_the_repository() -> None:
    _, _, path = SAID["icon"].partition("/main/")
    assert (ROOT / path).is_file()
    assert SAID["icon"].startswith("https://raw.githubusercontent.com/")
    assert SAID["home"] in SAID["sources"]
