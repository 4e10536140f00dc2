"""Conditions of an Investigation, as the API conventions want them (sig-architecture, api-conventions.md)."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from casebook_operator.kube.times import to_rfc3339
from casebook_operator.kube.values import text

MESSAGE_LENGTH = 512


class ConditionType(StrEnum):
    SUCCEEDED = "Succeeded"
    EVIDENCE_COLLECTED = "EvidenceCollected"
    CLASSIFIED = "Classified"
    RECORDED = "Recorded"
    SIMILAR_FOUND = "SimilarFound"
    FEEDBACK_TAKEN = "FeedbackTaken"


class CaseState(StrEnum):
    """Reasons of ``Succeeded``: what people see in the column STATE."""

    WAITING = "Waiting"
    """Its namespace has asked for more than is begun at once."""
    INVESTIGATING = "Investigating"
    OPEN = "Open"
    RECURRING = "Recurring"
    """Open, and it has come back so often that the next recovery is not expected to last."""
    RESOLVED = "Resolved"
    ANSWERED = "Answered"
    """Concluded and over at once: a person asked about something that serves."""
    FAILED = "Failed"


class StatusCondition(msgspec.Struct, frozen=True, kw_only=True):
    """A condition without ``lastTransitionTime``, which depends on what the status said before."""

    type: ConditionType
    status: bool | None
    """None is written as ``Unknown``."""
    reason: str
    message: str = ""


def merge(
    existing: Iterable[dict[str, Any]], new: Iterable[StatusCondition], *, generation: int, now: datetime
) -> list[Any]:
    """The existing conditions with the new ones laid over them by type, as ``status.conditions`` wants them.

    ``lastTransitionTime`` becomes ``now`` only where the status of a condition changes. ``generation`` is that of the
    Investigation, for ``observedGeneration``.
    """
    merged = {str(condition.get("type")): condition for condition in existing}
    for condition in new:
        before = merged.get(condition.type, {})
        status = {True: "True", False: "False", None: "Unknown"}[condition.status]
        unchanged = before.get("status") == status and before.get("lastTransitionTime")
        merged[condition.type] = {
            "type": condition.type.value,
            "status": status,
            "reason": condition.reason,
            "message": condition.message[:MESSAGE_LENGTH],
            "observedGeneration": generation,
            "lastTransitionTime": before["lastTransitionTime"] if unchanged else to_rfc3339(now),
        }
    return list(merged.values())


def reason_of(conditions: Iterable[dict[str, Any]], kind: ConditionType) -> str:
    return next((text(c, "reason") for c in conditions if c.get("type") == kind), "")
