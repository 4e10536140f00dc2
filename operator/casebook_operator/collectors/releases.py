"""Which release brought the workload here: what Argo CD or Flux applied last, and when."""

from casebook_analyzer.models import FactKind
from casebook_analyzer.text import bound
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.reading.boundary import foreign
from casebook_operator.reading.changes.deliveries import KINDS, Release, manages, release_of
from casebook_operator.reading.changes.provenance import Delivery, deliveries_of
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import Sought, find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import gets
from casebook_operator.reading.object_facts import CLOCK_SLACK, WINDOW, ref
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.objects import span

ARGO_NAMESPACES = ("argocd", "openshift-gitops")
"""Where Argo CD keeps Applications that name no namespace: by its manifests, and by OpenShift GitOps."""

_MAX_REVISION = 120


async def collect(context: CollectorContext, findings: Findings) -> None:
    workload = _workload(context)
    for delivery in deliveries_of(workload):
        obj = await _read(context, findings, delivery)
        if obj is None or not manages(obj, workload):
            continue
        if foreign(context, namespace_of(obj)):
            findings.rests_on(*state_of(delivery.kind, obj))
        if (release := release_of(obj)).revision:
            _tell(context, findings, obj, release)


def applies(context: CollectorContext) -> bool:
    return bool(context.pods or context.owners) and bool(deliveries_of(_workload(context)))


COLLECTOR = Collector(
    name="releases",
    rank=55,
    needs=gets(*KINDS),
    when="workloads that Argo CD or Flux delivers",
    tells="the revision that was applied last, and when",
    collect=collect,
    applies=applies,
    seconds=4.0,
    max_bytes=4 * 1024,
)


def _workload(context: CollectorContext) -> Object:
    return context.owners[-1] if context.owners else context.pods[0]


async def _read(context: CollectorContext, findings: Findings, delivery: Delivery) -> Object | None:
    sought = Sought()
    for namespace in (delivery.namespace,) if delivery.namespace else ARGO_NAMESPACES:
        sought = await find(context, findings, delivery.kind, namespace, delivery.name)
        if not sought.missing:
            break
    return None if sought.obj is None else {"kind": delivery.kind, **sought.obj}


def _tell(context: CollectorContext, findings: Findings, obj: Object, release: Release) -> None:
    """A change if it was applied in the day before the failure, and else what has been so for long."""
    about = ref(obj["kind"], namespace_of(obj), name_of(obj))
    revision = bound(release.revision, _MAX_REVISION)
    text, words = f"{about.kind} {about.name} applied revision {revision}", {"revision": revision}
    kind = FactKind.STATE
    before = None if release.applied_at is None else context.signal.occurred_at - release.applied_at
    if before is not None and -CLOCK_SLACK <= before <= WINDOW:
        kind, words = FactKind.CHANGE, words | {"change": "release"}
        text += f"{' by itself' if release.automated else ''}, {span(before.total_seconds())} before {context.onset}"
    findings.fact(
        kind,
        f"{about.kind.lower()} {about.namespace}/{about.name} status",
        text,
        {"object": f"{about.kind} {about.name}"} | words,
        entity=about,
        time=release.applied_at,
    )
