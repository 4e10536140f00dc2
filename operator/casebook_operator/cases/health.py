"""Whether the subject of a case is healthy again: asked of the API server, never remembered from a watch."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.collectors.selectors import label_selector
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.times import parse_time
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import container_statuses, terminated
from casebook_operator.signals import node_signals, pod_signals


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """``gone`` and ``since`` are both empty while the subject still fails, or when it cannot be told yet."""

    gone: str = ""
    """Why there is nothing left to watch, in words."""
    since: datetime | None = None
    """Since when the subject is healthy."""
    pod: Object | None = None
    """A pod that is healthy, to compare with the one that failed."""


UNDECIDED = Health()


async def subject_health(kube: ObjectReader, case: Investigation, last_seen: datetime, table: ConditionTable) -> Health:
    """The health of a case's subject now. ``last_seen`` is when the failure was last seen."""
    subject = case.subject
    try:
        obj = await kube.get(paths.item(subject.kind, subject.namespace, subject.name))
    except ApiStatusError as error:
        return Health(gone=f"{subject} was deleted") if error.not_found else UNDECIDED
    if subject.uid and obj["metadata"]["uid"] != subject.uid:
        return Health(gone=f"{subject} was deleted and created anew")
    if subject.kind == "Node":
        return _node_health(obj, case, last_seen, table)
    if (obj.get("spec") or {}).get("replicas") == 0:
        return Health(gone=f"{subject} was scaled to zero")
    if subject.kind in ("Job", "CronJob"):
        return _finished_since(obj, last_seen)
    pods = [obj] if subject.kind == "Pod" else await _pods(kube, obj)
    return _pods_health(pods, case, last_seen)


def _node_health(node: Object, case: Investigation, last_seen: datetime, table: ConditionTable) -> Health:
    if any(signal.failure_class == case.signal.failure_class for signal in node_signals(node, table)):
        return UNDECIDED
    since = last_seen
    for condition in node["status"].get("conditions") or ():
        rule = table.rule_for(condition.get("type") or "")
        if rule is not None and rule.failure_class == case.signal.failure_class:
            since = max(since, parse_time(condition.get("lastTransitionTime")) or since)
    return Health(since=since)


def _finished_since(job: Object, last_seen: datetime) -> Health:
    status = job.get("status") or {}
    done = parse_time(status.get("completionTime")) or parse_time(status.get("lastSuccessfulTime"))
    return Health(since=done) if done is not None and done >= last_seen else UNDECIDED


async def _pods(kube: ObjectReader, workload: Object) -> list[Object]:
    labels = label_selector((workload.get("spec") or {}).get("selector"))
    if not labels:
        return []
    return await kube.list(paths.collection("Pod", workload["metadata"]["namespace"]), labelSelector=labels)


def _pods_health(pods: Iterable[Object], case: Investigation, last_seen: datetime) -> Health:
    ready: list[tuple[datetime, Object]] = []
    for pod in pods:
        if "deletionTimestamp" in pod["metadata"]:
            continue
        if any(_still_fails(pod, case, last_seen)):
            return UNDECIDED
        since = _ready_since(pod, case.subject.container)
        if since is not None:
            ready.append((since, pod))
    if not ready:
        return UNDECIDED
    after = [entry for entry in ready if entry[0] > last_seen]
    since, pod = min(after, key=_time) if after else max(ready, key=_time)
    return Health(since=since, pod=pod)


def _still_fails(pod: Object, case: Investigation, last_seen: datetime) -> Iterable[bool]:
    for signal in pod_signals(pod):
        if signal.container == case.subject.container and signal.failure_class == case.signal.failure_class:
            yield signal.active or signal.occurred_at > last_seen


def _ready_since(pod: Object, container: str) -> datetime | None:
    """Since when a pod is ready, and the container of the case does what it should."""
    status = pod.get("status") or {}
    ready: Object = next((c for c in status.get("conditions") or () if c.get("type") == "Ready"), {})
    if ready.get("status") != "True":
        return None
    times = [parse_time(ready.get("lastTransitionTime"))]
    for entry in container_statuses(pod):
        if entry["name"] != container:
            continue
        running = (entry.get("state") or {}).get("running") or {}
        completed = terminated(entry, "state")
        if not running and completed.get("exitCode") != 0:
            return None
        times.append(parse_time(running.get("startedAt")) or parse_time(completed.get("finishedAt")))
    return max((time for time in times if time is not None), default=None)


def _time(entry: tuple[datetime, Object]) -> datetime:
    return entry[0]
