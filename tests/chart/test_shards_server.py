"""Three operators share a cluster, and one after the other is killed, frozen, and told of another number of shards.

Each failure has one Investigation all the time, and it is concluded. On a real API server and a real database; the
operators are the processes that run in the pods, with the rights that the chart gives them.
"""

import asyncio
import json
import secrets
import signal
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from casebook_operator.diagnosis import CheckVerdict
from casebook_operator.diagnosis.cluster import cluster_findings
from casebook_operator.investigation import Investigation
from casebook_operator.kube import KubeClient
from casebook_operator.sharding.share import shard_of
from e2e.cluster import Cluster
from e2e.cluster.audit import log_of
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from tests.chart import failing
from tests.chart.sharded import LEASE_SECONDS, SECONDS, Operators, cases, operating, spread, until_all
from tests.chart.unheard import unheard
from tests.operator.clusters import namespaces
from tools.chart.helm import Helm

pytestmark = [pytest.mark.cluster, pytest.mark.shards]


@pytest.fixture
def home(cluster: Cluster) -> Iterator[str]:
    with namespaces(cluster, "home") as (name,):
        yield name


@pytest.fixture
def watched(cluster: Cluster) -> Iterator[list[str]]:
    names = spread(2)
    for name in names:
        cluster.run_kubectl("create", "namespace", name)
    yield names
    cluster.run_kubectl("delete", "namespace", *names, "--wait=false")


@pytest.fixture
def operators(helm: Helm, cluster: Cluster, home: str, watched: list[str], dsn: str, tmp_path: Path) -> Operators:
    return Operators(helm, cluster, tmp_path, home=home, watched=watched, dsn=dsn)


async def test_doctor_asks_for_the_rights_to_the_leases_and_the_chart_grants_them(
    cluster: Cluster, operators: Operators, home: str
) -> None:
    with operators.upgraded(3) as release:
        settings = release.settings_of("operator")
        results = {result.check: result for result in await cluster_findings(settings)}
        assert results["permissions"].verdict is CheckVerdict.OK, results["permissions"]
        cluster.run_kubectl("delete", "rolebinding", "casebook-operator-shards", "-n", home)
        results = {result.check: result for result in await cluster_findings(settings)}
    assert "patch casebook-operator-shard-2" in results["permissions"].detail


def fail(cluster: Cluster, names: list[str], pod: str) -> set[tuple[str, str]]:
    for name in names:
        failing.loop(cluster, name, pod)
    return {(name, pod) for name in names}


def subjects(found: list[Investigation]) -> Counter[tuple[str, str]]:
    return Counter((case.namespace, case.subject.name) for case in found)


def all_opened(expected: set[tuple[str, str]], names: list[str]) -> Any:
    return lambda found: set(subjects(found)) >= {subject for subject in expected if subject[0] in names}


def all_concluded(expected: set[tuple[str, str]]) -> Any:
    return lambda found: set(subjects(found)) >= expected and all(case.concluded for case in found)


async def test_each_failure_has_one_investigation_whoever_dies(
    kube: KubeClient, cluster: Cluster, operators: Operators, watched: list[str]
) -> None:
    with operators.upgraded(3) as release:
        async with operating(operators):
            await operators.start(release, 3)
            await operators.each_holds(1)
            expected = fail(cluster, watched, "checkout")
            await until_all(kube, watched, all_concluded(expected))

            victim = await operators.holder(kube, 1)
            theirs = [name for name in watched if shard_of(name, 3) == 1]
            case = next(case for case in await cases(kube, theirs) if case.concluded)
            with unheard(cluster, victim.account, home=operators.home, case=(case.namespace, case.name)):
                expected |= fail(cluster, theirs, "cart")
                found = await until_all(kube, theirs, all_opened(expected, theirs))
                await operators.kill(victim)
            assert not any(case.concluded for case in found if case.subject.name == "cart")

            expected |= fail(cluster, watched, "search")
            found = await until_all(kube, watched, all_concluded(expected))
            assert subjects(found) == dict.fromkeys(expected, 1)

            await operators.start(release, 1)
            await operators.each_holds(1)
            assert subjects(await cases(kube, watched)) == dict.fromkeys(expected, 1)
            await operators.stop()


