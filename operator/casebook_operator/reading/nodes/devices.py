"""The pods that a broken device takes down: those on the node that asked for extended resources."""

from casebook_analyzer.evidence.quantities import is_extended
from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of, spec_of
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mapping
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.nodes.pods import pods_of_node
from casebook_operator.reading.objects import listing

MAX_NAMES = 20
"""Pods that are named; the others are counted."""


async def device_facts(context: CollectorContext, findings: Findings, node: Object, entity: Entity) -> None:
    pods = await pods_of_node(context, findings, name_of(node)) or []
    users = sorted((namespace_of(pod), name_of(pod), asked) for pod in pods if (asked := devices_of(pod)))
    for resource in sorted({name for _, _, asked in users for name in asked}):
        using = [f"{namespace}/{name}" for namespace, name, asked in users if resource in asked]
        more = f" and {len(using) - MAX_NAMES} more" if len(using) > MAX_NAMES else ""
        findings.fact(
            FactKind.NODE,
            f"pods of node {name_of(node)} spec.containers[*].resources",
            f"{len(using)} pods on node {name_of(node)} use {resource}: {listing(using[:MAX_NAMES])}{more}",
            {"resource": resource, "pods": len(using)},
            entity=entity,
            count=len(using),
        )
    # Which of them hold the device of the case, another collector tells.
    role = "related" if context.subject.device else "affected"
    for namespace, name, _ in users[:MAX_NAMES]:
        findings.entity(Entity(kind="Pod", namespace=namespace, name=name, role=role))


def has_devices(pod: Object) -> bool:
    """Whether a pod uses devices: by an extended resource, a resource claim, or a runtime class that brings them."""
    spec = spec_of(pod)
    return bool(devices_of(pod) or spec.get("resourceClaims") or "nvidia" in (spec.get("runtimeClassName") or ""))


def devices_of(pod: Object) -> frozenset[str]:
    """Extended resources that any container of the pod asks for. Kubernetes wants request and limit to be equal."""
    return frozenset(asked_of(pod))


def asked_of(pod: Object) -> dict[str, int]:
    """How many of each extended resource the containers of a pod ask for together; of what is no whole number, none."""
    asked: dict[str, int] = {}
    for container in containers_of(spec_of(pod)):
        for name, quantity in mapping(container, "resources", "requests").items():
            if is_extended(name):
                asked[name] = asked.get(name, 0) + (int(quantity) if str(quantity).isdecimal() else 0)
    return asked
