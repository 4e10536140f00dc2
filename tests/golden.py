"""Golden cases: evidence as data in ``tests/cases``, read into bundles."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from casebook_analyzer.evidence import Collected, assemble, kernel_facts, sample_log
from casebook_analyzer.models import (
    Category,
    ChainRole,
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

CASES = sorted(path.parent for path in (Path(__file__).parent / "cases").glob("*/evidence.yaml"))
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
