"""A conclusion that changes with its evidence, on a real API server, and an operator that is ended in between."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.detection import crash_loop, merge_patch
from bench.storm_floor import workload
from casebook_analyzer.models import Trigger
from casebook_operator.investigation import Investigation
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.kube.values import mappings
from casebook_operator.settings import CaseSettings, ClusterSettings, EvidenceSettings, Settings, WatchSettings
from e2e.cluster import Cluster
from tests.operator.clusters import namespaces, paper_node
from tests.operator.pipeline.test_fairness_in_cluster import concluded
from tests.operator.working import working
from tests.patience import PATIENCE

pytestmark = pytest.mark.cluster


@pytest.fixture
def space(cluster: Cluster) -> Iterator[str]:
    with namespaces(cluster, "revision") as (name,):
        yield name


@pytest.fixture
def node(cluster: Cluster) -> Iterator[str]:
    with paper_node(cluster, "revision") as name:
        yield name


def killed_by_the_kernel() -> Object:
    """As the pod of the crash loop, which was killed for its memory since."""
    body = crash_loop()
    (status,) = body["status"]["containerStatuses"]
    status["lastState"]["terminated"] |= {"exitCode": 137, "reason": "OOMKilled", "message": ""}
    status["restartCount"] += 1
    return body


async def until(kube: KubeClient, space: str, category: str) -> Investigation:
    async with asyncio.timeout(PATIENCE):
        while True:
            for case in await concluded(kube, space):
                if case.signal.trigger is Trigger.CRASH_LOOP_BACK_OFF and case.status["category"] == category:
                    return case
            await asyncio.sleep(0.2)


async def told(kube: KubeClient, space: str, reason: str) -> list[Object]:
    events = await kube.list(f"/api/v1/namespaces/{space}/events")
    return [event for event in events if event["reason"] == reason]


async def test_a_kill_for_memory_revises_the_conclusion_of_a_crash_loop_once(
    kube: KubeClient, space: str, node: str, dsn: str, tmp_path: Path
) -> None:
    settings = Settings(
        cluster=ClusterSettings(name="revision", namespace=space),
        watch=WatchSettings(namespaces=(space,), nodes=False, taxonomies=False),
        evidence=EvidenceSettings(spool=tmp_path / "spool", redaction_key=tmp_path / "key"),
        cases=CaseSettings(judge_again_seconds=1),
    )
    await workload(kube, space, "shop", on=node)
    pod = paths.item("Pod", space, "shop") + "/status"
    async with working(kube, settings, dsn):
        await merge_patch(kube, pod, crash_loop())
        first = await until(kube, space, "config_error")
        await asyncio.sleep(1.1 - time.time() % 1)  # times of containers have whole seconds
        await merge_patch(kube, pod, killed_by_the_kernel())
        revised = await until(kube, space, "resource_exhaustion")
        async with asyncio.timeout(PATIENCE):
            while not await told(kube, space, "RootCauseRevised"):  # the last that is done of a revision
                await asyncio.sleep(0.2)
    async with working(kube, settings, dsn) as memory:
        await asyncio.sleep(3)  # three ticks: whatever it would judge again, it has
        after = await kube.get(paths.item("Investigation", space, first.name))
        incident = await memory.by_id(first.uid)
        assert incident is not None
        past = await memory.past(incident, settings.memory.view(space))
    assert (revised.uid, revised.name) == (first.uid, first.name)
    (was,) = mappings(after, "status", "revisions")
    assert (was["category"], was["reason"]) == ("config_error", "Evidence")
    assert was["why"] == "exit code 137 (OOMKilled), before exit code 1"
    assert [one.conclusion.category for one in past.earlier] == ["config_error"]
    assert len(await told(kube, space, "RootCauseRevised")) == 1
