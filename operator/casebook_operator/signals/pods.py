"""Signals of a pod: a container that was OOM-killed, or that kubelet no longer restarts at once."""

from datetime import UTC, datetime, timedelta
from typing import Any

from casebook_analyzer.models import Entity, Severity, Signal, Trigger
from casebook_operator.investigation.times import real_time
from casebook_operator.kube import Object
from casebook_operator.kube.objects import OOM_KILLED, container_statuses, terminated

CRASH_LOOP_BACK_OFF = "CrashLoopBackOff"
"""Waiting reason of kubelet (pkg/kubelet/container/sync_result.go, ``ErrCrashLoopBackOff``)."""

BACK_OFF_RESET = timedelta(minutes=10)
"""A container that ran for so long is restarted at once: twice ``MaxContainerBackOff`` (pkg/kubelet/kubelet.go)."""


def pod_signals(pod: Object) -> tuple[Signal, ...]:
    """At most one signal a container: OOMKilled where memory was the reason, else CrashLoopBackOff.

    A container that loops *because* it is OOM-killed is one failure, not two.
    """
    found = []
    for status in container_statuses(pod):
        signal = _oom_killed(pod, status) or _crash_loop(pod, status)
        if signal is not None:
            found.append(signal)
    return tuple(found)


def _oom_killed(pod: Object, status: Object) -> Signal | None:
    """OOMKilled in ``state`` *or* ``lastState``: a container that runs again has still been killed.

    After an OOM kill the newest end decides: one that has since failed for another reason is not OOM any more.
    """
    newest = terminated(status, "state") or terminated(status, "lastState")
    if newest.get("reason") != OOM_KILLED:
        return None
    running = "running" in (status.get("state") or {})
    return _signal(pod, status, newest, Trigger.OOM_KILLED, reason=OOM_KILLED, active=not running)


def _crash_loop(pod: Object, status: Object) -> Signal | None:
    """CrashLoopBackOff as kubelet says it, or as it will within seconds.

    The reason appears with kubelet's *next* write of the status (measured: 10 to 12 s after the second failure, while
    the Event BackOff is out at once). A container that has failed twice in a row is in the back-off all the same.
    """
    waiting: Object = (status.get("state") or {}).get("waiting") or {}
    ended = terminated(status, "state")
    if waiting.get("reason") == CRASH_LOOP_BACK_OFF:
        ended = terminated(status, "lastState")
    elif not _fails_again(pod, status):
        return None
    message = ended.get("message") or waiting.get("message") or ""
    return _signal(pod, status, ended, Trigger.CRASH_LOOP_BACK_OFF, reason=CRASH_LOOP_BACK_OFF, message=message)


def _fails_again(pod: Object, status: Object) -> bool:
    """Whether the last two ends were failures, so close together that kubelet waits with the next start."""
    newest, before = terminated(status, "state"), terminated(status, "lastState")
    if not newest.get("exitCode") or not before.get("exitCode"):
        return False
    if (pod.get("spec") or {}).get("restartPolicy") == "Never":
        return False
    finished, previous = real_time(newest.get("finishedAt")), real_time(before.get("finishedAt"))
    return finished is not None and previous is not None and finished - previous < BACK_OFF_RESET


def _signal(
    pod: Object, status: Object, ended: Object, trigger: Trigger, *, reason: str, message: str = "", active: bool = True
) -> Signal:
    metadata, spec = pod["metadata"], pod.get("spec") or {}
    return Signal(
        trigger=trigger,
        failure_class=trigger.value,
        origin=Entity(kind="Pod", namespace=metadata["namespace"], name=metadata["name"]),
        origin_uid=metadata["uid"],
        container=status["name"],
        node_name=spec.get("nodeName") or "",
        reason=reason,
        exit_code=ended.get("exitCode"),
        message=message or ended.get("message") or "",
        occurred_at=_ended_at(ended, pod),
        active=active,
        severity=Severity.WARNING,
    )


def _ended_at(ended: Object, pod: Object) -> datetime:
    status: dict[str, Any] = pod.get("status") or {}
    created = pod["metadata"].get("creationTimestamp")
    times = (real_time(value) for value in (ended.get("finishedAt"), status.get("startTime"), created))
    return next((time for time in times if time is not None), datetime(1970, 1, 1, tzinfo=UTC))
