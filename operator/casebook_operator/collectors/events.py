"""Events of the pods, of their owners and of the node. Normal ones too: ``Killing`` is Normal, and tells of a probe."""

import asyncio
from dataclasses import dataclass

import msgspec

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Entity, FactKind, GapReason
from casebook_operator.collectors.collector import Collector, always
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.event_records import EventRecord, fold
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.objects import entity_of, name_of, namespace_of, pod_entity, uid_of
from casebook_operator.collectors.relevance import event_concerns, line_concerns
from casebook_operator.investigation.times import to_rfc3339
from casebook_operator.kube import Object, paths

PAGE = 500
"""Events of one object that are read. Clients fold repeats and allow one object a burst of 25 and then one every five
minutes (client-go tools/record/events_cache.go), and the server forgets them after an hour: this is all of them."""

NODE_EVENTS_NAMESPACE = "default"
"""Where Events of objects without a namespace are kept (client-go tools/record/event.go, ``makeEvent``)."""


@dataclass(frozen=True, slots=True)
class _Source:
    entity: Entity
    namespace: str
    selector: str
    keep: int
    """Folded events that are kept, about 40 over all sources of a case."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    sources = _sources(context)
    listed = await asyncio.gather(*(_list(context, findings, source) for source in sources))
    for source, events in zip(sources, listed, strict=True):
        records = fold(events)
        if source.entity.kind == "Node":
            records = [record for record in records if event_concerns(context, record)]
        kept = _most_telling(records, source.keep)
        for record in kept:
            _fact(context, findings, source.entity, record)
        if len(kept) < len(records):
            detail = f"{len(kept)} of {len(records)} different events are kept."
            findings.gap(f"events of {source.entity}", GapReason.TRUNCATED, detail)


COLLECTOR = Collector(name="events", collect=collect, applies=always, seconds=6.0, max_bytes=64 * 1024)


def _sources(context: CollectorContext) -> list[_Source]:
    sources = []
    for number, pod in enumerate(context.pods):
        selector = f"involvedObject.uid={uid_of(pod)}"
        keep = 16 if number == 0 else 6
        sources.append(_Source(pod_entity(pod, context.subject), namespace_of(pod), selector, keep))
    if not context.pods and context.signal.origin.kind == "Pod":  # Events outlive the pod that they are about
        origin = msgspec.structs.replace(context.signal.origin, role="affected")
        selector = f"involvedObject.kind=Pod,involvedObject.name={origin.name}"
        sources.append(_Source(origin, origin.namespace, selector, 16))
    for owner in context.owners:
        entity = entity_of(owner["kind"], owner, "owner", context.subject)
        sources.append(_Source(entity, namespace_of(owner), f"involvedObject.uid={uid_of(owner)}", 6))
    if context.node is not None:
        entity = entity_of("Node", context.node, "node", context.subject)
        # Kubelet writes the node's name into the uid of its references, others write the uid: the name is certain.
        selector = f"involvedObject.kind=Node,involvedObject.name={name_of(context.node)}"
        sources.append(_Source(entity, NODE_EVENTS_NAMESPACE, selector, 40 if context.is_node_case else 8))
    return sources


async def _list(context: CollectorContext, findings: Findings, source: _Source) -> list[Object]:
    path = paths.collection("Event", source.namespace)
    call = context.kube.list(path, limit=PAGE, pages=1, fieldSelector=source.selector)
    return await findings.read(f"events of {source.entity}", call) or []


def _most_telling(records: list[EventRecord], keep: int) -> list[EventRecord]:
    """Of every reason one, then warnings before the rest and the newest first. The kept ones are in order of time."""
    ranked = sorted(records, key=lambda r: (r.is_warning or r.is_telling, r.last), reverse=True)
    newest = {record.reason: record for record in reversed(ranked)}
    ranked.sort(key=lambda record: newest[record.reason] is not record)
    return sorted(ranked[:keep], key=lambda record: record.first)


def _fact(context: CollectorContext, findings: Findings, entity: Entity, record: EventRecord) -> None:
    source = f"event of {entity}"
    attributes = {
        "reason": record.reason,
        "type": record.type,
        "component": record.component,
        "involvedKind": entity.kind,
        "container": record.container,
        "firstTime": to_rfc3339(record.first) if record.count > 1 else None,
    }
    findings.fact(
        FactKind.EVENT, source, record.message, attributes, entity=entity, time=record.last, count=record.count
    )
    if entity.kind == "Node":
        lines = kernel_facts(record.message, source=source, entity=entity, time=record.said_at)
        findings.add(*(line for line in lines if line_concerns(context, line)))
