"""The pods that hold the device of the case, as far as the API shows who holds which."""

from collections.abc import Iterator

from casebook_analyzer.evidence.device_names import known_as, same_names
from casebook_analyzer.models import Category, Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of, spec_of
from casebook_operator.kube.values import mapping
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.nodes.claimed_devices import claims_on, names_by_driver
from casebook_operator.reading.nodes.devices import asked_of, has_devices
from casebook_operator.reading.nodes.held_devices import devices_named_by
from casebook_operator.reading.nodes.pods import pods_of_node
from casebook_operator.reading.objects import listing
from casebook_operator.signals.devices import is_accelerator

MAX_NAMES = 20
"""Pods that are named; the others are counted."""

_ACCELERATORS = frozenset({"GPU", "PCIe", "NVSwitch"})
_SHARED_BY_ALL = "NodeStorage"
"""Nobody is given a disk of the node: what is on it is everybody's."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    node = context.node
    if node is None:
        return
    pods = [pod for pod in await pods_of_node(context, findings, name_of(node)) or () if has_devices(pod)]
    names = known_as(context.subject.device, context.signal.message)
    claims: dict[tuple[str, str], str] = {}
    if any(spec_of(pod).get("resourceClaims") for pod in pods):
        names, claims = names_by_driver(names, await claims_on(context, findings, node, pods))
    holders: list[Object] = []
    unsure: list[Object] = []
    for pod in pods:
        why = claims.get((namespace_of(pod), name_of(pod))) or _by_its_words(pod, names) or _has_all(context, node, pod)
        if why:
            holders.append(pod)
            _tell(findings, context, pod, why)
        elif same_names(devices_named_by(pod), names) is None and not claims:
            unsure.append(pod)
    _sum_up(findings, context, holders, unsure)


def applies(context: CollectorContext) -> bool:
    if not context.is_node_case or context.node is None or not context.subject.device:
        return False
    return context.signal.failure_class != _SHARED_BY_ALL


COLLECTOR = Collector(
    name="device_holders",
    rank=65,
    needs=lists("Pod", "ResourceSlice") | gets("ResourceClaim"),
    when="a device of a node",
    tells="which pods hold the device: by resource claim, annotation, environment, or because they have all",
    decides=frozenset({Category.HARDWARE_FAILURE, Category.PCIE_ERROR}),
    collect=collect,
    applies=applies,
    seconds=6.0,
    max_bytes=16 * 1024,
)


def _by_its_words(pod: Object, names: frozenset[str]) -> str:
    named = sorted(devices_named_by(pod) & names)
    return f"it names {named[0]}" if named else ""


def _has_all(context: CollectorContext, node: Object, pod: Object) -> str:
    """Whoever has all accelerators of a node has this one."""
    if context.signal.failure_class not in _ACCELERATORS:
        return ""
    capacity = mapping(node, "status", "capacity")
    for resource, asked in asked_of(pod).items():
        if is_accelerator(resource) and asked > 0 and str(asked) == str(capacity.get(resource)):
            return f"it has all {asked} {resource} of the node"
    return ""


def _tell(findings: Findings, context: CollectorContext, pod: Object, why: str) -> None:
    entity = Entity(kind="Pod", namespace=namespace_of(pod), name=name_of(pod), role="affected")
    findings.entity(entity)
    findings.fact(
        FactKind.NODE,
        f"pod {namespace_of(pod)}/{name_of(pod)}",
        f"Pod {namespace_of(pod)}/{name_of(pod)} holds {context.subject.device}: {why}",
        {"device": context.subject.device, "held": "true"},
        entity=entity,
    )


def _sum_up(findings: Findings, context: CollectorContext, holders: list[Object], unsure: list[Object]) -> None:
    device = context.subject.device
    if holders or not unsure:
        findings.looked_for(f"pods that hold {device}", listing(_names(holders)) or "none")
        return
    more = f" and {len(unsure) - MAX_NAMES} more" if len(unsure) > MAX_NAMES else ""
    found = f"one of {len(unsure)} pods may: {listing(list(_names(unsure))[:MAX_NAMES])}{more}"
    findings.looked_for(f"pods that hold {device}", f"no pod says that it does; {found}")


def _names(pods: list[Object]) -> Iterator[str]:
    return iter(sorted(f"{namespace_of(pod)}/{name_of(pod)}" for pod in pods))
