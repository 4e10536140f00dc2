"""``status`` of a Taxonomy: whether its newest spec is in force, and what is wrong with it when it is not."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from casebook_analyzer.taxonomy import Problem
from casebook_operator.investigation.times import to_rfc3339
from casebook_operator.kube import Object
from casebook_operator.taxonomies.layers import Verdict

MESSAGE_LENGTH = 1024
_NAMED = 3


class Reason(StrEnum):
    """Reasons of the condition ``Ready``."""

    ACCEPTED = "Accepted"
    ACCEPTED_WITH_WARNINGS = "AcceptedWithWarnings"
    INVALID_RULE = "InvalidRule"
    """One rule, or one row of a table, cannot be used; the message names it."""
    INVALID_SPEC = "InvalidSpec"
    """The spec as a whole cannot be used."""


def status_of(verdict: Verdict, version: str, now: datetime) -> Object:
    """The whole status. Times of conditions whose status stays are kept."""
    obj, spec = verdict.object, verdict.in_force.spec if verdict.in_force else None
    degraded = not verdict.accepted and spec is not None
    why = "an earlier generation is still in force" if degraded else "the newest spec decides"
    conditions = [
        _condition(verdict, "Ready", accepted=verdict.accepted, reason=_reason(verdict), message=_message(verdict)),
        _condition(
            verdict, "Degraded", accepted=degraded, reason="LastGoodInForce" if degraded else "NotNeeded", message=why
        ),
    ]
    before = {str(c.get("type")): c for c in obj.status.get("conditions") or ()}
    return {
        "observedGeneration": obj.generation,
        "rules": len(spec.rules) + len(spec.overrides) if spec else 0,
        "version": version,
        "conditions": [_timed(condition, before.get(condition["type"]), now) for condition in conditions],
    }


def _condition(verdict: Verdict, type_: str, *, accepted: bool, reason: str, message: str) -> Object:
    return {
        "type": type_,
        "status": "True" if accepted else "False",
        "reason": reason,
        "message": message[:MESSAGE_LENGTH],
        "observedGeneration": verdict.object.generation,
    }


def _timed(condition: Object, before: Object | None, now: datetime) -> Object:
    same = before is not None and before.get("status") == condition["status"]
    since = before.get("lastTransitionTime") if same and before is not None else None
    return {**condition, "lastTransitionTime": since or to_rfc3339(now)}


def _reason(verdict: Verdict) -> str:
    if verdict.accepted:
        return Reason.ACCEPTED_WITH_WARNINGS if verdict.warnings else Reason.ACCEPTED
    return Reason.INVALID_RULE if any(error.rule for error in verdict.errors) else Reason.INVALID_SPEC


def _message(verdict: Verdict) -> str:
    if verdict.accepted:
        return _listed(verdict.warnings) or "in force"
    return _listed(verdict.errors)


def _listed(problems: Iterable[Problem]) -> str:
    said = [f"{problem.where}{problem.what}" for problem in problems]
    more = f"; and {len(said) - _NAMED} more" if len(said) > _NAMED else ""
    return "; ".join(said[:_NAMED]) + more
