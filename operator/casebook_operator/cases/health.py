"""Whether the subject of a case is healthy again: asked of the API server, never remembered from a watch."""

from datetime import datetime

from casebook_analyzer.models import RecoveryRule, SubjectRef
from casebook_operator.cases.health_pods import pods_health
from casebook_operator.cases.health_services import service_health
from casebook_operator.cases.subject_health import UNDECIDED, CaseView, SubjectHealth
from casebook_operator.cases.workloads import complete
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import conditions_of, spec_of, status_of
from casebook_operator.kube.times import parse_time
from casebook_operator.reading.selectors import label_selector
from casebook_operator.signals.services import MISSING

WORKLOADS = frozenset({"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"})

_OVER_BEFORE_THE_JOB = frozenset({RecoveryRule.STARTED, RecoveryRule.SCHEDULED})
"""Failures of a Job's pods that are over long before the Job is."""


async def subject_health(kube: ObjectReader, view: CaseView) -> SubjectHealth:
    """The health of a case's subject now, and since when.

    Raises:
        ClusterUnavailableError: The API server does not answer.
        ApiStatusError: It refuses to list the pods. A subject that may not be read is undecided, without an error.
    """
    subject = view.case.subject
    if view.case.signal.trigger.policy.recovery is RecoveryRule.SILENCE:
        return SubjectHealth(since=view.last_seen)  # it is over when nothing was suppressed for a while
    try:
        obj = await kube.get(paths.item(subject.kind, subject.namespace, subject.name))
    except ApiStatusError as error:
        return await _absent(kube, view) if error.not_found else UNDECIDED
    gone = _gone(subject, obj)
    if gone:
        return SubjectHealth(gone=gone)
    if subject.kind == "Node":
        return _node_health(obj, view)
    if subject.kind != "Pod" and view.still_shown(subject.kind, obj):
        return UNDECIDED
    return await _of_kind(kube, subject.kind, obj, view)


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


async def _of_kind(kube: ObjectReader, kind: str, obj: Object, view: CaseView) -> SubjectHealth:
    recovery = view.case.signal.trigger.policy.recovery
    if kind in ("Job", "CronJob"):
        finished = _finished_since(obj, view.last_seen)
        if finished.healthy or kind == "CronJob" or recovery not in _OVER_BEFORE_THE_JOB:
            return SubjectHealth(well=True) if recovery is RecoveryRule.STATUS else finished
    elif kind == "Pod":
        return pods_health([obj], view)
    elif kind == "Service":
        return await service_health(kube, obj, view, subject_health)
    elif kind not in WORKLOADS:
        return SubjectHealth(well=True)  # a claim, an autoscaler, a budget: what was wrong stood in its own status
    if recovery is RecoveryRule.COMPLETE and not complete(kind, obj):
        return UNDECIDED
    return pods_health(await _pods(kube, obj), view, owned=True)


def _node_health(node: Object, view: CaseView) -> SubjectHealth:
    """Node conditions tell since when they are good. Of resources and kernel lines, nobody does."""
    failure_class = view.case.signal.failure_class
    if view.still_shown("Node", node):
        return UNDECIDED
    if view.case.signal.trigger.policy.recovery is RecoveryRule.STATUS:
        return SubjectHealth(well=True)
    since = view.last_seen
    for condition in conditions_of(node):
        rule = view.taxonomy.conditions.rule_for(condition.get("type") or "")
        if rule is not None and rule.failure_class == failure_class:
            since = max(since, parse_time(condition.get("lastTransitionTime")) or since)
    return SubjectHealth(since=since)


def _finished_since(job: Object, last_seen: datetime) -> SubjectHealth:
    status = status_of(job)
    done = parse_time(status.get("completionTime")) or parse_time(status.get("lastSuccessfulTime"))
    return SubjectHealth(since=done) if done is not None and done >= last_seen else UNDECIDED


async def _pods(kube: ObjectReader, workload: Object) -> list[Object]:
    labels = label_selector(spec_of(workload).get("selector"))
    if not labels:
        return []
    return await kube.list(paths.collection("Pod", workload["metadata"]["namespace"]), labelSelector=labels)
