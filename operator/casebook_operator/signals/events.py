"""Signals of Warning Events: kernel lines that an agent reports for a node.

Events are lossy by design (client-go: 25 at once, then one in five minutes per object) and expire after an hour. What a
status tells is read from the status; an Event counts only where nothing else will ever tell.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Category, Entity, Fact, Signal, Trigger
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.investigation.times import parse_time
from casebook_operator.kube import Object

MACHINE_FAULTS = frozenset({Category.HARDWARE_FAILURE, Category.PCIE_ERROR, Category.DRIVER_ISSUE})


def event_signals(event: Object, taxonomy: Taxonomy) -> tuple[Signal, ...]:
    """One signal for each failure class that a node's Event reports. Events of other objects are evidence only."""
    involved: Object = event.get("involvedObject") or {}
    if involved.get("kind") != "Node" or event.get("type") != "Warning":
        return ()
    node = Entity(kind="Node", name=involved["name"])
    found: dict[str, Signal] = {}
    for fact in kernel_facts(event.get("message") or "", source="Event", entity=node):
        for signal in _signals(fact, event, taxonomy):
            found.setdefault(signal.failure_class, signal)
    return tuple(found.values())


def _signals(fact: Fact, event: Object, taxonomy: Taxonomy) -> Iterator[Signal]:
    rule = taxonomy.conditions.kernel_rule_for(fact.attributes["pattern"], fact.text)
    if rule is None or not _machine_fault(fact, taxonomy):
        return
    name = event["involvedObject"]["name"]
    yield Signal(
        trigger=Trigger.NODE_CONDITION,
        failure_class=rule.failure_class,
        origin=Entity(kind="Node", name=name),
        origin_uid=event["involvedObject"].get("uid") or name,
        node_name=name,
        reason=event.get("reason") or "",
        message=fact.text,
        occurred_at=_last_time(event),
        active=False,
        severity=rule.severity,
    )


def _machine_fault(fact: Fact, taxonomy: Taxonomy) -> bool:
    if "xid" not in fact.attributes:
        return True
    xid = taxonomy.xids.get(int(fact.attributes["xid"]))
    return xid is not None and xid.category in MACHINE_FAULTS and not xid.consequence


def _last_time(event: Object) -> datetime:
    """``lastTimestamp``, or what newer reporters write instead of it."""
    series: Object = event.get("series") or {}
    for value in (
        event.get("lastTimestamp"),
        series.get("lastObservedTime"),
        event.get("eventTime"),
        event["metadata"].get("creationTimestamp"),
    ):
        time = parse_time(value)
        if time is not None:
            return time
    return datetime(1970, 1, 1, tzinfo=UTC)
