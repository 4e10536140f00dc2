"""Why no node fits: the scheduler's reasons, and what the nodes have of what the pod asks for.

The message counts nodes and names no label, no size and, since 1.36, no taint: those are read from the nodes. What is
*free* on a node is not: that takes a list of all pods of the cluster, and the scheduler has already said so.
"""

from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.collectors.collector import Collector
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.demands import specification
from casebook_operator.collectors.event_reading import SCHEDULING_REASONS, read_events, tell_scheduling
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.node_fit import label_facts, readiness_facts, taint_facts
from casebook_operator.collectors.node_room import room_facts
from casebook_operator.collectors.objects import conditions_of, name_of, pod_entity, spec_of, status_of, uid_of
from casebook_operator.collectors.reading import every
from casebook_operator.kube import Object

_TRIGGERS = frozenset({Trigger.FAILED_SCHEDULING, Trigger.POD_REJECTED, Trigger.PREEMPTED})


async def collect(context: CollectorContext, findings: Findings) -> None:
    pod = next((pod for pod in context.pods if is_unscheduled(pod)), None)
    if pod is not None:
        await _message_of_condition(context, findings, pod)
        _priority(context, findings, pod)
    spec = spec_of(pod) if pod is not None else specification(context)
    nodes = await every(context, findings, "Node")
    if not spec or not nodes:
        return
    readiness_facts(findings, nodes)
    taint_facts(findings, spec, nodes)
    label_facts(context, findings, spec, nodes)
    room_facts(findings, spec, nodes)


def is_unscheduled(pod: Object) -> bool:
    return not spec_of(pod).get("nodeName") and (status_of(pod).get("phase") or "Pending") == "Pending"


def applies(context: CollectorContext) -> bool:
    """A pod that runs has nothing to do with nodes that would not have taken it."""
    if context.is_node_case or not (context.pods or context.owners):
        return False
    return context.signal.trigger in _TRIGGERS or any(is_unscheduled(pod) for pod in context.pods)


COLLECTOR = Collector(name="scheduling", collect=collect, applies=applies, seconds=6.0, max_bytes=16 * 1024)


async def _message_of_condition(context: CollectorContext, findings: Findings, pod: Object) -> None:
    """The scheduler writes the same message into the condition, where it outlives the Event of an hour."""
    entity = pod_entity(pod, context.subject)
    records = await read_events(context, findings, entity, uid=uid_of(pod))
    if any(record.reason in SCHEDULING_REASONS for record in records):
        return
    for condition in conditions_of(pod):
        if condition["type"] == "PodScheduled" and condition.get("status") == "False":
            source = f"pod {name_of(pod)} status.conditions[PodScheduled], its reasons"
            tell_scheduling(findings, entity, str(condition.get("message") or ""), source=source)


def _priority(context: CollectorContext, findings: Findings, pod: Object) -> None:
    """Who is preempted for whom depends on it, and a pod that may not preempt waits."""
    spec = spec_of(pod)
    never = spec.get("preemptionPolicy") == "Never"
    if not never and not spec.get("schedulingGates"):
        return
    gates = ", ".join(str(gate.get("name")) for gate in spec.get("schedulingGates") or ())
    texts = (f"waits for scheduling gates: {gates}" if gates else "", "may not preempt others" if never else "")
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} spec",
        f"Pod {name_of(pod)} " + " and ".join(text for text in texts if text),
        {"schedulingGates": gates, "preemptionPolicy": "Never" if never else None},
        entity=pod_entity(pod, context.subject),
    )
