"""Signals of a node: conditions that are bad by the taxonomy's table of polarities."""

from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import Entity, Signal, Trigger
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.investigation.times import parse_time
from casebook_operator.kube import Object

JOINING = timedelta(minutes=2)
"""A node registers as not ready, and stays so until its network plugin and kubelet agree. Ten seconds are usual."""


def node_signals(node: Object, conditions: ConditionTable) -> tuple[Signal, ...]:
    """One signal for every failure class, from its earliest bad condition. An unknown condition never fires."""
    found: dict[str, Signal] = {}
    for condition in (node.get("status") or {}).get("conditions") or ():
        signal = _signal(node, condition, conditions)
        if signal is None:
            continue
        other = found.get(signal.failure_class)
        if other is None or signal.occurred_at < other.occurred_at:
            found[signal.failure_class] = signal
    return tuple(found.values())


def _signal(node: Object, condition: Object, conditions: ConditionTable) -> Signal | None:
    rule = conditions.rule_for(condition.get("type") or "")
    if rule is None or not rule.is_bad(condition.get("status") or "") or _joining(node, condition):
        return None
    metadata = node["metadata"]
    occurred_at = parse_time(condition.get("lastTransitionTime")) or parse_time(metadata.get("creationTimestamp"))
    return Signal(
        trigger=Trigger.NODE_CONDITION,
        failure_class=rule.failure_class,
        origin=Entity(kind="Node", name=metadata["name"]),
        origin_uid=metadata["uid"],
        node_name=metadata["name"],
        reason=f"{condition['type']}={condition['status']} ({condition.get('reason') or 'no reason given'})",
        message=condition.get("message") or "",
        occurred_at=occurred_at or datetime(1970, 1, 1, tzinfo=UTC),
        severity=rule.severity,
    )


def _joining(node: Object, condition: Object) -> bool:
    """Whether a node is not ready *yet*: it has never been ready since it was made."""
    if condition.get("type") != "Ready":
        return False
    created = parse_time(node["metadata"].get("creationTimestamp"))
    since = parse_time(condition.get("lastTransitionTime"))
    return created is not None and since is not None and since - created < JOINING
