"""A Deployment whose container ends again and again, and what the shipped rules conclude from what was collected."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import Collected, assemble, kernel_facts, sample_log
from casebook_analyzer.models import Conclusion, Entity, EvidenceBundle, Fact, FactKind, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f7c8b6d-x2k9p")
TAXONOMY = load_taxonomy()


def crash_loop(pod: Entity = POD, **more: Any) -> Signal:
    """What is seen of a pod whose container ends again and again."""
    values: dict[str, Any] = {"origin": pod, "origin_uid": "u", "container": "app", "occurred_at": NOW}
    return Signal(trigger=Trigger.CRASH_LOOP_BACK_OFF, failure_class="CrashLoopBackOff", **(values | more))


def concluded(collected: Sequence[Collected], code: int | None, *, reason: str = "", node: str = "") -> Conclusion:
    return classify(bundle_of(collected, code, reason=reason, node=node), TAXONOMY)


def bundle_of(collected: Sequence[Collected], code: int | None, *, reason: str = "", node: str = "") -> EvidenceBundle:
    return assemble(
        subject=SubjectRef(kind="Deployment", namespace="shop", name="checkout", container="app", node_name=node),
        signal=crash_loop(reason=reason, exit_code=code),
        collected_at=NOW,
        collected=collected,
        sanitizer=Sanitizer(b"test", SECRETS_AND_EMAILS),
    )


def concluded_from_log(log: str, code: int | None, *beside: Collected, kernel: str = "") -> Conclusion:
    return classify(bundle_from_log(log, code, *beside, kernel=kernel), TAXONOMY)


def bundle_from_log(log: str, code: int | None, *beside: Collected, kernel: str = "") -> EvidenceBundle:
    """By the log of a container that ended with this code, or that runs, the kernel log of its node, and what else was
    collected.
    """
    attributes = {"container": "app", "state": "running"}
    text = "Container app is running"
    if code is not None:
        reason = "Completed" if code == 0 else "Error"
        attributes = {"container": "app", "state": "terminated", "reason": reason, "exitCode": str(code)}
        text = f"Container app ended: {reason}, exit code {code}"
    state = Fact(id="", kind=FactKind.STATE, source="pod", text=text, attributes=attributes)
    which: Literal["current", "previous"] = "current" if code is None else "previous"
    said = sample_log(log.encode(), container="app", which=which, pod=POD, source="log")
    lines = kernel_facts(kernel, source="kernel log", entity=Entity(kind="Node", name="worker-1"))
    collected = [Collected(facts=(state,)), said, Collected(facts=lines), *beside]
    return bundle_of(collected, code, reason=attributes.get("reason", ""), node="worker-1")
