"""Whether the subject of a case is healthy again, by what a reader says of it now."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from casebook_analyzer.models import SubjectRef
from casebook_operator.cases import health_objects
from casebook_operator.cases.health_devices import device_still_fails
from casebook_operator.cases.health_outages import outage_health
from casebook_operator.cases.health_pods import needs_ready, pods_health
from casebook_operator.cases.health_services import service_health
from casebook_operator.cases.over import KINDS, Over, over_by
from casebook_operator.cases.relations import base_class
from casebook_operator.cases.subject_health import UNDECIDED, CaseView, SubjectHealth
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import conditions_of, spec_of, status_of
from casebook_operator.kube.times import parse_time
from casebook_operator.reading.selectors import label_selector
from casebook_operator.reading.workloads import complete, made, none_ready
from casebook_operator.signals.services import MISSING


async def subject_health(kube: ObjectReader, view: CaseView) -> SubjectHealth:
    """The health of a case's subject now, and since when.

    Raises:
        ClusterUnavailableError: The API server does not answer.
        ApiStatusError: It refuses to list the pods. A subject that may not be read is undecided, without an error.
    """
    subject = view.case.subject
    if subject.kind not in KINDS:
        return UNDECIDED  # another version of Casebook has opened it, and knows how it ends
    over = over_by(view.case.signal.trigger, subject.kind)
    if over is Over.NOTHING_HELD_BACK:
        return SubjectHealth(since=view.last_seen)
    if over is Over.NOBODY_HANGS_ON_IT:
        return outage_health(view.followers)
    return await _looked_at(kube, view, over)


async def _looked_at(kube: ObjectReader, view: CaseView, over: Over) -> SubjectHealth:
    subject = view.case.subject
    try:
        obj = await kube.get(paths.item(subject.kind, subject.namespace, subject.name))
    except ApiStatusError as error:
        return await _absent(kube, view) if error.not_found else UNDECIDED
    gone = _gone(subject, obj)
    if gone:
        return SubjectHealth(gone=gone)
    if subject.kind != "Pod" and view.still_shown(subject.kind, obj):
        return UNDECIDED
    return await JUDGES[over](kube, obj, view)


async def _absent(kube: ObjectReader, view: CaseView) -> SubjectHealth:
    """Of most subjects there is nothing left to watch. A Service may have been missing all the time."""
    if view.case.signal.reason == MISSING:
        return await service_health(kube, None, view, subject_health)
    return SubjectHealth(gone=f"{view.case.subject} was deleted")


def _gone(subject: SubjectRef, obj: Object) -> str:
    """Why there is nothing left that could fail, in words."""
    spec = spec_of(obj)
    if subject.uid and obj["metadata"]["uid"] != subject.uid:
        return f"{subject} was deleted and created anew"
    if spec.get("replicas") == 0:
        return f"{subject} was scaled to zero"
    if subject.kind in ("Job", "CronJob") and spec.get("suspend"):
        return f"{subject} was suspended"
    return ""


async def _pods(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    kind = view.case.subject.kind
    if kind == "Pod":
        return pods_health([obj], view)
    if needs_ready(view) and none_ready(kind, obj):
        return UNDECIDED  # there may be many pods, and a lasting failure is looked at again and again
    return pods_health(await _pods_of(kube, kind, obj), view, owned=True)


async def _complete(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    kind = view.case.subject.kind
    return UNDECIDED if kind != "Pod" and not complete(kind, obj) else await _pods(kube, obj, view)


async def _created(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    kind = view.case.subject.kind
    return UNDECIDED if kind != "Pod" and not made(kind, obj) else await _started(kube, obj, view)


async def _started(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    """Of a Job that has completed no pod is needed to say so."""
    finished = await _finished(kube, obj, view)
    return finished if finished.healthy else await _pods(kube, obj, view)


async def _finished(_: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    status = status_of(obj)
    done = parse_time(status.get("completionTime")) or parse_time(status.get("lastSuccessfulTime"))
    return SubjectHealth(since=done) if done is not None and done >= view.last_seen else UNDECIDED


async def _service(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    return await service_health(kube, obj, view, subject_health)


async def _node(_: ObjectReader, node: Object, view: CaseView) -> SubjectHealth:
    """Node conditions tell since when they are good. Of what only Events and kernel lines tell, nobody does."""
    if device_still_fails(node, view):
        return UNDECIDED
    failure_class = base_class(view.case.signal.failure_class)
    since: datetime = view.last_seen
    for condition in conditions_of(node):
        rule = view.taxonomy.conditions.rule_for(condition.get("type") or "")
        if rule is not None and rule.failure_class == failure_class:
            since = max(since, parse_time(condition.get("lastTransitionTime")) or since)
    return SubjectHealth(since=since)


async def _pods_of(kube: ObjectReader, kind: str, workload: Object) -> list[Object]:
    selector = spec_of(workload).get("selector")
    labels = label_selector({"matchLabels": selector} if kind == "ReplicationController" else selector)
    if not labels:
        return []
    return await kube.list(paths.collection("Pod", workload["metadata"]["namespace"]), labelSelector=labels)


JUDGES: dict[Over, Callable[[ObjectReader, Object, CaseView], Awaitable[SubjectHealth]]] = {
    Over.PODS_READY: _pods,
    Over.PODS_QUIET: _pods,
    Over.STARTED: _started,
    Over.SCHEDULED: _started,
    Over.CREATED: _created,
    Over.COMPLETE: _complete,
    Over.ONE_BUDGET: health_objects.one_budget,
    Over.FINISHED: _finished,
    Over.SUCCEEDED: _finished,
    Over.SCHEDULE_KEPT: health_objects.schedule,
    Over.CLAIM_BOUND: health_objects.claim,
    Over.VOLUME_WHOLE: health_objects.volume,
    Over.AUTOSCALER_ACTIVE: health_objects.autoscaler,
    Over.BUDGET_MET: health_objects.budget,
    Over.SERVICE_ANSWERS: _service,
    Over.FITS: health_objects.fits,
    Over.DELIVERED: health_objects.fits,
    Over.WEBHOOK_ANSWERS: health_objects.webhook,
    Over.NAMESPACE_ACTIVE: health_objects.namespace,
    Over.CONDITION_GOOD: _node,
    Over.DEVICES_BACK: health_objects.devices,
    Over.DRAIN_OVER: health_objects.drain,
    Over.NO_NEW_LINE: _node,
}
"""How each is looked at, of an object that is there and does not show the failure itself. What is not in it needs no
object."""
