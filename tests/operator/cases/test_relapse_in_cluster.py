"""A relapse, labels, selectors and a deletion, taken by a real API server."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from casebook_analyzer.models import Entity, Signal, SubjectRef, Trigger
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.reopening import Reopening
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import ApiStatusError, KubeClient
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.scope import Scope
from e2e.cluster import Cluster
from tests.operator.fakes import FakeMemory

pytestmark = pytest.mark.cluster

NOW = datetime.now(UTC).replace(microsecond=0)
Listed = Callable[..., set[str]]


class Desk:
    def __init__(self, kube: KubeClient, namespace: str) -> None:
        self.store, self.namespace = InvestigationStore(kube), namespace
        self.cases = OpenCases(look_again=lambda _: None, scope=Scope())
        self.writer = StatusWriter(self.store, self.cases)
        self.reopening = Reopening(
            writer=self.writer,
            memory=FakeMemory(),  # type: ignore[arg-type]
            cases=self.cases,
            window=timedelta(hours=6),
        )

    async def opened(self) -> Investigation:
        body = manifest(self.signal(), self.subject(), key=secrets.token_hex(5), episode=1, namespace=self.namespace)
        return await self.becomes(await self.store.create(body), CaseState.OPEN, category="config_error")

    async def closed(self, case: Investigation, *, ago: timedelta = timedelta(minutes=20)) -> Investigation:
        end = {"kind": "PodReplaced", "resolvedTime": to_rfc3339(NOW - ago), "secondsToResolve": 60}
        return await self.becomes(case, CaseState.RESOLVED, resolution=end)

    async def becomes(self, case: Investigation, state: CaseState, **fields: object) -> Investigation:
        condition = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=state)
        written = await self.writer.write(case, fields | {"occurrences": 1, "observedGeneration": 1}, condition)
        assert written is not None
        return written

    def subject(self) -> SubjectRef:
        return SubjectRef(kind="Deployment", namespace=self.namespace, name="checkout", container="app")

    def signal(self) -> Signal:
        return Signal(
            trigger=Trigger.OOM_KILLED,
            failure_class="OOMKilled",
            origin=Entity(kind="Pod", namespace=self.namespace, name="checkout-1"),
            origin_uid="u1",
            container="app",
            occurred_at=NOW,
        )


@pytest.fixture
def desk(kube: KubeClient, namespace: str) -> Desk:
    return Desk(kube, namespace)


@pytest.fixture
def listed(cluster: Cluster, namespace: str) -> Listed:
    """The names that kubectl lists by these arguments."""

    def run(*arguments: str) -> set[str]:
        found = cluster.run_kubectl("get", "inv", "-n", namespace, "-o", "name", *arguments)
        return {line.rpartition("/")[2] for line in found.split()}

    return run


async def test_a_relapse_takes_the_resolution_back_and_recurs_at_the_third(desk: Desk) -> None:
    case = await desk.opened()
    for count, state in ((1, "Open"), (2, "Open"), (3, "Recurring")):
        closed = await desk.closed(case, ago=timedelta(minutes=40 - 10 * count))
        assert desk.reopening.belongs_to(closed, desk.signal())
        again = await desk.reopening.reopen(closed, desk.signal())
        assert again is not None
        case = await desk.store.get(again.namespace, again.name)
        assert (case.state, case.status["state"], case.relapses.count) == (state, state, count)
        assert "resolution" not in case.status
    assert "3 times since" in case.status["relapses"]["rhythm"]
    await desk.reopening.close()


async def test_investigations_are_selected_by_fields_and_by_labels(desk: Desk, listed: Listed) -> None:
    case = await desk.opened()
    for found, expected in (("Open", True), ("Resolved", False)):
        assert (case.name in listed("--field-selector", f"status.state={found},status.severity=Warning")) is expected
    await desk.writer.write_labels(case)
    chosen = "casebook.dev/state=Open,casebook.dev/category=config_error,casebook.dev/severity=Warning"
    assert case.name in listed("-l", chosen)
    closed = await desk.closed(await desk.store.get(case.namespace, case.name))
    await desk.writer.write_labels(closed)
    assert case.name in listed("-l", "casebook.dev/state=Resolved,casebook.dev/case")
    assert case.name not in listed("-l", chosen)


async def test_one_that_a_person_made_without_labels_gets_them_too(
    desk: Desk, listed: Listed, cluster: Cluster, kube: KubeClient
) -> None:
    body = manifest(desk.signal(), desk.subject(), key="0123456789", episode=1, namespace=desk.namespace)
    del body["metadata"]["labels"]
    case = await desk.becomes(await desk.store.create(body), CaseState.OPEN)
    assert not case.labelled
    await desk.writer.write_labels(case)
    assert case.name in listed("-l", "casebook.dev/state=Open")


async def test_what_is_deleted_is_that_one_and_no_other_of_its_name(desk: Desk) -> None:
    case = await desk.opened()
    await desk.store.delete(msgspec.structs.replace(case, uid="another"))
    assert (await desk.store.get(case.namespace, case.name)).uid == case.uid
    await desk.store.delete(case)
    await desk.store.delete(case)
    with pytest.raises(ApiStatusError):
        await desk.store.get(case.namespace, case.name)
