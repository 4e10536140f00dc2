"""What a failure asks of the API server, from its Investigation to its conclusion: the same, however large the cluster.

The whole operator on a real API server. Watches and their lists are not counted: they cost the same without failures.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from typing_extensions import override

from bench.detection import crash_loop, merge_patch
from bench.storm_floor import workload
from casebook_operator.kube import KubeClient, paths
from casebook_operator.settings import ClusterSettings, EvidenceSettings, Settings, WatchSettings
from e2e.cluster import Cluster
from tests.operator.clusters import namespaces
from tests.operator.pipeline.test_fairness_in_cluster import concluded
from tests.operator.working import working

pytestmark = pytest.mark.cluster

MOST = 6
"""Of one failing pod, after its Investigation was made: the pod, its log, its Events, the status, and two Events."""

FEW, MANY = 3, 60
"""Nodes."""


class Spaces(NamedTuple):
    home: str
    shop: str


class Counting(KubeClient):
    """A client that remembers what it has asked for."""

    def __init__(self, kube: KubeClient) -> None:
        super().__init__(kube._api)
        self.asked: list[str] = []

    @override
    async def _answer(self, method: Any, path: str, query: Any, *args: Any, **others: Any) -> Any:
        if "watch" not in query:
            self.asked.append(f"{method} {urlsplit(path).path}")
        return await super()._answer(method, path, query, *args, **others)


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
    async with asyncio.timeout(60):
        while all(case.subject.name != name for case in await concluded(kube, namespace)):
            await asyncio.sleep(0.2)


def of_failure(asked: list[str], namespace: str) -> list[str]:
    """What was asked for after the Investigation was made. A log that no kubelet gives is asked for twice."""
    made = asked.index(f"POST {paths.collection('Investigation', namespace)}")
    after = asked[made + 1 :]
    return [one for at, one in enumerate(after) if not (one.endswith("/log") and one in after[:at])]


async def test_a_failure_asks_for_little_and_for_no_more_in_a_larger_cluster(
    kube: KubeClient, cluster: Cluster, spaces: Spaces, dsn: str, tmp_path: Path
) -> None:
    settings = Settings(
        cluster=ClusterSettings(name="requests", namespace=spaces.home),
        watch=WatchSettings(namespaces=(spaces.shop,), taxonomies=False),
        evidence=EvidenceSettings(spool=tmp_path / "spool", redaction_key=tmp_path / "key"),
    )
    client, found = Counting(kube), list[list[str]]()
    async with nodes(kube, cluster, spaces.shop, FEW), working(client, settings, dsn):
        for number, name in ((1, "first"), (1, "few"), (MANY, "many")):
            async with nodes(kube, cluster, f"{spaces.shop}-more", number):
                await workload(kube, spaces.shop, name, on=f"{spaces.shop}-0")
                await asyncio.sleep(1)
                client.asked.clear()
                await fail(kube, spaces.shop, name)
                await asyncio.sleep(1)  # Events are posted after the status
                found.append([one for one in of_failure(client.asked, spaces.shop) if "/nodes/" not in one])
    _, few, many = found  # the first has found out that the cluster has no metrics
    assert len(few) <= MOST, "\n".join(few)
    assert [re.sub(r"/many[^/]*", "", one) for one in many] == [re.sub(r"/few[^/]*", "", one) for one in few]
