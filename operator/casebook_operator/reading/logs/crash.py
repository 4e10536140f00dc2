"""The log of a container's last end, which moves while one looks for it.

Kubelet keeps one dead container for each container. In a crash loop the next run begins, ends and takes the place of
the one before within a second, and the pod's status says so only afterwards.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from casebook_analyzer.evidence import Collected, container_is_gone
from casebook_analyzer.models import Gap, GapReason
from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import name_of, namespace_of, uid_of
from casebook_operator.kube.pods import container_statuses, terminated
from casebook_operator.kube.times import real_time
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.logs.places import crash_logs
from casebook_operator.reading.logs.reader import LogText
from casebook_operator.reading.logs.sampling import read_one, sample

_CLOCK_SLACK = timedelta(seconds=1)
"""``finishedAt`` is cut to whole seconds, the times of log lines are not."""

_PAUSES = (1.0, 2.0)
"""Seconds until the state is read anew, when it is older than the log: kubelet looks at its containers each second
(pkg/kubelet/kubelet.go, ``genericPlegRelistPeriod``)."""


async def crash_log(context: CollectorContext, pod: Object, status: Object) -> Collected | None:
    """The telling lines of a container's last end, or why there are none. None when it has not ended yet."""
    if not crash_logs(status):
        return None
    found = await _look(context, pod, status)
    for pause in _PAUSES:
        if found.facts or not _is_older_than_logs(found.gaps, status["name"]):
            break
        await asyncio.sleep(pause)
        newer = await _status_now(context, pod, status["name"])
        if newer is None:
            break
        found = await _look(context, pod, newer)
    return found


async def _look(context: CollectorContext, pod: Object, status: Object) -> Collected:
    found = await _first_that_has_it(context, pod, status)
    return found if found.facts else await _before_restart(context, pod, status) or found


async def _first_that_has_it(context: CollectorContext, pod: Object, status: Object) -> Collected:
    """Only when no place has the log are the Gaps worth telling."""
    missing: list[Gap] = []
    newer: LogText | None = None
    for which in crash_logs(status):
        text = await read_one(context, pod, status["name"], which, missing)
        if text is None:
            continue
        if which == "current" and _is_of_newer_run(text, status):
            missing.append(_restarted(status["name"]))
            newer = text
            continue
        sampled = await sample(context, pod, status["name"], which, text)
        if sampled.facts or all(gap.reason is not GapReason.UNAVAILABLE for gap in sampled.gaps):
            return sampled
        missing += sampled.gaps
    if newer is not None and any(gap.reason is GapReason.UNAVAILABLE for gap in missing):
        # A dead container is deleted when a newer one has died (pkg/kubelet/pod_container_deletor.go): this is its log.
        return await sample(context, pod, status["name"], "current", newer)
    return Collected(gaps=tuple(missing))


async def _before_restart(context: CollectorContext, pod: Object, status: Object) -> Collected | None:
    """The log of an end whose container was restarted since its state was read. None when it was not.

    The current log is the next run's by then, which is empty until that says something.
    """
    ended = terminated(status, "state")
    text = await read_one(context, pod, status["name"], "previous", []) if ended else None
    if text is None or _is_of_older_run(text, ended):
        return None
    sampled = await sample(context, pod, status["name"], "previous", text)
    return sampled if sampled.facts else None


async def _status_now(context: CollectorContext, pod: Object, container: str) -> Object | None:
    """None when the pod is gone, or another of its name is there."""
    path = paths.item("Pod", namespace_of(pod), name_of(pod))
    now = await Findings("logs").read(f"pod {name_of(pod)}", context.kube.get(path))
    if now is None or uid_of(now) != uid_of(pod):
        return None
    return next((status for status in container_statuses(now) if status["name"] == container), None)


def _is_older_than_logs(gaps: Sequence[Gap], container: str) -> bool:
    """Whether the state that was read has been overtaken: by a newer run, or as its container is deleted already."""
    return _restarted(container) in gaps or any(map(container_is_gone, gaps))


def _is_of_newer_run(text: LogText, status: Object) -> bool:
    """Kubelet restarts a container at once after its first end: the current log may by then be the next run's.

    A previous log may be newer than the state that was read, too, and is that of an end all the same.
    """
    ended = terminated(status, "state") or terminated(status, "lastState")
    finished, began = real_time(ended.get("finishedAt")), text.began_at
    return finished is not None and began is not None and began > finished + _CLOCK_SLACK


def _is_of_older_run(text: LogText, ended: Object) -> bool:
    """The previous log is that of the end before, as long as nobody restarts the container."""
    started, began = real_time(ended.get("startedAt")), text.began_at
    return started is not None and began is not None and began < started - _CLOCK_SLACK


def _restarted(container: str) -> Gap:
    return Gap(
        collector="logs",
        what=f"current log of container {container}",
        reason=GapReason.NOT_FOUND,
        detail="The container was restarted while its log was asked for.",
    )
