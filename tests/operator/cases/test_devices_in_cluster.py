"""Devices of one node on a real API server, beside a stand-in of node-problem-detector that writes conditions over."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.wiring import CaseWiring
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.seal import Seal
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.settings import CaseSettings, ClusterSettings, Settings
from casebook_operator.sharding import Share
from e2e.cluster import Cluster
from tests.operator.builders import digest, summary
from tests.operator.cases.lines import TAXONOMY, aer, xid
from tests.operator.clusters import paper_node
from tests.operator.fakes import FakeMemory
from tests.operator.waiting import until

pytestmark = pytest.mark.cluster

SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)
FOUR = {
    "0000:3b:00": ("XidCriticalError", "Xid79GpuFellOffBus", xid("3b", 79)),
    "0000:5e:00": ("PcieAerError", "UncorrectedAer", aer("5e")),
    "0000:86:00": ("XidCriticalError", "Xid48DoubleBitEcc", xid("86", 48, "double bit error")),
    "0000:af:00": ("XidCriticalError", "Xid119GspTimeout", xid("af", 119, "Timeout after 6s of waiting for GSP")),
}
AGO = timedelta(hours=1)


class Detector:
    """Writes the conditions of a node on paper, one of each type, as node-problem-detector does."""

    def __init__(self, cluster: Cluster, kube: KubeClient, node: str) -> None:
        self.name = node
        self._cluster, self._kube = cluster, kube
        self._since = datetime.now(UTC) - AGO

    async def writes(self, kind: str, status: str, reason: str, message: str) -> Object:
        """The node as it is by then."""
        self._since += timedelta(seconds=20)
        written = {"type": kind, "status": status, "reason": reason, "message": message}
        patch = {"status": {"conditions": [written | {"lastTransitionTime": to_rfc3339(self._since)}]}}
        where = ("node", self.name, "--subresource=status", "--type=strategic", "-p", json.dumps(patch))
        self._cluster.run_kubectl("patch", *where)
        return await self._kube.get(paths.item("Node", "", self.name))


@pytest.fixture
def detector(cluster: Cluster, kube: KubeClient) -> Iterator[Detector]:
    with paper_node(cluster, "gpu", unschedulable=True) as node:
        yield Detector(cluster, kube, node)


@pytest.fixture
async def cases(kube: KubeClient, namespace: str, detector: Detector) -> AsyncIterator["Operator"]:
    running = Operator(kube, namespace, detector.name)
    yield running
    await running.wiring.close()


class Operator:
    """The part of the operator that opens, counts and closes cases; conclusions are written by hand."""

    def __init__(self, kube: KubeClient, namespace: str, node: str) -> None:
        self.store, self._namespace, self._node = InvestigationStore(kube), namespace, node
        self.wiring = CaseWiring(
            kube=kube,
            known=kube,
            memory=FakeMemory(),  # type: ignore[arg-type]
            taxonomy=lambda: TAXONOMY,
            pseudonyms=lambda _: Pseudonyms(SANITIZER, digest),
            seal=Seal(b"k" * 32),
            share=Share(namespace),
            settings=Settings(cluster=ClusterSettings(namespace=namespace), cases=CaseSettings(stable_seconds=60)),
        )

    async def look(self, node: Object) -> None:
        self.wiring.due_signals.look("Node", node)
        await until(lambda: not len(self.wiring.deduplicator._work))

    async def conclude(self) -> None:
        for case in await self.there():
            status = summary("Open") | {"occurrences": 1, "lastSeen": to_rfc3339(case.signal.occurred_at)}
            written = await self.store.write_status(case, status)
            assert written is not None
            self.wiring.cases.put(written)

    async def examine(self) -> dict[str, str]:
        """What is over by now, with the kind of the resolution."""
        for case in await self.there():
            await self.wiring.recovery.examine(case)
        return {case.subject.device: case.status["resolution"]["kind"] for case in await self.there() if case.resolved}

    async def there(self) -> list[Investigation]:
        return [case for case in await self.store.list([self._namespace]) if case.subject.name == self._node]


async def test_four_devices_are_four_investigations_until_the_conditions_are_good(
    cases: Operator, detector: Detector
) -> None:
    for kind, reason, line in FOUR.values():
        await cases.look(await detector.writes(kind, "True", reason, line))
    opened = await cases.there()
    assert sorted(case.subject.device for case in opened) == sorted(FOUR)
    for case in opened:
        assert case.signal.message == FOUR[case.subject.device][2]
        assert case.name.startswith(f"{detector.name}-{case.subject.device[5:].replace(':', '-')}-")
    await cases.conclude()
    assert await cases.examine() == {}, "the condition is bad, if for another device"
    await cases.look(await detector.writes("PcieAerError", "False", "NoUncorrectedAer", ""))
    assert await cases.examine() == {"0000:5e:00": "RecoveredByItself"}
    await cases.look(await detector.writes("XidCriticalError", "False", "NoCriticalXid", ""))
    assert await cases.examine() == dict.fromkeys(FOUR, "RecoveredByItself")


async def test_another_process_opens_none_of_them_again(
    cases: Operator, detector: Detector, kube: KubeClient, namespace: str
) -> None:
    for kind, reason, line in FOUR.values():
        node = await detector.writes(kind, "True", reason, line)
        await cases.look(node)
    again = Operator(kube, namespace, detector.name)
    try:
        for case in await again.there():
            again.wiring.cases.put(case)
        await again.look(node)
        assert len(await again.there()) == len(FOUR)
    finally:
        await again.wiring.close()


async def test_a_person_may_ask_about_a_device_in_any_spelling(
    cluster: Cluster, cases: Operator, detector: Detector, namespace: str
) -> None:
    def made(name: str, subject: dict[str, Any]) -> str:
        body = {"apiVersion": "casebook.dev/v1alpha1", "kind": "Investigation", "metadata": {"name": name}}
        return json.dumps(body | {"spec": {"subjectRef": subject}})

    spelt = made("a", {"kind": "Node", "name": detector.name, "device": "00000000:3B:00.0"})
    cluster.run_kubectl("create", "-n", namespace, "-f", "-", stdin=spelt)
    (case,) = await cases.there()
    assert (case.subject.device, case.subject.title) == ("0000:3b:00", f"Node/{detector.name} (0000:3b:00)")
