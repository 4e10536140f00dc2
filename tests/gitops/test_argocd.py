"""The health scripts for Argo CD, run by Lua 5.1 as Argo CD does."""

import json
from typing import Any

import pytest
import yaml
from lupa.lua51 import LuaRuntime

from casebook_operator.kube import Object
from e2e.cluster import Cluster
from tests.gitops.objects import ROOT, Judged, everything
from tests.operator.clusters import cluster, namespace
from tests.rows import of_every

__all__ = ["cluster", "namespace"]

CONFIG = ROOT / "deploy" / "argocd" / "argocd-cm.yaml"
PREFIX = "resource.customizations.health.casebook.dev_"
STATUS = {"healthy": "Healthy", "busy": "Progressing", "refused": "Degraded"}


def scripts() -> dict[str, str]:
    data = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["data"]
    assert all(key.startswith(PREFIX) for key in data)
    return {key.removeprefix(PREFIX): script for key, script in data.items()}


def health(obj: Object, script: str | None = None) -> dict[str, str]:
    """What a script says of an object, with what Argo CD leaves of Lua's libraries."""
    lua = LuaRuntime(unpack_returned_tuples=True, register_eval=False)
    lua.execute("io, debug, loadfile, dofile, require, package = nil")

    def to_lua(value: Any) -> Any:
        if isinstance(value, dict):
            return lua.table_from({key: to_lua(below) for key, below in value.items()})
        return lua.table_from([to_lua(below) for below in value]) if isinstance(value, list) else value

    lua.globals().obj = to_lua(obj)
    return dict(lua.execute(script or scripts()[obj["kind"]]))


@pytest.fixture
def judged() -> tuple[Judged, ...]:
    return everything()


def test_every_state_that_the_operator_writes_has_its_health(judged: tuple[Judged, ...]) -> None:
    found = {(one.object["kind"], one.what): health(one.object)["status"] for one in judged}
    assert found == {(one.object["kind"], one.what): STATUS[one.health] for one in judged}


def test_every_state_is_told_in_words(judged: tuple[Judged, ...]) -> None:
    assert all(health(one.object).get("message") for one in judged)


def test_a_refused_taxonomy_names_its_rule(judged: tuple[Judged, ...]) -> None:
    (refused,) = [one.object for one in judged if one.what == "refused" and one.object["kind"] == "Taxonomy"]
    assert health(refused)["message"].startswith("rule my-rule, all[0].text: the pattern '(?!x)y' cannot be used")


def test_a_concluded_investigation_tells_its_verdict(judged: tuple[Judged, ...]) -> None:
    case = next(one.object for one in judged if one.what.startswith("config-error"))
    said = health(case)["message"]
    assert said == f"Open, config_error ({case['status']['confidence']}): {case['status']['summary']}"


@of_every("kind", ["Taxonomy", "Investigation"])
@of_every(
    "status",
    [
        None,
        {},
        {"conditions": []},
        {"conditions": [{"type": "Other", "status": "True"}]},
        {"observedGeneration": 1},
        {"observedGeneration": 1, "conditions": [{"type": "Ready"}, {"type": "Succeeded", "status": "Unknown"}]},
    ],
)
def test_nothing_that_is_half_written_is_healthy_or_an_error(kind: str, status: Object | None) -> None:
    obj = {"kind": kind, "metadata": {"name": "x", "generation": 1}} | ({} if status is None else {"status": status})
    assert health(obj)["status"] == "Progressing"


@pytest.mark.cluster
def test_the_scripts_come_beside_the_settings_that_are_there(cluster: Cluster, namespace: str) -> None:
    theirs = ("create", "configmap", "argocd-cm", "-n", namespace, "--from-literal=url=https://argocd.example.com")
    cluster.run_kubectl(*theirs)
    cluster.run_kubectl("apply", "--server-side", "--field-manager=casebook", "-n", namespace, "-f", str(CONFIG))
    found = json.loads(cluster.run_kubectl("get", "configmap", "argocd-cm", "-n", namespace, "-o", "json"))["data"]
    assert found["url"] == "https://argocd.example.com"
    assert {PREFIX + kind: script for kind, script in scripts().items()}.items() <= found.items()
