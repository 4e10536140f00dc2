"""Signals of containers that end again and again."""

from datetime import timedelta

from casebook_analyzer.models import Patience, Signal, Trigger
from casebook_operator.investigation.times import real_time
from casebook_operator.kube import Object
from casebook_operator.kube.objects import number, terminated
from casebook_operator.signals.ends import end_row, exit_code_of, failed_to_start, signal_of_end
from casebook_operator.signals.pod_view import PodView, is_running
from casebook_operator.signals.table import Row, state

CRASH_LOOP_BACK_OFF = "CrashLoopBackOff"
"""Waiting reason of kubelet (pkg/kubelet/container/sync_result.go, ``ErrCrashLoopBackOff``)."""

BACK_OFF_RESET = timedelta(minutes=10)
"""A container that ran for so long is restarted at once: twice ``MaxContainerBackOff`` (pkg/kubelet/kubelet.go)."""

SLOW_RESTART = timedelta(hours=1)
MANY_RESTARTS = 3


def back_off(pod: PodView, status: Object, message: str) -> Signal:
    """Kubelet says that it happened again, so a start that failed needs no more patience."""
    end = terminated(status, "lastState")
    start = failed_to_start(end)
    if start is not None:
        return signal_of_end(pod, status, start, end, message=message, patience=Patience.NONE)
    return signal_of_end(pod, status, _looping(pod), end, reason=CRASH_LOOP_BACK_OFF, message=message)


def unnamed_back_off(pod: PodView, status: Object) -> Signal | None:
    """The back-off before kubelet says so.

    The reason appears with kubelet's *next* write of the status (measured: 10 to 12 s after the second failure, while
    the Event BackOff is out at once). A container that has failed twice in a row is in the back-off all the same.
    """
    newest, before = terminated(status, "state"), terminated(status, "lastState")
    if pod.leaving or pod.never_restarted or not exit_code_of(newest) or not exit_code_of(before):
        return None
    finished, previous = real_time(newest.get("finishedAt")), real_time(before.get("finishedAt"))
    if finished is None or previous is None or finished - previous >= BACK_OFF_RESET:
        return None
    start = failed_to_start(newest)
    if start is not None:
        return signal_of_end(pod, status, start, newest, patience=Patience.NONE)
    return signal_of_end(pod, status, _looping(pod), newest, reason=CRASH_LOOP_BACK_OFF)


def slow_restarts(pod: PodView, status: Object) -> Signal | None:
    """A container that runs again, as often before, and lives for too long each time to be put into the back-off."""
    end = terminated(status, "lastState")
    row = end_row(end)
    if not is_running(status) or row is None or row.trigger is not Trigger.CONTAINER_FAILED:
        return None
    started, finished = real_time(end.get("startedAt")), real_time(end.get("finishedAt"))
    if number(status.get("restartCount")) < MANY_RESTARTS or started is None or finished is None:
        return None
    if not BACK_OFF_RESET <= finished - started < SLOW_RESTART:
        return None
    return signal_of_end(pod, status, state("slow-restarts"), end, active=False)


def _looping(pod: PodView) -> Row:
    return state("job-crash-loop" if pod.of_job else "crash-loop")
