"""On a real API server of its own, restarted or without what Kopf watches, Kopf is there again as soon as it can be."""

import json
import secrets
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.kube import connect
from casebook_operator.sensor import backoff
from e2e.cluster import Cluster, lifecycle
from e2e.cluster.options import Options
from e2e.demo.operator_process import OperatorProcess
from tests.crds.schema import CRD_FILE
from tests.operator.sensor.notes import watching
from tests.operator.waiting import until
from tools.chart.rights import MANIFEST

pytestmark = pytest.mark.cluster

CRDS = CRD_FILE.parent
CASEBOOK = "casebook.dev"


@pytest.fixture(scope="module")
def server() -> Iterator[Options]:
    """No other test may find its API server without Taxonomies, or away."""
    with tempfile.TemporaryDirectory(prefix="cb-") as folder:
        options = Options(kubeconfig=None, allow_node=False, state_dir=Path(folder) / "state")
        lifecycle.up(options)
        yield options
        lifecycle.down(options.state_dir)


@pytest.fixture
def alone(server: Options, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    """With Casebook's kinds, and without any Taxonomy."""
    monkeypatch.setattr(backoff, "LONGEST_PAUSE_SECONDS", 1.0)
    found = lifecycle.up(server)
    install(found)
    found.run_kubectl("delete", "taxonomies", "--all")
    return found


def install(cluster: Cluster) -> None:
    cluster.run_kubectl("apply", "--server-side", "--force-conflicts", "-f", str(CRDS))
    cluster.wait_until_served("investigations", "taxonomies")


def make(cluster: Cluster) -> str:
    name = f"rules-{secrets.token_hex(3)}"
    body = {"apiVersion": "casebook.dev/v1alpha1", "kind": "Taxonomy", "metadata": {"name": name}, "spec": {}}
    cluster.run_kubectl("create", "-f", "-", stdin=json.dumps(body))
    return name


def rights(*, taxonomies: bool) -> str:
    """What the operator may do, with or without watching Taxonomies."""
    objects: list[dict[str, Any]] = list(yaml.safe_load_all(MANIFEST.read_text()))
    for role in (obj for obj in objects if obj["kind"] == "ClusterRole" and not taxonomies):
        role["rules"] = [rule for rule in role["rules"] if "taxonomies" not in rule["resources"]]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})


async def test_taxonomies_are_seen_changed_and_deleted_and_nothing_is_written_to_them(alone: Cluster) -> None:
    async with await connect(alone.kubeconfig) as kube, watching(kube) as (_, notes):
        name = make(alone)
        await until(lambda: (name, False) in notes.taxonomies)
        alone.run_kubectl("label", "taxonomy", name, "touched=by-a-user")
        await until(lambda: notes.taxonomies.count((name, False)) > 1)
        found = json.loads(alone.run_kubectl("get", "taxonomy", name, "-o", "json", "--show-managed-fields"))[
            "metadata"
        ]
        assert {entry["manager"] for entry in found["managedFields"]} == {"kubectl-create", "kubectl-label"}
        assert not {"annotations", "finalizers"} & found.keys()
        alone.run_kubectl("delete", "taxonomy", name)
        await until(lambda: (name, True) in notes.taxonomies)


async def test_taxonomies_that_are_installed_later_are_seen(alone: Cluster) -> None:
    alone.run_kubectl("delete", "-f", str(CRDS), "--wait")
    async with await connect(alone.kubeconfig) as kube, watching(kube) as (sensor, notes):
        await until(lambda: any("investigations" in complaint for complaint in sensor.health.complaints()))
        install(alone)
        name = make(alone)
        await until(lambda: (name, False) in notes.taxonomies)


async def test_taxonomies_of_a_kind_that_is_taken_away_and_installed_again_are_gone_and_then_seen(
    alone: Cluster,
) -> None:
    async with await connect(alone.kubeconfig) as kube, watching(kube) as (_, notes):
        first = make(alone)
        await until(lambda: (first, False) in notes.taxonomies)
        alone.run_kubectl("delete", "-f", str(CRDS), "--wait")
        install(alone)
        second = make(alone)
        await until(lambda: {(first, True), (second, False)} <= set(notes.taxonomies))


async def test_taxonomies_are_seen_once_they_may_be_watched(alone: Cluster, tmp_path: Path) -> None:
    alone.run_kubectl("apply", "-f", "-", stdin=rights(taxonomies=False))
    name = make(alone)
    account = alone.service_account_kubeconfig("casebook", "casebook-operator", tmp_path / "kubeconfig")
    async with await connect(account) as limited, watching(limited) as (sensor, notes):
        await until(lambda: sensor.health.complaints() == ())
        assert not notes.taxonomies
        alone.run_kubectl("apply", "-f", "-", stdin=rights(taxonomies=True))
        await until(lambda: (name, False) in notes.taxonomies)


async def test_what_changes_after_the_api_server_was_restarted_is_seen(alone: Cluster, server: Options) -> None:
    async with await connect(alone.kubeconfig) as kube, watching(kube) as (_, notes):
        first = make(alone)
        await until(lambda: (first, False) in notes.taxonomies)
        lifecycle.restart("kube-apiserver", server.state_dir)
        second = make(alone)
        alone.run_kubectl("delete", "taxonomy", first)
        await until(lambda: {(first, True), (second, False)} <= set(notes.taxonomies))


@pytest.mark.parametrize("installed", [True, False], ids=["watching", "waiting"])
def test_the_operator_hears_sigterm_while_kopf_runs_and_while_it_waits(
    alone: Cluster, tmp_path: Path, *, installed: bool
) -> None:
    if not installed:
        alone.run_kubectl("delete", "crd", f"taxonomies.{CASEBOOK}", "--wait")
    operator = OperatorProcess(tmp_path, alone.kubeconfig, {"CASEBOOK_MEMORY__EMBEDDER": "none"})
    try:
        operator.start()
        assert operator.process is not None
        operator.process.send_signal(signal.SIGTERM)
        assert operator.process.wait(20) == 0
    finally:
        operator.kill()
    said = operator.log.read_text()
    assert "stopped" in said
    assert "does not stop" not in said
    assert "Traceback" not in said
