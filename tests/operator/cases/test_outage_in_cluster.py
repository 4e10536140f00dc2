"""Pods that miss one ConfigMap, before a whole operator on a real API server and a real database."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bench.detection import merge_patch
from bench.storm_floor import at_once, pod_body
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Trigger
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, paths
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.settings import (
    CaseSettings,
    ClusterSettings,
    EvidenceSettings,
    Settings,
    SignalSettings,
    WatchSettings,
)
from e2e.cluster import Cluster
from e2e.cluster.audit import log_of
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from tests.operator.clusters import namespaces, paper_node
from tests.operator.working import working

pytestmark = pytest.mark.cluster

NUMBER = 12
NEAR = ("other-config-1", "other-config-2")
"""Pods that miss another ConfigMap."""
SECONDS = 60


@pytest.fixture
def shop(cluster: Cluster) -> Iterator[str]:
    with namespaces(cluster, "shop") as (name,):
        yield name


@pytest.fixture
def settings(namespace: str, shop: str, tmp_path: Path) -> Settings:
    return Settings(
        cluster=ClusterSettings(name=shop, namespace=namespace),
        watch=WatchSettings(namespaces=(shop,), taxonomies=False, nodes=False),
        evidence=EvidenceSettings(spool=tmp_path / "spool", redaction_key=tmp_path / "key"),
        cases=CaseSettings(stable_seconds=2, sweep_seconds=0.5),
        signals=SignalSettings(container_start_seconds=0),
    )


def misses(name: str) -> dict[str, Any]:
    """What kubelet says of a container whose ConfigMap is not there."""
    waiting = {"reason": "CreateContainerConfigError", "message": f'configmap "{name}" not found'}
    return status("Pending", ready=False, state={"waiting": waiting})


def status(phase: str, *, ready: bool, state: dict[str, Any]) -> dict[str, Any]:
    now = to_rfc3339(datetime.now(UTC))
    container = {"name": "app", "ready": ready, "started": ready, "restartCount": 0, "image": "a", "imageID": "a"}
    conditions = [
        {"type": kind, "status": str(ready), "lastTransitionTime": now} for kind in ("Ready", "ContainersReady")
    ]
    return {"status": {"phase": phase, "conditions": conditions, "containerStatuses": [container | {"state": state}]}}


async def patched(kube: KubeClient, namespace: str, name: str, body: dict[str, Any]) -> None:
    await merge_patch(kube, paths.item("Pod", namespace, name) + "/status", body)


async def until(kube: KubeClient, namespace: str, holds: Callable[[list[Investigation]], bool]) -> list[Investigation]:
    async with asyncio.timeout(SECONDS):
        while not holds(found := await InvestigationStore(kube).list([namespace])):
            await asyncio.sleep(0.2)
    return found


def heads(found: list[Investigation]) -> list[Investigation]:
    return [case for case in found if case.signal.trigger is Trigger.OUTAGE]


def hang(found: list[Investigation]) -> bool:
    """Whether all hang on a head, which may not have counted them yet."""
    one = [head for head in heads(found) if head.open]
    return sum("causedBy" in case.status for case in found) == NUMBER and len(one) == 1


def counted(found: list[Investigation]) -> bool:
    return hang(found) and heads(found)[0].status.get("outage") == f"Head of {NUMBER}"


def status_writes(name: str) -> int:
    """How often the status of an Investigation was written, by the audit log of the API server."""
    lines = log_of(StateDir(Options().state_dir)).read_text(encoding="utf-8").splitlines()
    return sum(f"/investigations/{name}/status" in line and '"verb":"patch"' in line for line in lines)


async def head_in_memory(memory: Memory, head: Investigation) -> str:
    async with asyncio.timeout(SECONDS):
        while (found := await memory.by_id(head.uid)) is None or found.resolution is None:
            await asyncio.sleep(0.2)
    return found.resolution.summary


@pytest.fixture
def node(cluster: Cluster) -> Iterator[str]:
    with paper_node(cluster, "outage") as name:
        yield name


async def test_an_outage_begins_lasts_through_a_restart_and_ends(
    kube: KubeClient, cluster: Cluster, shop: str, node: str, settings: Settings, dsn: str
) -> None:
    names = [f"app-{number:02}" for number in range(NUMBER)]
    await at_once(kube.create(paths.collection("Pod", shop), pod_body(name, on=node)) for name in (*names, *NEAR))
    async with working(kube, settings, dsn):
        await at_once(patched(kube, shop, name, misses("settings")) for name in names)
        await at_once(patched(kube, shop, name, misses("others")) for name in NEAR)
        found = await until(kube, shop, lambda found: hang(found) and len(found) == NUMBER + len(NEAR) + 1)
    (head,) = heads(found)
    assert head.name.startswith("configmap-settings-")
    assert "ConfigMap" in head.status["summary"]
    assert "settings" in head.status["summary"]
    assert {case.status["causedBy"]["name"] for case in found if "causedBy" in case.status} == {head.name}
    assert not [case for case in found if case.subject.name in NEAR and "causedBy" in case.status]

    before = {case.uid for case in found}
    async with working(kube, settings, dsn) as memory:
        again = await until(kube, shop, counted)
        assert {case.uid for case in again} == before, "a restart opens none and closes none"
        assert status_writes(head.name) <= 8
        listed = cluster.run_kubectl("get", "inv", "-n", shop)
        assert f"Head of {NUMBER}" in listed
        assert listed.count("Follower") == NUMBER
        selector = f"--field-selector=status.causedBy.name={head.name}"
        assert len(cluster.run_kubectl("get", "inv", "-n", shop, "-o", "name", selector).split()) == NUMBER
        well = status("Running", ready=True, state={"running": {"startedAt": "2020-01-01T00:00:00Z"}})
        await at_once(patched(kube, shop, name, well) for name in names[1:])
        left = await until(kube, shop, lambda found: sum(case.resolved for case in found) == NUMBER - 1)
        assert heads(left)[0].open, "one fails on"
        await patched(kube, shop, names[0], well)
        assert await head_in_memory(memory, head) == f"none of the {NUMBER} that failed for it fails any more"
        over = await until(kube, shop, lambda found: sum(case.resolved for case in found) == NUMBER + 1)
        assert sorted(case.subject.name for case in over if case.open) == sorted(NEAR)
        past = await memory.past(await known(memory, head.uid), settings.memory.view(shop))
        assert past.outage is not None
        assert (past.outage.count, past.outage.open) == (NUMBER, 0)


async def known(memory: Memory, uid: str) -> Any:
    found = await memory.by_id(uid)
    assert found is not None
    return found
