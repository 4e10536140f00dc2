"""Signals of a pod: a container that was OOM-killed, or that kubelet no longer restarts at once."""

from datetime import UTC, datetime
from typing import Any

from casebook_analyzer.models import Entity, Severity, Signal, Trigger
from casebook_operator.investigation.times import real_time
from casebook_operator.kube import Object
from casebook_operator.kube.objects import OOM_KILLED, container_statuses, terminated

CRASH_LOOP_BACK_OFF = "CrashLoopBackOff"
"""Waiting reason of kubelet (pkg/kubelet/container/sync_result.go, ``ErrCrashLoopBackOff``)."""


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
    waiting: Object = (status.get("state") or {}).get("waiting") or {}
    if waiting.get("reason") != CRASH_LOOP_BACK_OFF:
        return None
    ended = terminated(status, "lastState")
    message = ended.get("message") or waiting.get("message") or ""
    return _signal(pod, status, ended, Trigger.CRASH_LOOP_BACK_OFF, reason=CRASH_LOOP_BACK_OFF, message=message)


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
