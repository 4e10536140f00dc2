"""Why no node fits: the scheduler's reasons, and what the nodes have of what the pod asks for.

The message counts nodes and names no label, no size and, since 1.36, no taint: those are read from the nodes. What is
*free* on a node is not: that takes a list of all pods of the cluster, and the scheduler has already said so.
"""

from datetime import timedelta

from casebook_analyzer.models import Category, FactKind, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_of, conditions_of, created_at, name_of, spec_of, uid_of
from casebook_operator.kube.pods import node_of, phase_of
from casebook_operator.kube.values import mappings, text
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.events.facts import SCHEDULING_REASONS, read_events, tell_scheduling
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.nodes.fit import label_facts, readiness_facts, taint_facts
from casebook_operator.reading.nodes.room import room_facts
from casebook_operator.reading.objects import pod_entity
from casebook_operator.reading.pods.demands import specification
from casebook_operator.reading.pods.placing import host_ports, node_labels, resource_claims, rules_about_pods
from casebook_operator.signals.startup import DEFAULT_SCHEDULER, UNSCHEDULED

_A_WHILE = timedelta(minutes=1)
"""A pod that was just created has not been looked at yet: the scheduler's queue is worked off within seconds."""
_SCHEDULERS = (DEFAULT_SCHEDULER, "kube-scheduler")
"""Components under which schedulers tell of pods (pkg/scheduler/profile): the default one, under either name."""
_TRIGGERS = frozenset({Trigger.FAILED_SCHEDULING, Trigger.POD_REJECTED, Trigger.PREEMPTED})


async def collect(context: CollectorContext, findings: Findings) -> None:
    pod = next((pod for pod in context.pods if is_unscheduled(pod)), None)
    if pod is not None:
        await _message_of_condition(context, findings, pod)
        _priority(context, findings, pod)
        _asks(context, findings, pod)
        await _silence(context, findings, pod)
    spec = spec_of(pod) if pod is not None else specification(context)
    nodes = await every(context, findings, "Node")
    if not spec or not nodes:
        return
    readiness_facts(findings, nodes)
    taint_facts(findings, spec, nodes)
    label_facts(context, findings, spec, nodes)
    room_facts(findings, spec, nodes)


def is_unscheduled(pod: Object) -> bool:
    return not node_of(pod) and phase_of(pod) in ("", "Pending")


def applies(context: CollectorContext) -> bool:
    """A pod that runs has nothing to do with nodes that would not have taken it."""
    if context.is_node_case or not (context.pods or context.owners):
        return False
    return context.signal.trigger in _TRIGGERS or any(is_unscheduled(pod) for pod in context.pods)


COLLECTOR = Collector(
    name="scheduling",
    rank=100,
    needs=lists("Event", "Node", "Pod"),
    when="a pod without a node",
    tells="labels, taints and sizes that no node has; ports, labels, other pods and devices that the pod asks for; "
    "a scheduler that says nothing",
    decides=frozenset({Category.SCHEDULING_FAILURE}),
    collect=collect,
    applies=applies,
    seconds=6.0,
    max_bytes=16 * 1024,
)


async def _message_of_condition(context: CollectorContext, findings: Findings, pod: Object) -> None:
    """The scheduler writes the same message into the condition, where it outlives the Event of an hour."""
    entity = pod_entity(pod, context.subject)
    records = await read_events(context, findings, entity, uid=uid_of(pod))
    if any(record.reason in SCHEDULING_REASONS for record in records):
        return
    for condition in conditions_of(pod):
        if condition["type"] == "PodScheduled" and condition.get("status") == "False":
            source = f"pod {name_of(pod)} status.conditions[PodScheduled], its reasons"
            tell_scheduling(findings, entity, text(condition, "message"), source=source)


async def _silence(context: CollectorContext, findings: Findings, pod: Object) -> None:
    """A scheduler that nobody runs writes neither a condition nor an Event: what it does not do is all there is."""
    spec, created = spec_of(pod), created_at(pod)
    name = text(spec, "schedulerName") or DEFAULT_SCHEDULER
    waited = context.signal.reason == UNSCHEDULED or (created is not None and context.now - created >= _A_WHILE)
    if spec.get("schedulingGates") or condition_of(pod, "PodScheduled") or not waited:
        return
    records = await read_events(context, findings, pod_entity(pod, context.subject), uid=uid_of(pod))
    if any(record.reason in SCHEDULING_REASONS or record.component in (name, *_SCHEDULERS) for record in records):
        return
    beside = await every(context, findings, "Pod", context.subject.namespace)
    if beside is None:
        return
    placed = sum(
        1 for one in beside if node_of(one) and (text(one, "spec", "schedulerName") or DEFAULT_SCHEDULER) == name
    )
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} spec.schedulerName",
        f"No scheduler has said a word of pod {name_of(pod)}, which asks for {name}: it has no condition PodScheduled "
        f"and no Event of one; {name} has placed {placed} other pods of the namespace",
        {"schedulerName": name, "placed": str(placed)},
        entity=pod_entity(pod, context.subject),
    )


def _asks(context: CollectorContext, findings: Findings, pod: Object) -> None:
    spec = spec_of(pod)
    asked = {
        "hostPorts": ("ports of its node", host_ports(spec)),
        "nodeLabels": ("nodes with", node_labels(spec)),
        "podRules": ("a place", rules_about_pods(spec)),
        "resourceClaims": ("devices by the claims", resource_claims(spec)),
    }
    for name, (words, what) in asked.items():
        if what:
            findings.fact(
                FactKind.STATE,
                f"pod {name_of(pod)} spec",
                f"Pod {name_of(pod)} asks for {words} {what}",
                {name: what},
                entity=pod_entity(pod, context.subject),
            )


def _priority(context: CollectorContext, findings: Findings, pod: Object) -> None:
    """Who is preempted for whom depends on it, and a pod that may not preempt waits."""
    spec = spec_of(pod)
    never = spec.get("preemptionPolicy") == "Never"
    if not never and not spec.get("schedulingGates"):
        return
    gates = ", ".join(str(gate.get("name")) for gate in mappings(spec, "schedulingGates"))
    texts = (f"waits for scheduling gates: {gates}" if gates else "", "may not preempt others" if never else "")
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} spec",
        f"Pod {name_of(pod)} " + " and ".join(text for text in texts if text),
        {"schedulingGates": gates, "preemptionPolicy": "Never" if never else None},
        entity=pod_entity(pod, context.subject),
    )
