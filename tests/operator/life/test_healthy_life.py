"""Hours of healthy life open nothing, and one real failure among it opens exactly one Investigation.

A real API server with its real controllers; only kubelets are played (``kubelets.py``). Time is compressed: a minute of
life takes two seconds, and all hold durations are shortened in the same ratio (``pace.py``).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from casebook_analyzer.memory import open_memory
from casebook_operator import metrics
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.pseudonyms import PseudonymKey
from casebook_operator.runtime import Operator
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.settings import CaseSettings, ClusterSettings, EvidenceSettings, Settings
from e2e.cluster import Cluster
from tests.operator.life import manifests as m
from tests.operator.life.api import Api
from tests.operator.life.pace import MINUTE, hold_durations, live
from tests.operator.life.scenes import BUSY_HOUR, play
from tests.operator.life.town import Town
from tests.operator.working import collect_what_was_cut_off

TOO_SLOW = MINUTE / 2
"""Seconds of a look at all pods by which kubelets are late: a node that restarts its own is not ready for 0.8 s of the
two seconds that it may be, so that it looks ill by then, at this pace."""

CRDS = Path(__file__).parents[3] / "crds"

pytestmark = [pytest.mark.cluster, pytest.mark.life, pytest.mark.timeout(900)]


@asynccontextmanager
async def founded(cluster: Cluster, kube: KubeClient) -> AsyncIterator[Town]:
    """An empty town, and its kubelets at work."""
    cluster.run_kubectl("apply", "--server-side", "--force-conflicts", "-f", str(CRDS))
    town = Town(cluster, Api(kube))
    await town.begin()
    kubelets = asyncio.create_task(town.kubelets.run())
    try:
        yield town
    finally:
        kubelets.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await kubelets
        await town.end()


@asynccontextmanager
async def watched(town: Town, kube: KubeClient, dsn: str, directory: Path) -> AsyncIterator[None]:
    """The whole operator at work, on a real database. It must give up nothing."""
    settings = Settings(
        cluster=ClusterSettings(name="life", namespace=town.name),
        signals=hold_durations(),
        cases=CaseSettings(sweep_seconds=1),
        evidence=EvidenceSettings(spool=directory / "spool", redaction_key=directory / "key"),
    )
    memory = open_memory(dsn, tenant="life", embedder=None)
    operator, stop = Operator(kube, memory, PseudonymKey.of(settings.evidence).of_namespace, settings), asyncio.Event()
    sensor = ClusterSensor(kube, operator.scope, operator.known)
    await operator.restore()
    before = given_up()
    running = asyncio.create_task(operator.run(sensor, stop))
    try:
        while sensor.health.complaints():
            assert not running.done(), running.exception()
            await asyncio.sleep(0.1)
        yield
        assert given_up() == before
    finally:
        stop.set()
        await running
        await memory.close()
        collect_what_was_cut_off()


def given_up() -> float:
    samples = [sample for metric in metrics.WORK_ERRORS.collect() for sample in metric.samples]
    return sum(sample.value for sample in samples if sample.name.endswith("_total"))


async def opened(town: Town) -> list[str]:
    """Every Investigation of this town's objects: subject, trigger and reason."""
    assert town.kubelets.rounds > 100
    found = await town.api.kube.list(paths.collection("Investigation"))
    ours = [case["spec"] for case in found if case["metadata"]["namespace"].startswith(town.name)]
    return [_shown(spec) for spec in ours if _is_of(town, spec["subjectRef"])]


def _is_of(town: Town, subject: Object) -> bool:
    """The operator sees the nodes of other tests too."""
    return subject["kind"] != "Node" or subject["name"].startswith(town.name)


def _shown(spec: Object) -> str:
    subject, signal = spec["subjectRef"], spec["signal"]
    return f"{subject['kind']}/{subject['name']} {spec['trigger']}: {signal.get('reason')}"


@contextmanager
def fair(town: Town) -> Iterator[None]:
    """A machine that cannot keep this pace proves nothing, as kubelets that are late look ill to everybody."""
    try:
        yield
    except (AssertionError, TimeoutError, ExceptionGroup) as error:
        if town.kubelets.slowest > TOO_SLOW:
            pytest.skip(f"this machine is too busy: {town.kubelets.slowest:.1f} s for a round of kubelets ({error})")
        raise


async def test_hours_of_healthy_life_open_nothing(cluster: Cluster, kube: KubeClient, dsn: str, tmp_path: Path) -> None:
    async with founded(cluster, kube) as town, watched(town, kube, dsn, tmp_path):
        with fair(town):
            await play(town)
            assert await opened(town) == []


async def test_one_failure_in_the_midst_of_life_opens_one_investigation(
    cluster: Cluster, kube: KubeClient, dsn: str, tmp_path: Path
) -> None:
    exits = ",".join(["1"] * 200)
    async with founded(cluster, kube) as town, watched(town, kube, dsn, tmp_path):
        broken = m.deployment("broken", town.pool("town"), life={"ready": 0.2, "run": 0.2, "exits": exits})
        with fair(town):
            async with asyncio.TaskGroup() as group:
                group.create_task(play(town, BUSY_HOUR))
                await live(10)
                await town.apply(broken, m.budget("broken", available=2))
            assert await opened(town) == ["Deployment/broken CrashLoopBackOff: CrashLoopBackOff"]
