"""Signals of pods that do not get as far as running: no node, no sandbox, no image, an init container without end."""

from datetime import datetime

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_of, created_at, spec_of, transition_of
from casebook_operator.kube.pods import is_running, terminated, waiting_reason
from casebook_operator.kube.times import latest, real_time
from casebook_operator.kube.values import mapping, text
from casebook_operator.signals.observed import observed
from casebook_operator.signals.pod_view import ContainerRole, PodView
from casebook_operator.signals.table import state

_SANDBOX = ("PodReadyToStartContainers", "PodHasNetwork")
"""The second is its name before Kubernetes 1.28."""

_NOT_STARTED = frozenset({"", "ContainerCreating", "PodInitializing"})

DEFAULT_SCHEDULER = "default-scheduler"
"""What a pod asks for that names no scheduler (api core/v1 ``DefaultSchedulerName``)."""

UNSCHEDULED = "Unscheduled"
"""The reason of a pod that no scheduler has looked at for as long as one may need."""

_UNFINISHED = frozenset({"Pending", "Running"})
"""A pod that ran is Running while its sandbox is made anew, after a reboot of its node."""


def start_signal(pod: PodView) -> Signal | None:
    """The signal of the first thing that a pod lacks to start, or None. Call it if no container has a signal."""
    if pod.phase not in _UNFINISHED or pod.being_deleted:
        return None
    return _not_started(pod) if pod.node_name else _unscheduled(pod)


def _unscheduled(pod: PodView) -> Signal | None:
    """Where a scheduler has looked, its condition tells."""
    if pod.phase != "Pending" or condition_of(pod.obj, "PodScheduled") or spec_of(pod.obj).get("schedulingGates"):
        return None
    scheduler = text(pod.obj, "spec", "schedulerName") or DEFAULT_SCHEDULER
    message = f"the scheduler {scheduler} has not looked at this pod"
    return observed(state("unscheduled"), "Pod", pod.obj, at=created_at(pod.obj), reason=UNSCHEDULED, message=message)


def _not_started(pod: PodView) -> Signal | None:
    containers = list(pod.containers())
    initial = [status for role, status in containers if role is ContainerRole.INIT and is_running(status)]
    if initial and not any(role is ContainerRole.REGULAR and is_running(status) for role, status in containers):
        started = real_time(mapping(initial[0], "state", "running").get("startedAt"))
        return _slow(pod, started or pod.started_at, text(initial[0], "name"))
    waiting = [status for _, status in containers if waiting_reason(status) in _NOT_STARTED]
    if not waiting and (containers or pod.phase != "Pending"):
        return None
    sandbox = next((found for found in (condition_of(pod.obj, name) for name in _SANDBOX) if found), {})
    ends = (real_time(terminated(status, "lastState").get("finishedAt")) for status in waiting)
    since = latest(pod.started_at, transition_of(condition_of(pod.obj, "PodScheduled")), *ends)
    if sandbox.get("status") == "False":
        since = latest(since, transition_of(sandbox)) if pod.phase == "Running" else since
        return _signal(pod, "pod-start-stuck", since, _reason(waiting), f"no sandbox for {_names(waiting)}")
    return _slow(pod, latest(since, transition_of(sandbox), transition_of(condition_of(pod.obj, "Initialized"))), "")


def _slow(pod: PodView, since: datetime | None, initial: str) -> Signal:
    waits = f"the init container {initial} runs" if initial else "containers are created"
    return _signal(pod, "pod-slow-start", since, "PodInitializing" if initial else "ContainerCreating", waits)


def _signal(pod: PodView, name: str, since: datetime | None, reason: str, message: str) -> Signal:
    return observed(state(name), "Pod", pod.obj, at=since, reason=reason, message=message, node_name=pod.node_name)


def _reason(statuses: list[Object]) -> str:
    return next((reason for reason in map(waiting_reason, statuses) if reason), "ContainerCreating")


def _names(statuses: list[Object]) -> str:
    return ", ".join(text(status, "name") for status in statuses) or "any container"
