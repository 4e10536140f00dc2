"""With the rights that the chart gives it in some namespaces Casebook works there, and is refused nothing it asks for.

On a real API server and a real database; the operator is the process that runs in the pod.
"""

import asyncio
import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from casebook_operator.alerts.outcome import AlertOutcome
from casebook_operator.alerts.receiver import Receiver
from casebook_operator.diagnosis import CheckVerdict
from casebook_operator.diagnosis.cluster import cluster_findings
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, connect
from casebook_operator.scope import Scope
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.settings import CaseSettings
from e2e.cluster import Cluster
from tests.chart import failing
from tests.chart.released import SECONDS, Release, running
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import SANITIZER, Allowed
from tests.operator.clusters import namespaces
from tools.chart.helm import Helm

pytestmark = pytest.mark.cluster

REFUSED = re.compile(r"forbidden|\b403\b|may not be|watch broke|Traceback", re.IGNORECASE)
BLOCKED = "event_loop_blocked"
"""Names lines of code by their numbers, and a busy machine blocks any loop."""
WATCHED = {"namespaces", *(stream.plural for stream in STREAMS)}
ALONE = {"nodes": False, "taxonomies": False}


class Spaces(NamedTuple):
    """The operator's own namespace, one that it watches, and one that it does not."""

    home: str
    shop: str
    billing: str


@pytest.fixture
def spaces(cluster: Cluster) -> Iterator[Spaces]:
    with namespaces(cluster, *Spaces._fields) as names:
        yield Spaces(*names)


@pytest.fixture
def node(cluster: Cluster) -> Iterator[str]:
    name = f"test-node-{secrets.token_hex(4)}"
    failing.node(cluster, name)
    yield name
    cluster.run_kubectl("delete", "node", name)


@pytest.fixture
def install(helm: Helm, cluster: Cluster, spaces: Spaces, tmp_path: Path) -> Iterator[Callable[..., Release]]:
    releases: list[Release] = []

    def installed(**watch: Any) -> Release:
        release = Release(helm, cluster, tmp_path, home=spaces.home, namespaces=[spaces.shop], **watch)
        releases.append(release)
        release.install()
        return release

    yield installed
    for release in releases:
        release.uninstall()


async def concluded(kube: KubeClient, namespace: str, subject: str) -> Investigation:
    async with asyncio.timeout(SECONDS):
        while True:
            for case in await InvestigationStore(kube).list([namespace]):
                if case.subject.name == subject and case.concluded:
                    return case
            await asyncio.sleep(0.2)


def unread(case: Investigation) -> set[str]:
    """What the conclusion lacks because it may not be read."""
    return set(re.findall(r'resources: \["(\w+)"\]', " ".join(case.status["missingEvidence"])))


@pytest.mark.parametrize("watch", [{}, ALONE], ids=["with nodes", "alone"])
async def test_it_investigates_what_fails_where_it_may_and_is_refused_nothing(
    cluster: Cluster, spaces: Spaces, node: str, install: Callable[..., Release], dsn: str, watch: dict[str, bool]
) -> None:
    release = install(**watch)
    async with await connect(cluster.kubeconfig) as kube, running(release, dsn) as operator:
        await operator.ready()
        for namespace in spaces:
            failing.pod(cluster, namespace, "checkout", on=node)
        case = await concluded(kube, spaces.shop, "checkout")
        expected = {(spaces.shop, "checkout")}
        if not watch:
            assert (await concluded(kube, spaces.home, node)).subject.kind == "Node"
            expected.add((spaces.home, node))
        await asyncio.sleep(2)  # whatever else it would open, it would open by now
        found = await InvestigationStore(kube).list(spaces)
        await operator.ready()
        assert await operator.end() == 0, operator.lines[-5:]
    assert json.loads(operator.lines[-1])["event"] == "stopped"
    assert {(one.namespace, one.subject.name) for one in found} == expected
    assert case.state == "Open"
    assert unread(case) == ({"nodes", "persistentvolumes", "storageclasses"} if watch else set())
    assert [line for line in operator.lines if REFUSED.search(line) and BLOCKED not in line] == []


def turned_away(cluster: Cluster) -> Counter[tuple[str, str]]:
    """Requests for what is watched that the API server has refused to anybody, by verb and kind."""
    counted: Counter[tuple[str, str]] = Counter()
    for line in cluster.run_kubectl("get", "--raw", "/metrics").splitlines():
        if line.startswith("apiserver_request_total{") and 'code="403"' in line:
            labels = dict(re.findall(r'(\w+)="([^"]*)"', line))
            if labels["resource"] in WATCHED:
                counted[labels["verb"], labels["resource"]] += int(float(line.rpartition(" ")[2]))
    return counted


@pytest.mark.parametrize("watch", [{}, ALONE], ids=["with nodes", "alone"])
async def test_while_nothing_fails_the_api_server_refuses_it_nothing(
    cluster: Cluster, install: Callable[..., Release], dsn: str, watch: dict[str, bool]
) -> None:
    release, before = install(**watch), turned_away(cluster)
    async with running(release, dsn) as operator:
        await operator.ready()
        await asyncio.sleep(3)  # every stream has asked by now, and twice if it was refused
    assert turned_away(cluster) == before


@pytest.mark.parametrize("watch", [{}, {"nodes": False}, ALONE], ids=["with nodes", "without", "alone"])
async def test_doctor_finds_nothing_missing(install: Callable[..., Release], watch: dict[str, bool]) -> None:
    release = install(**watch)
    settings = release.settings_of("operator")
    results = {result.check: result for result in await cluster_findings(settings)}
    assert {result.verdict for result in results.values()} == {CheckVerdict.OK}, results
    assert results["watched"].detail == str(Scope.of(settings))


async def test_doctor_names_the_right_that_is_missing_and_its_namespace(
    cluster: Cluster, spaces: Spaces, install: Callable[..., Release]
) -> None:
    release = install()
    cluster.run_kubectl("delete", "rolebinding", f"casebook-operator-{spaces.home}", "-n", spaces.shop)
    results = {result.check: result for result in await cluster_findings(release.settings_of("operator"))}
    assert f"watch pods in {spaces.shop}" in results["permissions"].detail
    assert "watch nodes" not in results["permissions"].detail


@pytest.mark.parametrize("watch", [{}, ALONE], ids=["with nodes", "alone"])
async def test_an_alert_opens_something_where_casebook_watches_and_is_outside_elsewhere(
    cluster: Cluster, spaces: Spaces, node: str, install: Callable[..., Release], watch: dict[str, bool]
) -> None:
    settings = install(**watch).settings_of("web")
    for namespace in spaces:
        failing.pod(cluster, namespace, "checkout", on=node)
    alerts = [alert(namespace=namespace, pod="checkout") for namespace in spaces]
    alerts += [alert(namespace="", pod="", node=node), alert(namespace="", pod="", persistentvolume="test-volume")]
    async with await connect(settings.cluster.kubeconfig) as kube:
        web = Receiver(kube, scope=Scope.of(settings), cases=CaseSettings(), sanitizer=SANITIZER)
        receipt = await web.receive(payload(*alerts), Allowed())
    outside, opened = AlertOutcome.OUTSIDE, AlertOutcome.OPENED
    of_node = outside if watch else opened
    assert [result.outcome for result in receipt.results] == [outside, opened, outside, of_node, outside]
    assert (
        f"Pod/{spaces.home}/checkout is outside: watched are the namespaces {spaces.shop}" in receipt.results[0].message
    )
    assert receipt.status == 200
