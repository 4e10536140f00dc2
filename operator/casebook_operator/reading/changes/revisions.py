"""The revisions of a workload: ReplicaSets of a Deployment, ControllerRevisions of a StatefulSet or DaemonSet."""

import asyncio
import re
from dataclasses import dataclass
from datetime import datetime

from casebook_analyzer.models import WorkloadTemplate
from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.kube.objects import (
    annotations_of,
    controller_of,
    created_at,
    name_of,
    namespace_of,
    spec_of,
    uid_of,
)
from casebook_operator.kube.values import mapping, number
from casebook_operator.off_loop import by_thread
from casebook_operator.reading.changes.provenance import CHANGE_CAUSE
from casebook_operator.reading.changes.template import project_template, revision_of_pod, template_of_pod
from casebook_operator.reading.context import Digest
from casebook_operator.reading.findings import READ_SECONDS, Findings
from casebook_operator.reading.gaps import READ_ERRORS
from casebook_operator.reading.selectors import label_selector

REVISION_KINDS = {"Deployment": "ReplicaSet", "StatefulSet": "ControllerRevision", "DaemonSet": "ControllerRevision"}
"""Which kind of object remembers the templates of a workload."""

REVISION_ANNOTATION = "deployment.kubernetes.io/revision"
"""pkg/controller/deployment/util/deployment_util.go, ``RevisionAnnotation``."""

_NUMBER = re.compile(r"[0-9]{1,18}")
"""Anybody who may write a ReplicaSet may write the annotation."""

REVISION_HISTORY = "deployment.kubernetes.io/revision-history"
"""The numbers that a ReplicaSet had before it was taken again (the same file, ``RevisionHistoryAnnotation``)."""

PAGE = 100
"""Revisions that are read. Ten old ones are kept unless somebody asks for more (``revisionHistoryLimit``)."""


@dataclass(frozen=True, slots=True)
class Revision:
    name: str
    number: int
    created: datetime | None
    template: Object
    cause: str
    """What somebody wrote into ``kubernetes.io/change-cause``; empty as a rule."""


async def revisions_of(kube: ObjectReader, workload: Object, findings: Findings) -> list[Revision]:
    """All revisions of a workload that the cluster still keeps, the oldest first. Unreadable ones become a Gap."""
    kind, namespace = REVISION_KINDS[workload["kind"]], namespace_of(workload)
    selector = label_selector(spec_of(workload).get("selector"))
    if not selector:
        return []
    call = kube.list(paths.collection(kind, namespace), limit=PAGE, pages=1, labelSelector=selector)
    what = f"revisions of {workload['kind'].lower()} {namespace}/{name_of(workload)}"
    listed = await findings.read(what, call) or ()
    own = [obj for obj in listed if (controller_of(obj) or {}).get("uid") == uid_of(workload)]
    return sorted((_revision(obj) for obj in own), key=lambda revision: revision.number)


async def current_template(kube: ObjectReader, pod: Object, digest: Digest) -> WorkloadTemplate:
    """The template that a pod was made from, as its controller has it: webhooks and LimitRanges change pods only.

    Where that cannot be read, it is derived from the pod itself. Both in a thread: a tenant's template may be large.
    """
    controller, namespace, revision = controller_of(pod) or {}, namespace_of(pod), revision_of_pod(pod)
    match controller.get("kind"):
        case "ReplicaSet" | "Job" as kind:
            path = paths.item(kind, namespace, controller["name"])
        case "StatefulSet" | "DaemonSet":
            path = paths.item("ControllerRevision", namespace, revision)
        case _:
            return await by_thread(template_of_pod, pod, digest)
    try:
        async with asyncio.timeout(READ_SECONDS):
            source = await kube.get(path)
    except READ_ERRORS:
        return await by_thread(template_of_pod, pod, digest)
    return await by_thread(project_template, template_in(source), revision=revision, digest=digest)


async def went_back(kube: ObjectReader, pod: Object, failed: str) -> str:
    """``rolled back to revision 7``, if a pod is of a revision that is older than the one called ``failed``.

    Empty if it is of a newer one, if either revision is not kept any more, and for pods without revisions.
    """
    kind, namespace = REVISION_KINDS.get(_owner_of_revision(pod), ""), namespace_of(pod)
    name = revision_of_pod(pod)
    if not kind or not failed or name == failed:
        return ""
    try:
        async with asyncio.timeout(READ_SECONDS):
            healthy, before = [await kube.get(paths.item(kind, namespace, one)) for one in (name, failed)]
    except READ_ERRORS:
        return ""
    made, failed_at = created_at(healthy), created_at(before)
    if made is None or failed_at is None or made >= failed_at:
        return ""
    earlier = annotations_of(healthy).get(REVISION_HISTORY, "").rpartition(",")[2]
    return f"rolled back to revision {earlier}" if earlier else f"rolled back to {name}"


def _owner_of_revision(pod: Object) -> str:
    """The kind of workload whose revisions the pod is one of."""
    kind = str((controller_of(pod) or {}).get("kind", ""))
    return "Deployment" if kind == "ReplicaSet" else kind


def template_in(obj: Object) -> Object:
    """``spec.template`` of a workload, or of the patch that a ControllerRevision is."""
    spec = mapping(obj.get("data") or obj, "spec")
    template: Object = mapping(spec, "template")
    return template


def _revision(obj: Object) -> Revision:
    annotated = annotations_of(obj).get(REVISION_ANNOTATION, "")
    return Revision(
        name=name_of(obj),
        number=number(obj, "revision") or (int(annotated) if _NUMBER.fullmatch(annotated) else 0),
        created=created_at(obj),
        template=template_in(obj),
        cause=annotations_of(obj).get(CHANGE_CAUSE, ""),
    )
