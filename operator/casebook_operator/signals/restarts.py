"""Signals of containers that end again and again."""

from datetime import timedelta

import msgspec

from casebook_analyzer.models import HoldDuration, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.pods import is_running, terminated
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import number
from casebook_operator.signals.ends import end_row, exit_code_of, failed_to_start, signal_of_end
from casebook_operator.signals.pod_view import PodView
from casebook_operator.signals.table import SignalRow, state

CRASH_LOOP_BACK_OFF = "CrashLoopBackOff"
"""Waiting reason of kubelet (pkg/kubelet/container/sync_result.go, ``ErrCrashLoopBackOff``)."""

BACK_OFF_RESET = timedelta(minutes=10)
"""A container that ran for so long is restarted at once: twice ``MaxContainerBackOff`` (pkg/kubelet/kubelet.go)."""

SLOW_RESTART = timedelta(hours=1)
MANY_RESTARTS = 3


class Growing(msgspec.Struct, frozen=True):
    """What is a failure only while a number of the object grows, which one version of it cannot show."""

    signal: Signal
    number: int


def back_off(pod: PodView, status: Object, message: str) -> Signal:
    """The signal of a container that kubelet says is in the back-off: it failed again, so it is due at once."""
    end = terminated(status, "lastState")
    start = failed_to_start(end)
    if start is not None:
        return signal_of_end(pod, status, start, end, message=message, hold=HoldDuration.NONE)
    return signal_of_end(pod, status, _looping(pod), end, reason=CRASH_LOOP_BACK_OFF, message=message)


def unnamed_back_off(pod: PodView, status: Object) -> Signal | None:
    """The signal of a container that is in the back-off before kubelet says so; None when it is not.

    The reason appears with kubelet's *next* write of the status (measured: 10 to 12 s after the second failure, while
    the Event BackOff is out at once). A container that has failed twice in a row is in the back-off all the same.
    """
    newest, before = terminated(status, "state"), terminated(status, "lastState")
    if pod.being_deleted or pod.never_restarted or not exit_code_of(newest) or not exit_code_of(before):
        return None
    finished, previous = real_time(newest.get("finishedAt")), real_time(before.get("finishedAt"))
    if finished is None or previous is None or finished - previous >= BACK_OFF_RESET:
        return None
    start = failed_to_start(newest)
    if start is not None:
        return signal_of_end(pod, status, start, newest, hold=HoldDuration.NONE)
    return signal_of_end(pod, status, _looping(pod), newest, reason=CRASH_LOOP_BACK_OFF)


def slow_restarts(pod: PodView, status: Object) -> Signal | None:
    """The signal of a container that ends again and again but lives too long each time for the back-off, or None."""
    end = terminated(status, "lastState")
    row = end_row(end)
    if not is_running(status) or row is None or row.trigger is not Trigger.CONTAINER_FAILED:
        return None
    started, finished = real_time(end.get("startedAt")), real_time(end.get("finishedAt"))
    if number(status, "restartCount") < MANY_RESTARTS or started is None or finished is None:
        return None
    if not BACK_OFF_RESET <= finished - started < SLOW_RESTART:
        return None
    return signal_of_end(pod, status, state("slow-restarts"), end, active=False)


def fast_restarts(pod: PodView, status: Object) -> Growing | None:
    """The signal of a container that runs again after a short life; a failure only if its restarts go on.

    Kubelet says CrashLoopBackOff only while it waits with a start. A probe kills a container that is ready in between,
    and it may end with 0; how long kubelet waits is a setting of the node
    (``crashLoopBackOff.maxContainerRestartPeriod``).
    """
    count = number(status, "restartCount")
    if not count or not is_running(status):
        return None
    end = terminated(status, "lastState")
    started, finished = real_time(end.get("startedAt")), real_time(end.get("finishedAt"))
    if started is None or finished is None:
        return None
    if pod.being_deleted or pod.never_restarted or pod.of_job or finished - started >= BACK_OFF_RESET:
        return None
    return Growing(signal_of_end(pod, status, state("fast-restarts"), end, active=False), count)


def _looping(pod: PodView) -> SignalRow:
    return state("job-crash-loop" if pod.of_job else "crash-loop")
