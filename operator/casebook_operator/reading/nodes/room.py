"""Whether any node could ever hold what a pod asks for, were it empty."""

from casebook_analyzer.evidence.quantities import amount, is_extended, readable
from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, status_of
from casebook_operator.kube.values import mapping
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.pods.demands import requests_of

MAX_NODES = 3
"""Nodes with devices out of order that get a fact of their own."""

_DEVICE_LABELS: dict[str, tuple[str, ...]] = {
    "nvidia.com/": ("nvidia.com/gpu.present", "nvidia.com/gpu.count", "cloud.google.com/gke-accelerator"),
    "amd.com/": ("amd.com/gpu.vram", "amd.com/gpu.device-id", "feature.node.kubernetes.io/amd-gpu"),
    "habana.ai/": ("habana.ai/gaudi", "feature.node.kubernetes.io/pci-1200_1da3.present"),
}
"""Labels by which discovery marks nodes that have such devices (GPU feature discovery, AMD's node labeller, NFD)."""


def room_facts(findings: Findings, spec: Object, nodes: list[Object]) -> None:
    for resource, wanted in requests_of(spec).items():
        if wanted <= 0:
            continue
        telling = [node for node in nodes if _tells(node, resource)]
        usable = [_allocatable(node, resource) for node in telling]
        fits = sum(1 for value in usable if value >= wanted)
        if is_extended(resource):
            _devices(findings, resource, telling)
        elif fits == len(telling):
            continue
        if telling:
            _size(findings, resource, wanted, fits, max(usable), len(telling))


def _tells(node: Object, resource: str) -> bool:
    """Whether the node says what it has of this; a device that no plugin has offered yet is not in its lists."""
    status = status_of(node)
    lists = [mapping(status, "allocatable"), mapping(status, "capacity")]
    return any(resource in one for one in lists) or (is_extended(resource) and any(lists))


def _size(findings: Findings, resource: str, wanted: float, fits: int, largest: float, of: int) -> None:
    asked, most = readable(wanted, resource), readable(largest, resource)
    if largest <= 0:
        text = f"The pod asks for {asked} {resource}, and none of {of} nodes offers any"
    elif fits == 0:
        text = f"The pod asks for {asked} {resource}, more than any of {of} nodes has: at most {most}"
    else:
        text = f"The pod asks for {asked} {resource}; {fits} of {of} nodes could hold it if they were empty"
    attributes = {"resource": resource, "requested": asked, "allocatable": most, "fits": fits, "of": of}
    findings.fact(FactKind.NODE, f"{of} nodes status.allocatable[{resource}]", text, attributes)


def _devices(findings: Findings, resource: str, nodes: list[Object]) -> None:
    """Nodes that have fewer usable devices than they should: the pod waits for what is broken there."""
    short = []
    for node in nodes:
        capacity, usable = _capacity(node, resource), _allocatable(node, resource)
        if usable < capacity or (capacity == 0 and _should_have(node, resource)):
            short.append((name_of(node), capacity, usable))
    for name, capacity, usable in sorted(short)[:MAX_NODES]:
        entity = Entity(kind="Node", name=name, role="cause")
        has = f"has {usable:g} of {capacity:g}" if capacity else "is labelled as having such devices and offers no"
        findings.entity(entity)
        findings.fact(
            FactKind.NODE,
            f"node {name} status.allocatable[{resource}]",
            f"Node {name} {has} {resource}{' allocatable' if capacity else ''}",
            {"resource": resource, "capacity": f"{capacity:g}", "allocatable": f"{usable:g}", "bad": "true"},
            entity=entity,
        )


def _should_have(node: Object, resource: str) -> bool:
    labels = labels_of(node)
    marks = next((marks for prefix, marks in _DEVICE_LABELS.items() if resource.startswith(prefix)), ())
    return any(labels.get(mark, "false") not in ("false", "0") for mark in marks)


def _capacity(node: Object, resource: str) -> float:
    return amount(str(mapping(node, "status", "capacity").get(resource, "0"))) or 0.0


def _allocatable(node: Object, resource: str) -> float:
    status = status_of(node)
    offers = mapping(status, "allocatable") or mapping(status, "capacity")
    return amount(str(offers.get(resource, "0"))) or 0.0
