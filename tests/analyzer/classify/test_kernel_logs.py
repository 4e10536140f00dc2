"""Kernel logs alone, as a person pipes them into ``casebook analyze``."""

import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import Collected, assemble, kernel_facts
from casebook_analyzer.models import Category, Conclusion, Entity, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.rows import of_every

NODE = Entity(kind="Node", name="worker-1")
UNFILLED = re.compile(r"\{[a-z]\w*(?:\|\w+)*\}")
ONSET = datetime(2026, 4, 14, 9, 0, tzinfo=UTC)


class KernelLog(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    category: Category
    log: str
    names: tuple[str, ...] = ()


class KernelLogs(msgspec.Struct, forbid_unknown_fields=True):
    logs: tuple[KernelLog, ...]


LOGS = msgspec.yaml.decode((Path(__file__).parent / "kernel_logs.yaml").read_bytes(), type=KernelLogs).logs


def conclude(log: str) -> Conclusion:
    signal = Signal(
        trigger=Trigger.KERNEL_LINE,
        failure_class="Node",
        origin=NODE,
        origin_uid="u",
        node_name="worker-1",
        occurred_at=ONSET,
    )
    bundle = assemble(
        subject=SubjectRef(kind="Node", name="worker-1", node_name="worker-1"),
        signal=signal,
        collected_at=ONSET,
        collected=[Collected(facts=kernel_facts(log, source="kernel log", entity=NODE))],
        sanitizer=Sanitizer(b"test", SECRETS_AND_EMAILS),
    )
    return classify(bundle, shipped_taxonomy())


@of_every("case", LOGS, ids=lambda case: case.name)
def test_a_kernel_log_says_what_is_broken(case: KernelLog) -> None:
    conclusion = conclude(case.log)
    assert conclusion.category is case.category, conclusion
    assert [name for name in case.names if name not in conclusion.summary] == [], conclusion.summary
    assert conclusion.raw_confidence <= 72, "one witness is never enough to be sure"


@of_every("case", LOGS, ids=lambda case: case.name)
def test_every_conclusion_from_a_kernel_log_can_be_acted_on(case: KernelLog) -> None:
    conclusion = conclude(case.log)
    text = " ".join((conclusion.title, conclusion.summary, *(action.do for action in conclusion.actions)))
    assert conclusion.actions
    assert not UNFILLED.search(text)
    assert "unknown." not in conclusion.summary, "a template lacks a name"
    if conclusion.category not in {Category.UNKNOWN, Category.SOFTWARE_BUG, Category.RESOURCE_EXHAUSTION}:
        assert conclusion.alternatives or conclusion.confidence >= 60
