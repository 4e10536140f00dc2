"""A thousand Investigations that one user makes hold up nobody else: the whole operator on a real API server."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from casebook_operator.investigation import Investigation
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, paths
from casebook_operator.settings import (
    CaseSettings,
    ClusterSettings,
    EvidenceSettings,
    Settings,
    SignalSettings,
    WatchSettings,
)
from e2e.cluster import Cluster
from tests.chart import failing
from tests.operator.clusters import namespaces, paper_node
from tests.operator.working import working
from tests.patience import PATIENCE

pytestmark = pytest.mark.cluster

NUMBER = 1000
BURST = 40
AT_ONCE = 20
"""Requests of the user who makes them."""


class Spaces(NamedTuple):
    """Where nodes' cases live, a user's, and one in which something fails."""

    home: str
    evil: str
    bank: str


@pytest.fixture
def spaces(cluster: Cluster) -> Iterator[Spaces]:
    with namespaces(cluster, *Spaces._fields) as names:
        yield Spaces(*names)


@pytest.fixture
def node(cluster: Cluster) -> Iterator[str]:
    with paper_node(cluster, "fairness") as name:
        yield name


def settings(spaces: Spaces, directory: Path) -> Settings:
    return Settings(
        cluster=ClusterSettings(name="fair", namespace=spaces.home),
        watch=WatchSettings(namespaces=(spaces.evil, spaces.bank), nodes=False, taxonomies=False),
        cases=CaseSettings(asked_burst=BURST, asked_per_minute=60),
        signals=SignalSettings(history_seconds=10 * 365 * 86_400.0),
        evidence=EvidenceSettings(spool=directory / "spool", redaction_key=directory / "key"),
    )


async def ask_for_many(kube: KubeClient, namespace: str) -> None:
    room = asyncio.Semaphore(AT_ONCE)

    async def ask(number: int) -> None:
        subject = {"kind": "Deployment", "name": f"x{number}"}
        body = {
            "apiVersion": "casebook.dev/v1alpha1",
            "kind": "Investigation",
            "metadata": {"name": f"x{number}", "namespace": namespace},
            "spec": {"subjectRef": subject, "trigger": "CrashLoopBackOff", "severity": "Critical"},
        }
        async with room:
            await kube.create(paths.collection("Investigation", namespace), body)

    await asyncio.gather(*(ask(number) for number in range(NUMBER)))


async def concluded(kube: KubeClient, namespace: str) -> list[Investigation]:
    return [case for case in await InvestigationStore(kube).list([namespace]) if case.concluded]


async def seconds_to_conclude(kube: KubeClient, cluster: Cluster, namespace: str, pod: str, node: str) -> float:
    """From a pod that fails to its conclusion: of processor time, as others use this machine too."""
    await asyncio.to_thread(failing.pod, cluster, namespace, pod, on=node)
    begun = time.process_time()
    async with asyncio.timeout(PATIENCE):
        while all(case.subject.name != pod for case in await concluded(kube, namespace)):
            await asyncio.sleep(0.05)
    return time.process_time() - begun


async def test_a_failure_elsewhere_is_concluded_as_if_a_thousand_others_did_not_wait(
    kube: KubeClient, cluster: Cluster, spaces: Spaces, node: str, dsn: str, tmp_path: Path
) -> None:
    async with working(kube, settings(spaces, tmp_path), dsn):
        alone = await seconds_to_conclude(kube, cluster, spaces.bank, "ledger-0", node)
        await ask_for_many(kube, spaces.evil)
        before = len(await concluded(kube, spaces.evil))
        crowded = await seconds_to_conclude(kube, cluster, spaces.bank, "ledger-1", node)
        theirs = await InvestigationStore(kube).list([spaces.evil])
    assert crowded - alone < 1.0
    assert len(theirs) == NUMBER
    assert sum(one.concluded for one in theirs) - before <= BURST
    waiting = [one for one in theirs if one.state == "Waiting"]
    assert waiting
    assert "goes on by itself at about" in waiting[0].status["conditions"][0]["message"]
