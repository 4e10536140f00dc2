"""What a claim is bound to, or could be: its class, its volume, and where that is attached."""

from casebook_analyzer.evidence.quantities import amount
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.pods import node_of
from casebook_operator.kube.values import mapping, mappings, text, texts
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.demands import holds

_DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class"
"""k8s.io/kubernetes pkg/volume/util, ``IsDefaultStorageClassAnnotation``."""

_NO_PROVISIONER = "kubernetes.io/no-provisioner"
"""Local volumes: nobody makes them on demand (staging/src/k8s.io/component-helpers/storage/volume)."""


async def class_facts(context: CollectorContext, findings: Findings, claim: Object) -> None:
    """Tell, of a claim that is not bound, whether a class would provide a volume, or a volume would fit."""
    named = spec_of(claim).get("storageClassName")
    where = f"PersistentVolumeClaim {namespace_of(claim)}/{name_of(claim)}"
    if named is None:
        await _default_class(context, findings, where)
        return
    if named:
        sought = await find(context, findings, "StorageClass", "", named)
        if sought.obj is None:
            volumes = await every(context, findings, "PersistentVolume")
            if _of_class(volumes, str(named)):
                _candidates(findings, claim, volumes)
            elif sought.missing:
                await _missing_class(context, findings, str(named), where)
            return
        provisioner = text(sought.obj, "provisioner")
        mode = sought.obj.get("volumeBindingMode") or "Immediate"
        told = f"StorageClass {named} exists: provisioner {provisioner}, binds {mode}"
        tell(findings, ref("StorageClass", "", str(named)), "ok", told, driver=provisioner)
        if provisioner != _NO_PROVISIONER:
            return
    _candidates(findings, claim, await every(context, findings, "PersistentVolume"))


async def _missing_class(context: CollectorContext, findings: Findings, named: str, where: str) -> None:
    classes = await every(context, findings, "StorageClass") or []
    others = listing(sorted(name_of(one) for one in classes)) or "none"
    told = f"StorageClass {named}, which {where} names, does not exist; there are: {others}"
    tell(findings, ref("StorageClass", "", named), "missing", told, storageClass=named, field="spec.storageClassName")


async def _default_class(context: CollectorContext, findings: Findings, where: str) -> None:
    classes = await every(context, findings, "StorageClass")
    if classes is None or any(annotations_of(one).get(_DEFAULT_CLASS) == "true" for one in classes):
        return
    told = f"{where} names no StorageClass, and none is the default"
    tell(findings, ref("StorageClass", "", "default"), "missing", told, field="spec.storageClassName")


def _of_class(volumes: list[Object] | None, named: str) -> list[Object]:
    """Volumes that bear a class, which need not exist then.

    A volume that fits is looked for before the class (pkg/controller/volume/persistentvolume, syncUnboundClaim).
    """
    return [one for one in volumes or () if (spec_of(one).get("storageClassName") or "") == named]


def _candidates(findings: Findings, claim: Object, volumes: list[Object] | None) -> None:
    """Volumes that somebody would have to make by hand. None where they may not be read."""
    if volumes is None:
        return
    spec = spec_of(claim)
    same = _of_class(volumes, spec.get("storageClassName") or "")
    free = [one for one in same if status_of(one).get("phase") == "Available"]
    fitting = [one for one in free if _fits(one, spec)]
    about = ref("PersistentVolumeClaim", namespace_of(claim), name_of(claim))
    what = f"PersistentVolumes that {about.name} could bind"
    findings.looked_for(what, listing(map(name_of, fitting)) or "none")
    if fitting:
        return
    described = listing(
        f"{name_of(one)} ({_size(one)}, {'/'.join(texts(one, 'spec', 'accessModes'))})" for one in free[:3]
    )
    held = f"{len(same)} of the class, {len(free)} available" if same else "none of the class"
    asks = f" ({listing((_asked(spec), '/'.join(texts(spec, 'accessModes'))))})"
    told = f"No PersistentVolume fits claim {about.name}{asks}: {held}{f': {described}' if described else ''}"
    tell(findings, about, "pending", told, field="spec")


def _fits(volume: Object, claim: Object) -> bool:
    asked = amount(_asked(claim)) or 0.0
    modes = set(texts(volume, "spec", "accessModes"))
    return (amount(_size(volume)) or 0.0) >= asked and set(texts(claim, "accessModes")) <= modes


def _asked(claim: Object) -> str:
    return str(mapping(claim, "resources", "requests").get("storage", "0"))


def _size(volume: Object) -> str:
    return str(mapping(volume, "spec", "capacity").get("storage", "0"))


