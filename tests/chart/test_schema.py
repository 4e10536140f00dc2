"""Wrong values are refused by name before anything is made, and right ones are not."""

from pathlib import Path
from typing import Any

import yaml

from tests.chart.rendered import refusal
from tests.rows import of_every
from tools.chart import documented, readme, schema
from tools.chart.helm import Helm
from tools.places import CHART

VALUES = Path(__file__).parent / "values"
BAD = sorted((VALUES / "bad").glob("*.yaml"))
GOOD = sorted((VALUES / "good").glob("*.yaml"))
NOT_OURS = {("global",), ("enabled",)}
"""What a chart may give that contains this one."""


def named(path: Path) -> str:
    return path.stem


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@of_every("path", BAD, ids=named)
def test_wrong_values_are_refused_with_their_place_and_the_reason(helm: Helm, path: Path) -> None:
    case = load(path)
    assert case["message"] in refusal(helm, case["values"])


@of_every("path", GOOD, ids=named)
def test_right_values_are_taken(helm: Helm, path: Path) -> None:
    assert helm.template(load(path))


def test_the_chart_passes_helms_own_lint(helm: Helm) -> None:
    done = helm.run("lint", CHART, "--strict")
    assert done.returncode == 0, done.stdout


def test_an_older_kubernetes_is_refused_and_a_providers_version_is_not(helm: Helm) -> None:
    assert "requires kubeVersion: >=1.31.0-0" in refusal(helm, {}, "--kube-version=1.30.9")
    assert helm.template({}, "--kube-version=1.31.4-gke.1200")


def test_every_value_is_explained() -> None:
    assert not documented.undocumented()
    assert len({value.path for value in documented.documented()}) == len(documented.documented())


def test_schema_and_values_know_the_same_names() -> None:
    whole = schema.load()
    known = {path for path in schema.properties(whole) if path[0] != "config"} - NOT_OURS
    explained = {value.path for value in documented.documented()}
    parts = {path[:length] for path in explained for length in range(1, len(path) + 1)}
    inside = {path for path in known if any(path[:length] in explained for length in range(1, len(path)))}
    assert known - inside == parts - {("config",)} - inside
    assert {path[:-1] for path in inside if path[-1] in ("requests", "limits")} <= explained


def test_no_object_takes_unknown_names_but_those_that_are_handed_to_kubernetes() -> None:
    assert not list(schema.open_objects(schema.load()))


def test_descriptions_and_settings_in_the_schema_are_up_to_date() -> None:
    assert schema.FILE.read_text(encoding="utf-8") == schema.render(), "run `make chart`"


def test_the_table_in_the_readme_is_up_to_date() -> None:
    assert readme.FILE.read_text(encoding="utf-8") == readme.render(), "run `make chart`"
