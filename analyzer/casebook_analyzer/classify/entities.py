"""What a case touches: first what a person has to change, then what shows it."""

from collections.abc import Iterable, Iterator

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.templates import fill_name
from casebook_analyzer.classify.weighing import Weighing
from casebook_analyzer.models import Category, Entity, EvidenceBundle, Fact, FactKind
from casebook_analyzer.taxonomy import ObjectToFix

MAX_ENTITIES = 20
_CLUSTER_SCOPED = frozenset(
    {
        "AdminNetworkPolicy",
        "APIService",
        "CiliumClusterwideNetworkPolicy",
        "ClusterRole",
        "ClusterRoleBinding",
        "CSIDriver",
        "CustomResourceDefinition",
        "DeviceClass",
        "GatewayClass",
        "GlobalNetworkPolicy",
        "IngressClass",
        "MutatingWebhookConfiguration",
        "Namespace",
        "Node",
        "PersistentVolume",
        "PriorityClass",
        "ResourceSlice",
        "RuntimeClass",
        "StorageClass",
        "ValidatingAdmissionPolicy",
        "ValidatingWebhookConfiguration",
        "VolumeAttachment",
        "VolumeSnapshotClass",
    }
)
"""Kinds of Kubernetes without a namespace (kubectl api-resources --namespaced=false), whatever a rule says."""
_NAME_LIMIT = 253
_ROLE_ORDER = ("device", "owner", "node", "affected")


def affected_entities(bundle: EvidenceBundle, weighing: Weighing) -> tuple[Entity, ...]:
    """Objects to fix, the subject, what cited facts are about, devices, owners, node, pods: at most ``MAX_ENTITIES``.

    An object that is missing is one of them too: it is what has to be made.
    """
    subject = bundle.subject
    first = Entity(kind=subject.kind, name=subject.name, namespace=subject.namespace, role="subject")
    others = sorted(bundle.entities, key=lambda entity: (_place(entity), entity))
    distinct: dict[tuple[str, str, str], Entity] = {}
    to_fix = tuple(_to_fix(bundle, weighing))
    # Without a cause there is nothing to fix: what a rule points at is where to look.
    head = (first, *to_fix) if weighing.category is Category.UNKNOWN else (*to_fix, first)
    for entity in (*head, *_cited(weighing), *_devices(weighing), *others):
        distinct.setdefault((entity.kind, entity.namespace, entity.name), entity)
    return tuple(distinct.values())[:MAX_ENTITIES]


def _to_fix(bundle: EvidenceBundle, weighing: Weighing) -> Iterator[Entity]:
    match = weighing.deciding
    if match is None:
        return
    for target in match.rule.fix:
        kind, name = fill_name(target.kind, match.names), fill_name(target.name, match.names)
        namespace, _, name = name.rpartition("/")
        if kind and name and len(name) <= _NAME_LIMIT:
            space = namespace or _namespace(bundle, match, target, kind, name)
            role = "affected" if weighing.category is Category.UNKNOWN else "cause"
            yield Entity(kind=kind, name=name, namespace=space, role=role)


def _namespace(bundle: EvidenceBundle, match: Match, target: ObjectToFix, kind: str, name: str) -> str:
    if target.cluster_scoped or kind in _CLUSTER_SCOPED:
        return ""
    known = (fact.entity for fact in (*match.facts, *match.also) if fact.entity is not None)
    found = next((entity.namespace for entity in known if (entity.kind, entity.name) == (kind, name)), "")
    return found or bundle.subject.namespace or bundle.signal.origin.namespace


def _cited(weighing: Weighing) -> Iterator[Entity]:
    """Of pods only that of the deciding fact: the others stand among the affected ones."""
    for match in weighing.matches[:1]:
        for fact in (*match.facts, *match.also):
            if fact.entity is not None and (fact.entity.kind != "Pod" or fact is match.facts[0]):
                yield fact.entity


def _devices(weighing: Weighing) -> Iterator[Entity]:
    for fact in _kernel_facts((*weighing.matches, *weighing.later)):
        yield Entity(kind=_device_kind(fact), name=fact.attributes["pci"], role="device")


def _kernel_facts(matches: Iterable[Match]) -> Iterator[Fact]:
    for match in matches:
        yield from (f for f in match.facts if f.kind is FactKind.KERNEL and f.attributes.get("pci"))


def _device_kind(fact: Fact) -> str:
    pattern = fact.attributes.get("pattern", "")
    if pattern.startswith(("pcie", "iommu")):
        return "PCIDevice"
    return "NVSwitch" if pattern == "sxid" else "GPU"


def _place(entity: Entity) -> int:
    return _ROLE_ORDER.index(entity.role) if entity.role in _ROLE_ORDER else len(_ROLE_ORDER)
