"""How a container ended: the row of an end that was a failure, and the signal of it."""

from casebook_analyzer.models import HoldDuration, Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.pods import terminated
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import number, text
from casebook_operator.signals.observed import observed
from casebook_operator.signals.pod_view import PodView
from casebook_operator.signals.table import ReasonRow, SignalRow, signal_table


def newest_end(status: Object) -> Object:
    return terminated(status, "state") or terminated(status, "lastState")


def end_row(end: Object) -> ReasonRow | None:
    """The table's row for an end that was a failure: OOMKilled, or any exit code but 0. None for other ends."""
    if not end:
        return None
    reason, message = text(end, "reason"), text(end, "message")
    row = signal_table().reason_row("terminated", reason, message)
    if row is not None and row.trigger is not Trigger.OOM_KILLED and not exit_code_of(end):
        return None
    return row


def failed_to_start(end: Object) -> ReasonRow | None:
    row = end_row(end)
    return row if row is not None and row.trigger is Trigger.CONTAINER_START_FAILED else None


def exit_code_of(end: Object) -> int | None:
    return number(end["exitCode"]) if "exitCode" in end else None


def signal_of_end(
    pod: PodView,
    status: Object,
    row: SignalRow,
    end: Object,
    *,
    reason: str = "",
    message: str = "",
    active: bool = True,
    hold: HoldDuration | None = None,
) -> Signal:
    """The signal of a container's end. ``reason`` and ``message`` are the end's own, unless they are given."""
    return observed(
        row,
        "Pod",
        pod.obj,
        at=real_time(end.get("finishedAt")) or pod.started_at,
        reason=reason or text(end, "reason"),
        message=text(end, "message") or message,
        container=text(status, "name"),
        node_name=pod.node_name,
        exit_code=exit_code_of(end),
        active=active,
        hold=hold,
    )
