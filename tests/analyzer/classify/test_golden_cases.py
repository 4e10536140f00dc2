"""Each folder of ``tests/cases`` is evidence and the conclusion that it must lead to. Adding one needs no code."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import Collected, assemble, kernel_facts, sample_log
from casebook_analyzer.models import (
    Category,
    ChainRole,
    Conclusion,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    Signal,
    SubjectRef,
    Trigger,
)
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy

CASES = sorted(path.parent for path in (Path(__file__).parents[2] / "cases").glob("*/evidence.yaml"))
ONSET = datetime(2026, 3, 4, 5, 6, 0, tzinfo=UTC)
POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f7c8b6d-x2k9p", role="affected")


class CaseSignal(msgspec.Struct, forbid_unknown_fields=True):
    trigger: Trigger
    failure_class: str
    container: str = ""
    reason: str = ""
    exit_code: int | None = None


class CaseFact(msgspec.Struct, forbid_unknown_fields=True):
    kind: FactKind
    source: str
    text: str
    time: datetime | None = None
    attributes: dict[str, str] = {}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    subject: SubjectRef
    signal: CaseSignal
    facts: tuple[CaseFact, ...] = ()
    logs: dict[str, str] = {}
    kernel: str = ""
    gaps: tuple[Gap, ...] = ()


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    category: Category
    confidence: tuple[int, int]
    rules: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    chain: tuple[ChainRole, ...] = ()
    alternatives: tuple[Category, ...] = ()
    missing: tuple[str, ...] = ()
    contradiction: str = ""
    signature: dict[str, str | int] = {}
    device: str = ""


@pytest.fixture(scope="module")
def taxonomy() -> Taxonomy:
    return load_taxonomy()


def bundle_of(folder: Path) -> EvidenceBundle:
    case = msgspec.yaml.decode((folder / "evidence.yaml").read_bytes(), type=Case)
    signal = Signal(
        trigger=case.signal.trigger,
        failure_class=case.signal.failure_class,
        origin=POD,
        origin_uid="5c9e7d9e-1111-4222-8333-444455556666",
        container=case.signal.container,
        reason=case.signal.reason,
        exit_code=case.signal.exit_code,
        occurred_at=ONSET,
    )
    facts = tuple(
        Fact(id="", kind=f.kind, source=f.source, text=f.text, time=f.time, attributes=f.attributes) for f in case.facts
    )
    kernel = kernel_facts(case.kernel, source="kernel log", entity=Entity(kind="Node", name="worker-1"))
    logs = [
        sample_log(text.encode(), container="app", which=which, pod=POD, source=f"{which} log of container app")
        for which, text in case.logs.items()
        if which in {"current", "previous"}
    ]
    return assemble(
        subject=case.subject,
        signal=signal,
        collected_at=ONSET,
        collected=[Collected(facts=facts, gaps=case.gaps, entities=(POD,)), Collected(facts=kernel), *logs],
        redactor=Redactor(b"test"),
    )


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_a_case_leads_to_its_conclusion(folder: Path, taxonomy: Taxonomy) -> None:
    expected = msgspec.yaml.decode((folder / "expected.yaml").read_bytes(), type=Expected)
    conclusion = classify(bundle_of(folder), taxonomy)
    low, high = expected.confidence
    assert conclusion.category == expected.category, conclusion
    assert low <= conclusion.confidence <= high, conclusion
    assert conclusion.rules[: len(expected.rules)] == expected.rules
    assert all(part in conclusion.summary for part in expected.summary), conclusion.summary
    assert {a.category for a in conclusion.alternatives} >= set(expected.alternatives)
    assert all(any(part in line for line in conclusion.missing) for part in expected.missing)
    assert expected.contradiction in " ".join(conclusion.contradictions)
    if expected.chain:
        assert tuple(dict.fromkeys(step.role for step in conclusion.chain)) == expected.chain
    for field, value in expected.signature.items():
        assert getattr(conclusion.signature, field) == value
    if expected.device:
        assert expected.device in [entity.name for entity in conclusion.entities if entity.role == "device"]


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_every_conclusion_is_well_formed(folder: Path, taxonomy: Taxonomy) -> None:
    bundle = bundle_of(folder)
    conclusion = classify(bundle, taxonomy)
    ids = {fact.id for fact in bundle.facts}
    assert 0 <= conclusion.confidence <= 100
    assert len(conclusion.chain) <= 10
    assert set(conclusion.cited) <= ids
    assert all(set(step.facts) <= ids and step.facts for step in conclusion.chain if step.role is not ChainRole.SYMPTOM)
    assert conclusion.entities[0].role == "subject"
    assert len(conclusion.signature.key) == 16
    assert conclusion.actions
    assert "unknown." not in conclusion.summary, "a template lacks a name"
    if conclusion.category is Category.UNKNOWN:
        assert_two_readings(conclusion)


def assert_two_readings(conclusion: Conclusion) -> None:
    assert len(conclusion.alternatives) == 2
    assert conclusion.missing
    assert conclusion.confidence < 40


@pytest.mark.parametrize("folder", CASES[:4], ids=lambda path: path.name)
def test_the_same_bundle_gives_the_same_bytes(folder: Path, taxonomy: Taxonomy) -> None:
    first, second = (msgspec.json.encode(classify(bundle_of(folder), taxonomy)) for _ in range(2))
    assert first == second


def test_there_is_a_case_for_every_category_of_a_failing_container_or_node() -> None:
    covered = {msgspec.yaml.decode((c / "expected.yaml").read_bytes(), type=Expected).category for c in CASES}
    assert covered == set(Category)
