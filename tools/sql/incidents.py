"""Two incidents and an embedder that are as small as they can be: what is searched for does not change a statement."""

from collections.abc import Sequence
from datetime import UTC, datetime

from casebook_analyzer.embedding import WordSplitter
from casebook_analyzer.models import (
    Category,
    Conclusion,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    Incident,
    Signal,
    Signature,
    SubjectRef,
    Trigger,
)

TENANT = "cluster"
OPENED = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
_LINE = "FATAL required environment variable DATABASE_URL is not set"


class ToyEmbedder:
    """Every text has the same vector."""

    model = "toy"
    revision = "1"
    dimension = 2

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return WordSplitter().count_tokens(texts)

    def split(self, text: str, size: int) -> list[str]:
        return WordSplitter().split(text, size)


def make_incident(number: int) -> Incident:
    """The ``number``-th case of one failure."""
    pod = Entity(kind="Pod", name=f"checkout-{number}", namespace="shop")
    bundle = EvidenceBundle(
        subject=SubjectRef(kind="Deployment", name="checkout", namespace="shop", uid="uid", container="app"),
        signal=Signal(
            trigger=Trigger.CRASH_LOOP_BACK_OFF,
            failure_class="CrashLoopBackOff",
            origin=pod,
            origin_uid=f"pod-{number}",
            container="app",
            reason="CrashLoopBackOff",
            exit_code=1,
            occurred_at=OPENED,
        ),
        collected_at=OPENED,
        facts=(Fact(id="F1", kind=FactKind.LOG, source="pod", text=_LINE, time=OPENED),),
    )
    conclusion = Conclusion(
        category=Category.CONFIG_ERROR,
        confidence=85,
        title="A required environment variable is not set",
        summary="A required environment variable is not set.",
        cited=("F1",),
        chain=(),
        signature=Signature(
            key="0123456789abcdef", reason="CrashLoopBackOff", exit_code=1, template=_LINE, owner_kind="Deployment"
        ),
        taxonomy_version="1",
    )
    return Incident(
        id=f"case-{number}",
        tenant=TENANT,
        namespace="shop",
        name=f"checkout-{number}",
        episode=number,
        opened_at=OPENED,
        bundle=bundle,
        conclusion=conclusion,
        report=f"# Report\n\n{_LINE}\n",
    )
