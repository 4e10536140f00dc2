"""The operator under the limits of memory that the chart gives it, in a cluster of a thousand nodes and 10,000 pods."""

import asyncio
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from bench.detection import crash_loop, merge_patch
from bench.storm_floor import namespace, pod_body
from casebook_operator.investigation import parse
from casebook_operator.kube import KubeClient, connect, paths
from e2e import cluster as clusters
from e2e.cluster import Cluster, lifecycle, memory_limit
from e2e.cluster.control_plane import etcd_url
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from e2e.demo.errors import DemoError
from e2e.demo.operator_process import OperatorProcess
from e2e.demo.world import RBAC
from tests.chart.crowd import NAMESPACE, PODS_A_NODE, fill
from tests.chart.rendered import pod_of
from tests.crds.schema import CRD_FILE
from tools.chart.helm import Helm
from tools.places import CHART

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(not memory_limit.possible(), reason="needs root and a cgroup controller of memory"),
]

_NODES = 1_000
_PATIENCE = 120.0
_UNITS = {"Mi": 2**20, "Gi": 2**30}


class Crowd(NamedTuple):
    """A control plane of its own, without controllers, that has all those pods."""

    cluster: Cluster
    kubeconfig: Path
    """Of the operator's ServiceAccount."""


@pytest.fixture(scope="module")
def crowd() -> Iterator[Crowd]:
    with tempfile.TemporaryDirectory(prefix="cb-crowd-") as folder:
        state = Path(folder) / "state"
        options = Options(state_dir=state, allow_node=False)
        with ExitStack() as ending:
            ending.callback(clusters.down, state)
            running = clusters.up(options)
            for name in ("kube-controller-manager", "kube-scheduler"):  # they would look after what is on paper
                lifecycle.stop(name, state)
            running.run_kubectl("apply", "--server-side", "-f", str(CRD_FILE.parent))
            running.wait_until_served("investigations", "taxonomies")
            running.run_kubectl("apply", "-f", str(RBAC))
            running.run_kubectl("create", "namespace", NAMESPACE)
            kept = StateDir(state).load()
            assert kept is not None
            fill(etcd_url(kept.component("etcd")), _NODES)
            kubeconfig = Path(folder) / "operator.kubeconfig"
            running.service_account_kubeconfig("casebook", "casebook-operator", kubeconfig)
            yield Crowd(running, kubeconfig)


@contextmanager
def _operator(crowd: Crowd, dsn: str, limit: memory_limit.MemoryLimit, embedder: str) -> Iterator[OperatorProcess]:
    """Not started yet. Its database is another process's, as in the chart."""
    with tempfile.TemporaryDirectory(prefix="cb-limit-") as folder:
        settings = {"CASEBOOK_DATABASE__URL": dsn, "CASEBOOK_MEMORY__EMBEDDER": embedder}
        operator = OperatorProcess(Path(folder), crowd.kubeconfig, settings, within=limit.command)
        try:
            yield operator
        finally:
            operator.stop()


async def _concluded(kube: KubeClient, name: str) -> None:
    """Let a pod of a namespace of its own fail, and wait until that has a conclusion."""
    await namespace(kube, name)
    await kube.create(paths.collection("Pod", name), pod_body(name))
    await merge_patch(kube, paths.item("Pod", name, name) + "/status", crash_loop())
    async with asyncio.timeout(_PATIENCE):
        while not any(parse(one).concluded for one in await kube.list(paths.collection("Investigation", name))):
            await asyncio.sleep(0.2)


def _bytes(quantity: str) -> int:
    found = re.fullmatch(r"(\d+)(Mi|Gi)", quantity)
    assert found is not None
    return int(found[1]) * _UNITS[found[2]]


def _without_a_model() -> str:
    """What a comment of the values promises to be enough."""
    found = re.search(r"`config\.memory\.embedder: none`[^.]*?(\d+Mi) are enough", _values())
    assert found is not None
    return found[1]


def _values() -> str:
    return re.sub(r"\n *# *", " ", (CHART / "values.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("embedder", ["auto", "none"])
async def test_the_operator_starts_and_concludes_at_ten_thousand_pods(
    helm: Helm, crowd: Crowd, dsn: str, embedder: str
) -> None:
    (container,) = pod_of(helm.template(), "operator")["spec"]["containers"]
    quantity = container["resources"]["limits"]["memory"] if embedder == "auto" else _without_a_model()
    with (
        memory_limit.limited(f"casebook-{embedder}", _bytes(quantity)) as limit,
        _operator(crowd, dsn, limit, embedder) as operator,
    ):
        operator.start()
        known = crowd.cluster.run_kubectl("get", "--raw", f"/api/v1/namespaces/{NAMESPACE}/pods?limit=1")
        assert f'"remainingItemCount":{_NODES * PODS_A_NODE - 1}' in known
        async with await connect(crowd.cluster.kubeconfig) as kube:
            await _concluded(kube, f"fails-{embedder}")
        assert operator.ready(), operator.tail()
        assert not limit.killed


def test_a_limit_that_is_too_small_kills_it(crowd: Crowd, dsn: str) -> None:
    """Or the test above could not fail."""
    with (
        memory_limit.limited("casebook-small", 48 * 2**20) as limit,
        _operator(crowd, dsn, limit, "none") as operator,
    ):
        with pytest.raises(DemoError, match="ended at its start"):
            operator.start()
        assert limit.killed
