"""``status`` of a Taxonomy: whether its newest spec is in force, and what is wrong with it when it is not."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from casebook_analyzer.taxonomy import Problem
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.kube.values import mappings
from casebook_operator.taxonomies.layers import LayerResult

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


def status_of(result: LayerResult, version: str, now: datetime) -> Object:
    """The whole status of a Taxonomy. ``lastTransitionTime`` is kept where the status of a condition stays."""
    obj, spec = result.object, result.in_force.spec if result.in_force else None
    degraded = not result.accepted and spec is not None
    why = "an earlier generation is still in force" if degraded else "the newest spec decides"
    conditions = [
        _condition(result, "Ready", accepted=result.accepted, reason=_reason(result), message=_message(result)),
        _condition(
            result, "Degraded", accepted=degraded, reason="LastGoodInForce" if degraded else "NotNeeded", message=why
        ),
    ]
    before = {str(c.get("type")): c for c in mappings(obj.status, "conditions")}
    return {
        "observedGeneration": obj.generation,
        "rules": len(spec.rules) + len(spec.overrides) if spec else 0,
        "version": version,
        "conditions": [_timed(condition, before.get(condition["type"]), now) for condition in conditions],
    }


def _condition(result: LayerResult, type_: str, *, accepted: bool, reason: str, message: str) -> Object:
    return {
        "type": type_,
        "status": "True" if accepted else "False",
        "reason": reason,
        "message": message[:MESSAGE_LENGTH],
        "observedGeneration": result.object.generation,
    }


def _timed(condition: Object, before: Object | None, now: datetime) -> Object:
    same = before is not None and before.get("status") == condition["status"]
    since = before.get("lastTransitionTime") if same and before is not None else None
    return {**condition, "lastTransitionTime": since or to_rfc3339(now)}


def _reason(result: LayerResult) -> str:
    if result.accepted:
        return Reason.ACCEPTED_WITH_WARNINGS if result.warnings else Reason.ACCEPTED
    return Reason.INVALID_RULE if any(error.rule for error in result.errors) else Reason.INVALID_SPEC


def _message(result: LayerResult) -> str:
    if result.accepted:
        return _listed(result.warnings) or "in force"
    return _listed(result.errors)


def _listed(problems: Iterable[Problem]) -> str:
    said = [f"{problem.where}{problem.what}" for problem in problems]
    more = f"; and {len(said) - _NAMED} more" if len(said) > _NAMED else ""
    return "; ".join(said[:_NAMED]) + more