async def test_another_number_of_shards_moves_open_cases_and_opens_none_twice(
    kube: KubeClient, cluster: Cluster, operators: Operators, watched: list[str]
) -> None:
    expected: set[tuple[str, str]] = set()
    async with operating(operators):
        for number in (2, 3, 1):
            with operators.upgraded(number) as release:
                await operators.start(release, number)
                if number > 1:
                    await operators.each_holds(1)
                expected |= fail(cluster, watched, f"pod-of-{number}")
                found = await until_all(kube, watched, all_concluded(expected))
                assert subjects(found) == dict.fromkeys(expected, 1)
                assert {case.episode for case in found} == {1}
                await operators.stop()


async def test_who_stood_still_for_longer_than_its_lease_writes_nothing_any_more(
    kube: KubeClient, cluster: Cluster, operators: Operators, watched: list[str]
) -> None:
    with operators.upgraded(3) as release:
        async with operating(operators):
            await operators.start(release, 4)  # one to spare: who was frozen gets nothing back
            async with asyncio.timeout(SECONDS):
                while sorted(len(member.holds) for member in operators.members) != [0, 1, 1, 1]:
                    await asyncio.sleep(0.1)
            frozen = await operators.holder(kube, 2)
            theirs = [name for name in watched if shard_of(name, 3) == 2]
            expected = fail(cluster, theirs, "concluded")
            case, *_ = await until_all(kube, theirs, all_concluded(expected))
            with unheard(cluster, frozen.account, home=operators.home, case=(case.namespace, case.name)):
                expected |= fail(cluster, theirs, "opened")
                await until_all(kube, theirs, all_opened(expected, theirs))
                frozen.tell(signal.SIGSTOP)
            found = await until_all(kube, theirs, all_concluded(expected))
            before = {case.uid: case.status for case in found}
            woken = datetime.now(UTC)
            frozen.tell(signal.SIGCONT)
            async with asyncio.timeout(SECONDS):
                while frozen.holds:
                    await asyncio.sleep(0.1)
            await asyncio.sleep(LEASE_SECONDS)  # whatever it has left to do, it would do by now
            after = await cases(kube, theirs)
            assert {case.uid: case.status for case in after} == before
            assert subjects(after) == dict.fromkeys(expected, 1)
            assert writes(frozen.account, since=woken) == []
            await operators.stop()


def writes(account: str, *, since: datetime) -> list[str]:
    """What somebody has written since then, beside Leases."""
    found = []
    for line in log_of(StateDir(Options().state_dir)).read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if not entry["user"]["username"].endswith(f":{account}") or entry["verb"] in ("get", "list", "watch"):
            continue
        if datetime.fromisoformat(entry["requestReceivedTimestamp"]) > since:
            found.append(f"{entry['verb']} {entry['requestURI']}")
    return [write for write in found if "/leases" not in write]


async def test_one_case_of_a_node_counts_the_pods_of_all_shards(
    kube: KubeClient, cluster: Cluster, operators: Operators, home: str, watched: list[str]
) -> None:
    name = f"test-node-{secrets.token_hex(4)}"
    failing.node(cluster, name, failing.FULL)
    with operators.upgraded(3) as release:
        async with operating(operators):
            await operators.start(release, 3)
            await operators.each_holds(1)

            def of_node(found: list[Investigation]) -> list[Investigation]:
                return [case for case in found if case.subject.name == name and case.open]

            await until_all(kube, [home], lambda found: bool(of_node(found)))
            for namespace in watched:
                failing.evicted(cluster, namespace, "cache", on=name)

            def counted(found: list[Investigation]) -> int:
                (case,) = of_node(found)
                shares = case.status.get("absorbedByShards", ())
                return sum(share["count"] for share in (case.status.get("absorbed", {"count": 0}), *shares))

            found = await until_all(kube, [home], lambda found: counted(found) == len(watched))
            assert await cases(kube, watched) == []
            victim = await operators.holder(kube, 2)
            await operators.kill(victim)
            async with asyncio.timeout(SECONDS):
                while sum(len(member.holds) for member in operators.members) < 3:
                    await asyncio.sleep(0.1)
            await asyncio.sleep(LEASE_SECONDS)  # it has looked at all pods again by now
            found = await cases(kube, [home])
            assert counted(found) == len(watched), "nothing is counted twice"
            assert await cases(kube, watched) == []
            await operators.stop()
    cluster.run_kubectl("delete", "node", name)
