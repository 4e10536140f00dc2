"""Conditions, taints, resources and annotations of a node as facts."""

import re

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.evidence.quantities import is_extended, is_less
from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, conditions_of, name_of, spec_of, status_of
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.nodes.relevance import condition_concerns, line_concerns, resource_concerns

MAX_ANNOTATIONS = 10

_DEVICE_HEALTH = re.compile(
    r"gpu|xid|nvlink|nvswitch|pcie|nvidia|infiniband|\bib\b|sichek|gpud|health|remap|fabricmanager", re.IGNORECASE
)
"""Names of annotations in which agents report the health of devices; sichek writes nothing else."""

_SCHEDULING_HINT = re.compile(r"gpu\.deploy|feature\.node|cni|csi|flannel|calico|last-applied", re.IGNORECASE)
"""Annotations with such names that are settings and not findings."""


def condition_facts(context: CollectorContext, findings: Findings, node: Object, entity: Entity) -> None:
    """Tell of the conditions that are bad by the taxonomy's table, and always of Ready.

    A node that is ready speaks against a fault of the node.
    """
    for condition in conditions_of(node):
        rule = context.conditions.rule_for(condition["type"])
        is_bad = rule is not None and rule.is_bad(condition.get("status") or "")
        if rule is not None and not condition_concerns(context, rule.failure_class):
            continue
        if is_bad or condition["type"] == "Ready":
            _condition(context, findings, node, entity, condition, is_bad=is_bad)


def _condition(
    context: CollectorContext, findings: Findings, node: Object, entity: Entity, condition: Object, *, is_bad: bool
) -> None:
    kind, message = condition["type"], condition.get("message") or ""
    source = f"node {name_of(node)} status.conditions[{kind}]"
    time = real_time(condition.get("lastTransitionTime"))
    told = f": {message}" if message else ""
    findings.fact(
        FactKind.NODE,
        source,
        f"Node {name_of(node)}: {kind} is {condition.get('status')} ({condition.get('reason') or 'no reason'}){told}",
        {
            "condition": kind,
            "status": condition.get("status"),
            "reason": condition.get("reason"),
            "bad": str(is_bad).lower(),
        },
        entity=entity,
        time=time,
    )
    lines = kernel_facts(message, source=source, entity=entity, time=time, own=context.conditions.kernel_patterns)
    findings.add(*(line for line in lines if line_concerns(context, line)))


def taint_facts(findings: Findings, node: Object, entity: Entity) -> None:
    spec = spec_of(node)
    for taint in mappings(spec, "taints"):
        text = f"{taint['key']}{'=' + taint['value'] if taint.get('value') else ''}:{taint.get('effect')}"
        findings.fact(
            FactKind.NODE,
            f"node {name_of(node)} spec.taints",
            f"Node {name_of(node)} has taint {text}",
            {"taint": taint["key"], "effect": taint.get("effect")},
            entity=entity,
            time=real_time(taint.get("timeAdded")),
        )
    if spec.get("unschedulable"):
        source = f"node {name_of(node)} spec.unschedulable"
        text = f"Node {name_of(node)} is cordoned"
        findings.fact(FactKind.NODE, source, text, {"unschedulable": "true"}, entity=entity)


def resource_facts(context: CollectorContext, findings: Findings, node: Object, entity: Entity) -> None:
    """Tell of devices of which fewer are allocatable than there are: device plugins take unhealthy ones out.

    Only extended resources, because of memory and cpu a part is always reserved; and for a pod only those that it asked
    for.
    """
    status = status_of(node)
    capacity, allocatable = mapping(status, "capacity"), mapping(status, "allocatable")
    for resource in sorted(name for name in capacity if is_extended(name) and resource_concerns(context, name)):
        have, usable = str(capacity[resource]), str(allocatable.get(resource, "0"))
        fewer = is_less(usable, have)
        findings.fact(
            FactKind.NODE,
            f"node {name_of(node)} status.allocatable[{resource}]",
            f"Node {name_of(node)} has {usable} of {have} {resource} allocatable",
            {"resource": resource, "capacity": have, "allocatable": usable, "bad": str(fewer).lower()},
            entity=entity,
        )


def annotation_facts(context: CollectorContext, findings: Findings, node: Object, entity: Entity) -> None:
    found = [
        (key, value)
        for key, value in sorted(annotations_of(node).items())
        if value and _DEVICE_HEALTH.search(key) and not _SCHEDULING_HINT.search(key)
    ]
    for key, value in found[:MAX_ANNOTATIONS]:
        source = f"node {name_of(node)} metadata.annotations[{key}]"
        findings.fact(FactKind.NODE, source, f"{key}: {value}", {"annotation": key}, entity=entity)
        findings.add(*kernel_facts(value, source=source, entity=entity, own=context.conditions.kernel_patterns))
