"""Whether the pods of a subject are healthy again. What that takes depends on what had failed."""

from collections.abc import Callable, Iterable
from datetime import datetime

from casebook_analyzer.models import RecoveryRule
from casebook_operator.cases.subject_health import UNDECIDED, CaseView, SubjectHealth
from casebook_operator.kube import Object
from casebook_operator.kube.objects import being_deleted, condition_of, created_at
from casebook_operator.kube.pods import container_statuses, finished, phase_of, terminated
from casebook_operator.kube.times import latest, parse_time, real_time
from casebook_operator.kube.values import mapping

Since = Callable[[Object, str], datetime | None]
"""Since when a pod is as it should be, for a container; None while it is not."""


def pods_health(pods: Iterable[Object], view: CaseView, *, owned: bool = False) -> SubjectHealth:
    """The health of a workload, judged by its pods.

    ``owned`` says that a controller replaces pods, so that those that have ended tell nothing of it.
    """
    last_seen, policy = view.last_seen, view.case.signal.trigger.policy
    since_of = _SINCE.get(policy.recovery, _ready_since)
    good: list[tuple[datetime, Object]] = []
    for pod in pods:
        passing = being_deleted(pod) or (owned and finished(pod))
        if passing and not policy.outlives_deletion:
            continue
        if view.still_shown("Pod", pod):
            return UNDECIDED
        since = None if passing else since_of(pod, view.case.subject.container)
        if since is not None:
            good.append((since, pod))
    if not good:
        return UNDECIDED
    healthy = tuple(pod for _, pod in good)
    after = [entry for entry in good if entry[0] > last_seen]
    if after:
        since, pod = min(after, key=_time)
        return SubjectHealth(since=since, pod=pod, pods=healthy)
    since, pod = max(good, key=_time)
    if policy.recovery is RecoveryRule.QUIET:
        return SubjectHealth(since=since, pod=pod, pods=healthy)
    return SubjectHealth(well=True, pod=pod, pods=healthy)


def needs_ready(view: CaseView) -> bool:
    """Whether no pod is as it should be that is not ready."""
    return view.case.signal.trigger.policy.recovery not in _SINCE


def _ready_since(pod: Object, container: str) -> datetime | None:
    """Since when a pod is ready, and the container of the case does what it should. A pod may also have completed."""
    is_ready = condition_of(pod, "Ready")
    completed = phase_of(pod) == "Succeeded"
    if is_ready.get("status") != "True" and not completed:
        return None
    times = [parse_time(is_ready.get("lastTransitionTime"))]
    for entry in container_statuses(pod):
        if entry["name"] == container:
            since = _running_since(entry)
            if since is None:
                return None
            times.append(since)
    return latest(*times)


def _running_since(entry: Object) -> datetime | None:
    """Since when a container runs, or has done its work."""
    running = mapping(entry, "state", "running")
    ended = terminated(entry, "state")
    if not running and ended.get("exitCode") != 0:
        return None
    return parse_time(running.get("startedAt")) or parse_time(ended.get("finishedAt"))


def _started_since(pod: Object, container: str) -> datetime | None:
    """Since when a container was started for the first time that can be told; without a name, all of them."""
    entries = [entry for entry in container_statuses(pod) if container in ("", entry["name"])]
    starts = [_first_start(entry) for entry in entries]
    known = [start for start in starts if start is not None]
    return max(known) if known and len(known) == len(starts) else None


def _first_start(entry: Object) -> datetime | None:
    running = mapping(entry, "state", "running")
    times = (terminated(entry, "lastState"), terminated(entry, "state"), running)
    return next((start for one in times if (start := real_time(one.get("startedAt"))) is not None), None)


def _scheduled_since(pod: Object, _: str) -> datetime | None:
    scheduled = condition_of(pod, "PodScheduled")
    return parse_time(scheduled.get("lastTransitionTime")) if scheduled.get("status") == "True" else None


def _created_since(pod: Object, _: str) -> datetime | None:
    return created_at(pod)


_SINCE: dict[RecoveryRule, Since] = {
    RecoveryRule.CREATED: _created_since,
    RecoveryRule.SCHEDULED: _scheduled_since,
    RecoveryRule.STARTED: _started_since,
}


def _time(entry: tuple[datetime, Object]) -> datetime:
    return entry[0]
