"""Volume claims of the pod or of the case: bound or not, and what stands in the way."""

from functools import partial

from casebook_analyzer.models import Category, Entity, FactKind, Trigger
from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of, metadata_of, name_of, namespace_of, spec_of, status_of, uid_of
from casebook_operator.kube.pods import claims_of
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mapping, texts
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.events.facts import read_events, tell_events
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import listing
from casebook_operator.reading.storage.claim_volumes import class_facts, volume_facts

MAX_CLAIMS = 5
"""Claims of one pod that are read."""

_TRIGGERS = frozenset({Trigger.FAILED_SCHEDULING, Trigger.POD_START_STUCK, Trigger.VOLUME_FAILED})

_ABOUT_VOLUMES = compiled(
    r"(?i)FailedMount|FailedAttach|AttachVolume|MountVolume|persistentvolume|read-only file system|no space left"
)

_TOLD_CONDITIONS = frozenset(
    {"Resizing", "FileSystemResizePending", "ControllerResizeError", "NodeResizeError", "ModifyVolumeError"}
)
"""Conditions of a claim that report work which does not end (core/v1 types.go)."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    claims = _claims(context)
    findings.looked_for("PersistentVolumeClaims of the pod", listing(name for _, name in claims) or "none")
    each = (partial(_claim, context, namespace, name) for namespace, name in claims[:MAX_CLAIMS])
    await side_by_side(findings, *each)


def applies(context: CollectorContext) -> bool:
    return bool(_claims(context))


def at_once(context: CollectorContext) -> bool:
    if context.subject.kind == "PersistentVolumeClaim" or context.signal.trigger in _TRIGGERS:
        return True
    pending = any((status_of(pod).get("phase") or "") == "Pending" for pod in context.pods)
    return pending or any(_ABOUT_VOLUMES.search(text) for text in context.texts)


COLLECTOR = Collector(
    name="volumes",
    rank=110,
    needs=gets("PersistentVolumeClaim", "PersistentVolume", "StorageClass", "CSINode")
    | lists("Event", "Node", "PersistentVolume", "StorageClass", "VolumeAttachment"),
    when="pending pods, words about volumes",
    tells="claims, classes, volumes, attachments, CSI drivers",
    decides=frozenset({Category.RESOURCE_EXHAUSTION, Category.CONFIG_ERROR, Category.SCHEDULING_FAILURE}),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=6.0,
    max_bytes=16 * 1024,
)


def _claims(context: CollectorContext) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if context.subject.kind == "PersistentVolumeClaim":
        found.append((context.subject.namespace, context.subject.name))
    for pod in context.pods[:1]:
        found += [(namespace_of(pod), name) for name in claims_of(pod)]
    return list(dict.fromkeys(found))


async def _claim(context: CollectorContext, namespace: str, name: str, findings: Findings) -> None:
    about = ref("PersistentVolumeClaim", namespace, name)
    sought = await find(context, findings, "PersistentVolumeClaim", namespace, name)
    if sought.missing:
        tell(findings, about, "missing", f"PersistentVolumeClaim {namespace}/{name} does not exist")
        return
    if sought.obj is None:
        return
    claim = sought.obj
    _state(findings, about, claim)
    _conditions(findings, about, claim)
    bound = status_of(claim).get("phase") == "Bound"
    entity = Entity(kind=about.kind, namespace=namespace, name=name, role="related" if bound else "cause")
    is_subject = (context.subject.kind, context.subject.name) == (about.kind, name)
    if not is_subject:  # the case's own claim has its Events from the collector of Events
        tell_events(context, findings, entity, await read_events(context, findings, entity, uid=uid_of(claim)), 6)
    if not bound:
        await class_facts(context, findings, claim)
    await volume_facts(context, findings, claim)


def _state(findings: Findings, about: Entity, claim: Object) -> None:
    spec, status = spec_of(claim), status_of(claim)
    phase = str(status.get("phase") or "Pending")
    asked = mapping(spec, "resources", "requests").get("storage")
    volume = spec.get("volumeName")
    parts = (
        f"asks for {asked}" if asked else "",
        f"access {'/'.join(texts(spec, 'accessModes'))}" if spec.get("accessModes") else "",
        f"class {spec['storageClassName']}" if spec.get("storageClassName") else "no class",
        f"volume {volume}" if volume else "",
    )
    finding = {"Bound": "ok", "Lost": "lost"}.get(phase, "pending")
    leaving = ", being deleted" if metadata_of(claim).get("deletionTimestamp") else ""
    tell(
        findings,
        about,
        finding,
        f"PersistentVolumeClaim {about.namespace}/{about.name} is {phase}{leaving} ({listing(parts)})",
        storageClass=spec.get("storageClassName"),
        requested=asked,
        boundTo=volume,
    )


def _conditions(findings: Findings, about: Entity, claim: Object) -> None:
    for condition in conditions_of(claim):
        if condition["type"] not in _TOLD_CONDITIONS or condition.get("status") != "True":
            continue
        message = f": {condition['message']}" if condition.get("message") else ""
        findings.fact(
            FactKind.STATE,
            f"persistentvolumeclaim {name_of(claim)} status.conditions[{condition['type']}]",
            f"PersistentVolumeClaim {name_of(claim)}: {condition['type']} is True{message}",
            {"condition": condition["type"], "status": "True", "reason": condition.get("reason")},
            entity=Entity(kind=about.kind, namespace=about.namespace, name=about.name, role="cause"),
            time=real_time(condition.get("lastTransitionTime")),
        )