async def volume_facts(context: CollectorContext, findings: Findings, claim: Object) -> None:
    """Tell, of a claim that names a volume, whether that exists, may be used on the node, and where it is attached."""
    name = text(claim, "spec", "volumeName")
    if not name:
        return
    about = ref("PersistentVolume", "", name)
    sought = await find(context, findings, "PersistentVolume", "", name)
    if sought.missing:
        told = f"PersistentVolume {name}, which claim {name_of(claim)} is bound to, does not exist"
        tell(findings, about, "missing", told, field="spec.volumeName")
        return
    if sought.obj is not None:
        if _is_anothers(sought.obj, claim):
            told = f"PersistentVolume {name}, which claim {name_of(claim)} names, is bound to another claim"
            tell(findings, ref("PersistentVolumeClaim", namespace_of(claim), name_of(claim)), "pending", told)
            return
        _phase(findings, sought.obj)
        await _topology(context, findings, sought.obj)
        await _driver(context, findings, sought.obj)
    await _attachments(context, findings, name)


def _is_anothers(volume: Object, claim: Object) -> bool:
    """Whoever makes a claim may name any volume in it: of one that is another's nothing more is told."""
    holder = mapping(volume, "spec", "claimRef")
    return bool(holder) and (holder.get("namespace"), holder.get("name")) != (namespace_of(claim), name_of(claim))


def _phase(findings: Findings, volume: Object) -> None:
    phase, message = status_of(volume).get("phase"), status_of(volume).get("message")
    if phase in ("Released", "Failed"):
        told = f"PersistentVolume {name_of(volume)} is {phase}{f': {message}' if message else ''}"
        tell(findings, ref("PersistentVolume", "", name_of(volume)), "lost", told)


async def _topology(context: CollectorContext, findings: Findings, volume: Object) -> None:
    """A volume that only some nodes reach keeps its pod on them."""
    terms = mappings(volume, "spec", "nodeAffinity", "required", "nodeSelectorTerms")
    alternatives = [mappings(term, "matchExpressions") for term in terms]
    expressions = [one for alternative in alternatives for one in alternative]
    nodes = await every(context, findings, "Node") if context.node is None else [context.node]
    if not expressions or not nodes:
        return
    wanted = listing(f"{one.get('key')} in {'/'.join(map(str, texts(one, 'values')))}" for one in expressions)
    reach = [node for node in nodes if any(all(holds(one, node) for one in each) for each in alternatives)]
    usable = [name_of(node) for node in reach if not spec_of(node).get("unschedulable")]
    about = ref("PersistentVolume", "", name_of(volume))
    told = f"PersistentVolume {name_of(volume)} can only be used on nodes with {wanted}"
    if usable:
        tell(findings, about, "ok", f"{told}: {listing(usable[:5])}", nodes=len(usable), of=len(nodes))
        return
    which = f"all cordoned: {listing(map(name_of, reach))}" if reach else f"and none of {len(nodes)} is one"
    tell(findings, about, "selector-mismatch", f"{told}, {which}", field="spec.nodeAffinity", nodes=0, of=len(nodes))


async def _driver(context: CollectorContext, findings: Findings, volume: Object) -> None:
    """Whether the node knows the driver: its pods register it there, each after its own start."""
    driver = text(volume, "spec", "csi", "driver")
    if not driver or context.node is None or context.is_node_case:
        return
    node = name_of(context.node)
    sought = await find(context, findings, "CSINode", "", node)
    if sought.obj is None:
        return
    known = [str(one.get("name")) for one in mappings(sought.obj, "spec", "drivers")]
    if driver not in known:
        told = f"The CSI driver {driver} is not registered on node {node}; there are: {listing(known) or 'none'}"
        tell(
            findings,
            ref("CSIDriver", "", driver),
            "missing",
            told,
            source=f"csinode {node} spec.drivers",
            driver=driver,
        )


async def _attachments(context: CollectorContext, findings: Findings, volume: str) -> None:
    for one in await every(context, findings, "VolumeAttachment") or ():
        spec, status = spec_of(one), status_of(one)
        if mapping(spec, "source").get("persistentVolumeName") != volume:
            continue
        about = ref("VolumeAttachment", "", name_of(one))
        error = mapping(status, "attachError").get("message") or mapping(status, "detachError").get("message")
        node = text(spec, "nodeName")
        here = next((node_of(pod) for pod in context.pods), "")
        if error:
            told = f"Attaching {volume} to node {node} fails: {error}"
            tell(findings, about, "pending", told, driver=spec.get("attacher"))
        elif here and node != here and status.get("attached"):
            told = f"PersistentVolume {volume} is still attached to node {node}, while the pod is on {here}"
            tell(findings, about, "pending", told, driver=spec.get("attacher"))
        elif not status.get("attached"):
            tell(findings, about, "pending", f"PersistentVolume {volume} is not attached to node {node} yet")
