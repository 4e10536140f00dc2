"""One crash loop, with everything around it."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Entity, Fact, FactKind, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable, load_taxonomy
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from tests.operator.evidence.declared import DeclaredReader
from tests.operator.evidence.fakes import FakeKube, data

ONSET = datetime(2026, 3, 1, 12, 0, 12, tzinfo=UTC)


def digest(value: str) -> str:
    return "#" + hashlib.sha256(value.encode()).hexdigest()[:8]


@pytest.fixture
def case() -> dict[str, Any]:
    return data("crash-loop")


@pytest.fixture
def kube(case: dict[str, Any]) -> FakeKube:
    return FakeKube(case["pod"], *case["replicaSets"], case["deployment"], case["node"], *case["configMaps"])


@pytest.fixture
def subject() -> SubjectRef:
    return SubjectRef(kind="Deployment", namespace="shop", name="checkout", uid="deploy-1", container="app")


@pytest.fixture
def signal(case: dict[str, Any]) -> Signal:
    pod = case["pod"]["metadata"]
    return Signal(
        trigger=Trigger.CRASH_LOOP_BACK_OFF,
        failure_class="CrashLoopBackOff",
        origin=Entity(kind="Pod", namespace="shop", name=pod["name"]),
        origin_uid=pod["uid"],
        container="app",
        node_name="node-1",
        occurred_at=ONSET,
    )


@pytest.fixture(scope="session")
def conditions() -> ConditionTable:
    return load_taxonomy().conditions


@pytest.fixture
def context(
    kube: FakeKube, case: dict[str, Any], subject: SubjectRef, signal: Signal, conditions: ConditionTable
) -> CollectorContext:
    return CollectorContext(
        kube=kube,
        subject=subject,
        signal=signal,
        conditions=conditions,
        digest=digest,
        now=datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC),
        pods=(case["pod"],),
        owners=(case["replicaSets"][1], case["deployment"]),
        node=case["node"],
    )


@pytest.fixture
def gpu_context(context: CollectorContext) -> CollectorContext:
    node = data("gpu-node")["node"]
    kube = FakeKube(node)
    for number in range(25):
        kube.add(gpu_pod(f"train-{number:02d}"))
    kube.add(gpu_pod("web", resource="memory"))
    subject = SubjectRef(kind="Node", name="gpu-1", uid="gpu-uid-1", node_name="gpu-1")
    origin = Entity(kind="Node", name="gpu-1")
    signal = msgspec.structs.replace(context.signal, trigger=Trigger.NODE_CONDITION, origin=origin)
    return replace(context, kube=kube, subject=subject, signal=signal, node=node, pods=(), owners=())


def gpu_pod(name: str, resource: str = "nvidia.com/gpu") -> dict[str, Any]:
    return {
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "ml", "uid": name},
        "spec": {"nodeName": "gpu-1", "containers": [{"name": "c", "resources": {"requests": {resource: "1"}}}]},
        "status": {"phase": "Running"},
    }


@pytest.fixture
def collect() -> Callable[..., Any]:
    async def run(collector: Collector, context: CollectorContext) -> Findings:
        assert collector.applies(context)
        findings = Findings(collector.name)
        await collector.collect(replace(context, kube=DeclaredReader(context.kube, collector)), findings)
        return findings

    return run


@pytest.fixture
def objects() -> Callable[[Findings], list[tuple[str, str, str]]]:
    """(kind, name, finding) of every fact about an object."""

    def of(findings: Findings) -> list[tuple[str, str, str]]:
        facts = [fact.attributes for fact in findings.facts if fact.kind is FactKind.OBJECT]
        return [(fact["object"], fact["name"], fact["finding"]) for fact in facts]

    return of


@pytest.fixture
def texts() -> Callable[[Findings], list[str]]:
    def of(findings: Findings) -> list[str]:
        return [fact.text for fact in findings.facts]

    return of


@pytest.fixture
def by_source() -> Callable[[Findings, str], list[Fact]]:
    def of(findings: Findings, part: str) -> list[Fact]:
        return [fact for fact in findings.facts if part in fact.source]

    return of
