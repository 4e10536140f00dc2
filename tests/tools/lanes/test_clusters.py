"""Which cluster a lane gets."""

from pathlib import Path

import pytest

from e2e.cluster.options import ASSETS_ENV, KUBECONFIG_ENV, NODE_ENV, STATE_ENV
from e2e.cluster.sources import Facts
from tools.lanes import clusters
from tools.lanes.clusters import Clusters
from tools.lanes.lane import LANES

NODE, LIFE, CLUSTER = (next(lane for lane in LANES if lane.name == name) for name in ("node", "life", "cluster"))


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STATE_ENV, "/tmp/state")
    for name in (ASSETS_ENV, KUBECONFIG_ENV):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(clusters, "machine_facts", lambda: Facts(kind_works=lambda: False))


def test_each_lane_has_a_control_plane_beside_the_cluster_with_a_node() -> None:
    found = Clusters.of_this_machine()
    assert found.environment(NODE) == {STATE_ENV: "/tmp/state"}
    assert found.environment(LIFE) == {STATE_ENV: "/tmp/state-life", NODE_ENV: "no"}
    assert found.environment(CLUSTER) == {STATE_ENV: "/tmp/state-cluster", NODE_ENV: "no"}


def test_a_cluster_that_was_named_is_the_only_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").touch()
    monkeypatch.setenv(KUBECONFIG_ENV, str(tmp_path / "config"))
    found = Clusters.of_this_machine()
    assert found.environment(CLUSTER) == found.environment(LIFE) == found.environment(NODE) == {STATE_ENV: "/tmp/state"}


def test_there_is_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "machine_facts", lambda: Facts(kind_works=lambda: True))
    found = Clusters.of_this_machine()
    assert found.of(CLUSTER) == found.of(LIFE) == found.of(NODE)
