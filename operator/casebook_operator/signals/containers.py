"""Signals of one container: why it waits, how it ended, and whether it ends again and again."""

from datetime import datetime

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_of, created_at, transition_of
from casebook_operator.kube.pods import is_running, terminated
from casebook_operator.kube.times import latest, real_time
from casebook_operator.kube.values import mapping, text
from casebook_operator.signals.ends import end_row, exit_code_of, failed_to_start, newest_end, signal_of_end
from casebook_operator.signals.observed import observed
from casebook_operator.signals.pod_view import ContainerRole, PodView
from casebook_operator.signals.restarts import CRASH_LOOP_BACK_OFF, back_off, slow_restarts, unnamed_back_off
from casebook_operator.signals.table import signal_table


def container_signal(pod: PodView, role: ContainerRole, status: Object) -> Signal | None:
    """The signal of one container, or None: what goes on because of a first failure is no second one."""
    if mapping(status, "state").keys() <= {"running"} and not mapping(status, "lastState"):
        return None  # most containers of a cluster: they run, and nothing ever ended
    if role is ContainerRole.EPHEMERAL:
        return _out_of_memory(pod, status) or _waiting(pod, status)
    return (
        _out_of_memory(pod, status)
        or _waiting(pod, status)
        or unnamed_back_off(pod, status)
        or _ended_for_good(pod, status)
        or slow_restarts(pod, status)
    )


def _out_of_memory(pod: PodView, status: Object) -> Signal | None:
    """OOM in ``state`` *or* ``lastState``: a container that runs again has still been killed.

    After an OOM kill the newest end decides: one that has since failed for another reason is not OOM any more.
    """
    end = newest_end(status)
    row = end_row(end)
    if row is None or row.trigger is not Trigger.OOM_KILLED:
        return None
    return signal_of_end(pod, status, row, end, active=not is_running(status))


def _waiting(pod: PodView, status: Object) -> Signal | None:
    waiting = mapping(status, "state", "waiting")
    reason, message = text(waiting, "reason"), text(waiting, "message")
    row = signal_table().reason_row("waiting", reason, message)
    if row is None or row.trigger is None:
        return None
    if reason == CRASH_LOOP_BACK_OFF:
        return back_off(pod, status, message)
    if pod.being_deleted:
        return None
    end = terminated(status, "lastState")
    return observed(
        row,
        "Pod",
        pod.obj,
        at=_waits_since(pod, end),
        reason=reason,
        message=message,
        container=text(status, "name"),
        node_name=pod.node_name,
        exit_code=exit_code_of(end),
    )


def _ended_for_good(pod: PodView, status: Object) -> Signal | None:
    """An end with an error that nothing follows.

    A Job makes another pod, and says itself when it has given up; other controllers of pods restart containers, so
    that theirs end for good only together with the pod, whose own reason then counts.
    """
    end = terminated(status, "state")
    row = end_row(end)
    if row is None or row.trigger is None or pod.being_deleted:
        return None
    if row.trigger is Trigger.CONTAINER_START_FAILED:
        return signal_of_end(pod, status, row, end)
    if not pod.ends or pod.of_job or pod.disturbed:
        return None
    if row.trigger is Trigger.CONTAINER_FAILED and pod.kept_running:
        return None
    return signal_of_end(pod, status, row, end, active=False)


def _waits_since(pod: PodView, end: Object) -> datetime | None:
    """Waiting states have no time: the latest of what came before. A start that failed is no more than a try."""
    before = [condition_of(pod.obj, name) for name in ("Initialized", "PodReadyToStartContainers")]
    times = [transition_of(condition) for condition in before if condition.get("status") == "True"]
    ended = None if failed_to_start(end) else real_time(end.get("finishedAt"))
    return latest(pod.started_at, ended, *times) or created_at(pod.obj)
