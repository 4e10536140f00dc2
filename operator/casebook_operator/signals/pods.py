"""Signals of a pod: of its containers, and where these say nothing, of the pod as a whole."""

from collections.abc import Iterator
from datetime import datetime

from casebook_analyzer.models import Signal, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of, metadata_of, transition_of
from casebook_operator.kube.pods import container_statuses, terminated
from casebook_operator.kube.times import latest, real_time, shifted
from casebook_operator.kube.values import number, text
from casebook_operator.signals.conditions import condition_signals
from casebook_operator.signals.containers import container_signal
from casebook_operator.signals.observed import observed, one_of_each
from casebook_operator.signals.pod_view import ContainerRole, PodView
from casebook_operator.signals.readiness import not_ready_signal
from casebook_operator.signals.restarts import Growing, fast_restarts
from casebook_operator.signals.startup import start_signal
from casebook_operator.signals.table import signal_table, state

LONGEST_GRACE = 365 * 86_400
"""A longer grace period is a mistake, and times would run out of range."""


def pod_signals(obj: Object) -> tuple[Signal, ...]:
    """Every symptom that a pod shows, at most one of each class for each container."""
    pod = PodView.of(obj)
    if pod.phase == "Succeeded":
        killed = (signal for signal in _of_containers(pod) if signal.trigger is Trigger.OOM_KILLED)
        return (*killed, _still_there(pod)) if pod.being_deleted else tuple(killed)
    of_containers = tuple(_of_containers(pod))
    found = (*of_containers, *one_of_each(_of_pod(pod)))
    start = None if found else start_signal(pod)
    return found if start is None else (start,)


def growing_of_pod(obj: Object) -> tuple[Growing, ...]:
    """What would be a failure of a container that shows no other, if its restarts go on."""
    pod = PodView.of(obj)
    return tuple(
        one
        for role, status in pod.containers()
        if role in (ContainerRole.REGULAR, ContainerRole.SIDECAR)
        and (one := fast_restarts(pod, status)) is not None
        and _of_container(pod, role, status) is None
    )


def _of_container(pod: PodView, role: ContainerRole, status: Object) -> Signal | None:
    return container_signal(pod, role, status) or not_ready_signal(pod, role, status)


def _of_containers(pod: PodView) -> Iterator[Signal]:
    for role, status in pod.containers():
        signal = _of_container(pod, role, status)
        if signal is not None:
            yield signal


def _of_pod(pod: PodView) -> Iterator[Signal]:
    if pod.being_deleted:
        yield _still_there(pod)
    else:
        yield from _of_conditions(pod)
    rejected = _by_reason(pod)
    if rejected is not None:
        yield rejected


def _of_conditions(pod: PodView) -> Iterator[Signal]:
    for signal in condition_signals("Pod", pod.obj, owned=bool(pod.controller), node_name=pod.node_name):
        placed = signal.trigger is Trigger.FAILED_SCHEDULING and bool(pod.node_name)
        over = signal.trigger is Trigger.PROBE_FAILED and pod.phase != "Running"
        if not placed and not over:
            yield signal


def _by_reason(pod: PodView) -> Signal | None:
    """A pod that was ended or refused as a whole. Nothing goes on in it: another pod will do better, or none."""
    owned = bool(pod.controller)
    message = text(pod.obj, "status", "message")
    row = signal_table().reason_row("pod_reasons", pod.reason, message, owned=owned)
    if row is None or row.trigger is None or (row.trigger is Trigger.CONTAINER_FAILED and pod.of_job):
        return None
    return observed(
        row,
        "Pod",
        pod.obj,
        at=_ended_at(pod),
        reason=pod.reason,
        message=message,
        node_name=pod.node_name,
        active=False,
    )


def _still_there(pod: PodView) -> Signal:
    metadata = metadata_of(pod.obj)
    finalizers = metadata.get("finalizers")
    held = ", ".join(map(str, finalizers)) if isinstance(finalizers, list) else ""
    gone_by = real_time(metadata.get("deletionTimestamp"))
    grace = min(LONGEST_GRACE, max(0, number(metadata, "deletionGracePeriodSeconds")))
    return observed(
        state("termination-stuck"),
        "Pod",
        pod.obj,
        at=shifted(gone_by, -grace) if gone_by is not None else pod.started_at,
        reason="Terminating",
        message=f"finalizers: {held}" if held else "",
        node_name=pod.node_name,
        allowed_until=gone_by,
    )


def _ended_at(pod: PodView) -> datetime | None:
    """The latest thing that the status dates, as it has no time for its reason."""
    ends = (real_time(terminated(status, "state").get("finishedAt")) for status in container_statuses(pod.obj))
    return latest(*ends, *(transition_of(condition) for condition in conditions_of(pod.obj))) or pod.started_at
