"""Reads the Events of one object and makes facts of them, for pods as for claims, quotas and nodes."""

from collections.abc import Sequence

from casebook_analyzer.evidence import kernel_facts, parse_scheduling
from casebook_analyzer.models import OVERTAKEN_BY, Entity, Fact, FactKind, GapReason
from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import name_of, spec_of
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.kube.values import mapping, text
from casebook_operator.off_loop import computed
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.events.records import EventRecord, fold
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.nodes.relevance import event_concerns, line_concerns, report_concerns
from casebook_operator.reading.pods.mounted_keys import holder_of_key
from casebook_operator.scope import NODE_EVENTS_NAMESPACE

PAGES = 5
"""500 Events of one object are read. Clients fold repeats and allow one object a burst of 25 and then one every five
minutes (client-go tools/record/events_cache.go), and the server forgets them after an hour: this is all of them."""

SCHEDULING_REASONS = frozenset({"FailedScheduling", "NotTriggerScaleUp"})
"""Reasons whose message lists why no node fits (pkg/scheduler, cluster-autoscaler)."""


async def read_events(
    context: CollectorContext, findings: Findings, entity: Entity, *, uid: str = ""
) -> list[EventRecord]:
    """The Events about an object, equal ones as one record, in order of time.

    They are asked for by name, because some reporters leave the UID out.

    Kubelet writes a node's name into the UID of its references; of other objects a UID that differs is another's.
    """
    selector = f"involvedObject.kind={entity.kind},involvedObject.name={entity.name}"
    path = paths.collection("Event", entity.namespace or NODE_EVENTS_NAMESPACE)
    call = context.kube.list(path, pages=PAGES, fieldSelector=selector)
    listed = await findings.read(f"events of {entity}", call) or []
    records = fold(event for event in listed if entity.kind == "Node" or _is_about(event, uid))
    if entity.kind != "Node":
        return records
    return await computed(sum(len(record.message) for record in records), _concerning, context, entity, records)


def tell_events(
    context: CollectorContext, findings: Findings, entity: Entity, records: list[EventRecord], keep: int
) -> None:
    """Add at most ``keep`` of the records as facts: one of every reason, then warnings before others, newest first."""
    kept = _most_telling(records, keep)
    for record in kept:
        _fact(context, findings, entity, record)
    if len(kept) < len(records):
        detail = f"{len(kept)} of {len(records)} different events are kept."
        findings.gap(f"events of {entity}", GapReason.TRUNCATED, detail)


def tell_scheduling(
    findings: Findings, entity: Entity, message: str, *, reason: str = "FailedScheduling", source: str, count: int = 1
) -> None:
    """Add one fact for each reason in the scheduler's message why no node was found."""
    for one in parse_scheduling(message):
        some = f"{one.nodes} of {one.of} nodes: " if one.nodes is not None and one.of else ""
        findings.fact(
            FactKind.EVENT,
            source,
            f"No node for the pod; {some}{one.text}",
            {
                "reason": reason,
                "involvedKind": entity.kind,
                "scheduling": one.word,
                "resource": one.resource,
                "taint": one.taint,
                "nodes": one.nodes,
                "of": one.of,
            },
            entity=entity,
            count=count,
        )


def _is_about(event: Object, uid: str) -> bool:
    about = text(mapping(event, "involvedObject") or mapping(event, "regarding"), "uid")
    return not uid or not about or about == uid


def _most_telling(records: list[EventRecord], keep: int) -> list[EventRecord]:
    """The kept ones in order of time."""
    ranked = sorted(records, key=lambda r: (not r.overtaken_by, r.is_warning or r.is_telling, r.last), reverse=True)
    newest = {record.reason: record for record in reversed(ranked)}
    ranked.sort(key=lambda record: newest[record.reason] is not record)
    return sorted(ranked[:keep], key=lambda record: record.first)


def _fact(context: CollectorContext, findings: Findings, entity: Entity, record: EventRecord) -> None:
    attributes = {
        "reason": record.reason,
        "type": record.type,
        "component": record.component,
        "involvedKind": entity.kind,
        "container": record.container,
        "firstTime": to_rfc3339(record.first) if record.count > 1 else None,
        OVERTAKEN_BY: record.overtaken_by,
        **holder_of_key(_specification(context, entity), record.message),
    }
    source = _source(entity) + (f", overtaken by {record.overtaken_by}" if record.overtaken_by else "")
    findings.fact(
        FactKind.EVENT, source, record.message, attributes, entity=entity, time=record.time, count=record.count
    )
    if entity.kind == "Node":
        findings.add(*(line for line in _lines(context, entity, record) if line_concerns(context, line)))


def _specification(context: CollectorContext, entity: Entity) -> Object:
    pods = (pod for pod in context.pods if entity.kind == "Pod" and name_of(pod) == entity.name)
    return next((spec_of(pod) for pod in pods), {})


def _concerning(context: CollectorContext, entity: Entity, records: list[EventRecord]) -> list[EventRecord]:
    return [record for record in records if _concerns(context, entity, record)]


def _concerns(context: CollectorContext, entity: Entity, record: EventRecord) -> bool:
    """An Event that repeats kernel lines concerns a pod as far as one of them does; another, as what it reports."""
    if not event_concerns(context, record):
        return False
    lines = _lines(context, entity, record)
    return any(line_concerns(context, line) for line in lines) if lines else report_concerns(context, record)


def _lines(context: CollectorContext, entity: Entity, record: EventRecord) -> Sequence[Fact]:
    own = context.conditions.kernel_patterns
    return kernel_facts(record.message, source=_source(entity), entity=entity, time=record.said_at, own=own)


def _source(entity: Entity) -> str:
    return f"event of {entity}"
