"""What a failure asks of the API server, from its Investigation to its conclusion: the same, however large the cluster.

The whole operator on a real API server, whose audit log tells what it was asked. Watches and their lists are not
counted: they cost the same without failures.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from bench.detection import crash_loop, merge_patch
from bench.storm_floor import workload
from casebook_operator.kube import KubeClient, connect, paths
from casebook_operator.settings import ClusterSettings, EvidenceSettings, Settings, WatchSettings
from e2e.audit.calls import calls
from e2e.cluster import Cluster
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from tests.operator.clusters import namespaces
from tests.operator.pipeline.test_fairness_in_cluster import concluded
from tests.operator.working import working
from tests.patience import PATIENCE

pytestmark = pytest.mark.cluster

MOST = 6
"""Of one failing pod, after its Investigation was made: the pod, its log, its Events, the status, and two Events."""

FEW, MANY = 3, 60
"""Nodes."""


class Spaces(NamedTuple):
    home: str
    shop: str


class Account(NamedTuple):
    """Who the operator of this test is for the API server, and what the audit log has of it."""

    kubeconfig: Path
    user: str

    def asked(self) -> list[str]:
        """What was asked for and answered so far, but for watches."""
        folder = StateDir(Options().state_dir).logs
        files = sorted(folder.glob("audit*.log"), key=lambda file: file.stat().st_mtime)
        found = (call for call in calls(self._lines(files), self.user) if call.right.verb != "watch")
        return [f"{call.right.verb} {urlsplit(call.uri).path}" for call in found]

    def _lines(self, files: Iterable[Path]) -> Iterator[str]:
        for file in files:
            with file.open(encoding="utf-8") as lines:
                yield from (line for line in lines if self.user in line)


@pytest.fixture
def account(cluster: Cluster, spaces: Spaces, tmp_path: Path) -> Iterator[Account]:
    """A ServiceAccount that may do anything: how little it asks for is the question."""
    name = spaces.home
    cluster.run_kubectl("create", "serviceaccount", name, "-n", name)
    bound = f"--serviceaccount={name}:{name}"
    cluster.run_kubectl("create", "clusterrolebinding", name, "--clusterrole=cluster-admin", bound)
    kubeconfig = cluster.service_account_kubeconfig(name, name, tmp_path / "kubeconfig")
    yield Account(kubeconfig, f"system:serviceaccount:{name}:{name}")
    cluster.run_kubectl("delete", "clusterrolebinding", name)


@pytest.fixture
def spaces(cluster: Cluster) -> Iterator[Spaces]:
    with namespaces(cluster, *Spaces._fields) as names:
        yield Spaces(*names)


@asynccontextmanager
async def nodes(kube: KubeClient, cluster: Cluster, prefix: str, number: int) -> AsyncIterator[None]:
    """So many nodes on paper, for as long as the context lasts."""
    names = [f"{prefix}-{each}" for each in range(number)]
    for name in names:
        await kube.create(paths.collection("Node"), {"metadata": {"name": name}})
    try:
        yield
    finally:
        await asyncio.to_thread(cluster.run_kubectl, "delete", "node", "--wait=false", *names)


async def fail(kube: KubeClient, namespace: str, name: str) -> None:
    await merge_patch(kube, paths.item("Pod", namespace, name) + "/status", crash_loop())
    async with asyncio.timeout(PATIENCE):
        while all(case.subject.name != name for case in await concluded(kube, namespace)):
            await asyncio.sleep(0.2)


def of_failure(asked: list[str], namespace: str) -> list[str]:
    """What was asked for after the Investigation was made, but for its labels, which follow when there is time.

    A log that no kubelet gives is asked for twice.
    """
    made = asked.index(f"create {paths.collection('Investigation', namespace)}")
    after = asked[made + 1 :]
    labels = f"patch {paths.collection('Investigation', namespace)}"
    once = [one for at, one in enumerate(after) if not (one.endswith("/log") and one in after[:at])]
    return [one for one in once if labels not in one or one.endswith("/status")]


async def test_a_failure_asks_for_little_and_for_no_more_in_a_larger_cluster(
    kube: KubeClient, cluster: Cluster, spaces: Spaces, account: Account, dsn: str, tmp_path: Path
) -> None:
    settings = Settings(
        cluster=ClusterSettings(name="requests", namespace=spaces.home),
        watch=WatchSettings(namespaces=(spaces.shop,), taxonomies=False),
        evidence=EvidenceSettings(spool=tmp_path / "spool", redaction_key=tmp_path / "key"),
    )
    found = list[list[str]]()
    async with (
        await connect(account.kubeconfig) as client,
        nodes(kube, cluster, spaces.shop, FEW),
        working(client, settings, dsn),
    ):
        for number, name in ((1, "first"), (1, "few"), (MANY, "many")):
            async with nodes(kube, cluster, f"{spaces.shop}-more", number):
                await workload(kube, spaces.shop, name, on=f"{spaces.shop}-0")
                await asyncio.sleep(1)
                before = len(account.asked())
                await fail(kube, spaces.shop, name)
                await asyncio.sleep(1)  # Events are posted after the status
                asked = of_failure(account.asked()[before:], spaces.shop)
                found.append([one for one in asked if "/nodes/" not in one])
    _, few, many = found  # the first has found out that the cluster has no metrics
    assert len(few) <= MOST, "\n".join(few)
    without_names = [sorted(re.sub(r"/(few|many)[^/]*", "", one) for one in asked) for asked in (few, many)]
    assert without_names[0] == without_names[1]  # they are written down in the order in which they were answered
