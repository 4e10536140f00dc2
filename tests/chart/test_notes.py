"""What somebody reads after `helm install`: the next three commands, and what to mind."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from e2e.cluster import Cluster
from tools.chart.helm import Helm
from tools.places import CHART

pytestmark = pytest.mark.cluster

HARMLESS = {
    "cluster": {"name": "fra1"},
    "externalUrl": "https://casebook.example.com",
    "postgresql": {"persistence": {"storageClassName": "fast"}},
}

DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class"

Notes = Callable[[dict[str, Any]], str]


@pytest.fixture
def notes(helm: Helm, cluster: Cluster) -> Notes:
    """What an installation would say. Helm renders notes for a cluster only."""

    def shown(values: dict[str, Any]) -> str:
        # Nothing that belongs to the whole cluster, where there may be another release.
        given = {"crds": {"enabled": False}, "rbac": {"create": False}, **values}
        done = helm.of(cluster.kubeconfig).run(
            "install", "casebook", CHART, "--namespace=ops", "--dry-run=server", values=given
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.partition("NOTES:\n")[2]

    return shown


@pytest.mark.parametrize(
    ("values", "third"),
    [
        (HARMLESS, "Read the reports at https://casebook.example.com, with a token of the cluster"),
        ({}, "kubectl casebook open INVESTIGATION -n NAMESPACE"),
        ({"web": {"enabled": False}}, "kubectl exec -n ops deploy/casebook-operator -- casebook report"),
    ],
    ids=["address", "no address", "no web"],
)
def test_the_next_three_commands_fit_what_was_installed(notes: Notes, values: dict[str, Any], third: str) -> None:
    shown = notes(values)
    assert "kubectl rollout status -n ops deploy/casebook-operator" in shown
    assert "kubectl get investigations -A" in shown
    assert third in shown


@pytest.mark.parametrize(
    ("values", "warning"),
    [
        ({"externalUrl": ""}, "externalUrl is empty"),
        ({"cluster": {"name": "default"}}, 'cluster.name is "default"'),
        ({"crds": {"enabled": False, "keep": False}}, "crds.keep is false: uninstalling deletes every Investigation"),
        ({"postgresql": {"persistence": {"enabled": False}}}, "the memory is lost when the database's pod is replaced"),
        (
            {"postgresql": {"enabled": False}, "database": {"url": "postgresql://db/c"}},
            "database.url holds a password in the values of this release",
        ),
    ],
    ids=str,
)
def test_what_may_surprise_is_said(notes: Notes, values: dict[str, Any], warning: str) -> None:
    assert warning in notes({**HARMLESS, **values})


def test_what_is_watched_is_said_first(notes: Notes) -> None:
    assert "watches this cluster, which it calls" in notes(HARMLESS)
    watch = {"namespaces": ["shop", "billing"], "nodes": False}
    shown = notes({**HARMLESS, "watch": watch})
    assert "watches 2 namespaces (shop, billing) of this cluster, without nodes, which it calls" in shown
    assert "kubectl get investigations -n shop" in shown


def test_nothing_is_said_where_nothing_surprises(notes: Notes) -> None:
    assert "Mind:" not in notes(HARMLESS)


def test_a_cluster_without_a_default_storage_class_is_noticed(notes: Notes, cluster: Cluster) -> None:
    classes = json.loads(cluster.run_kubectl("get", "storageclasses", "-o", "json"))["items"]
    default = any(one["metadata"].get("annotations", {}).get(DEFAULT_CLASS) == "true" for one in classes)
    shown = notes({**HARMLESS, "postgresql": {}})
    assert ("This cluster has no default StorageClass" in shown) is not default
    assert "StorageClass" not in notes(HARMLESS)
