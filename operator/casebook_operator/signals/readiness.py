"""Signals of containers that run and are not ready, for longer than their own probes allow for a start."""

from datetime import datetime

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_of, transition_of
from casebook_operator.kube.pods import is_running
from casebook_operator.kube.times import latest, real_time, shifted
from casebook_operator.kube.values import mapping, number, text
from casebook_operator.signals.observed import observed
from casebook_operator.signals.pod_view import ContainerRole, PodView
from casebook_operator.signals.table import state

DEFAULT_FAILURES, DEFAULT_PERIOD = 3, 10
"""``failureThreshold`` and ``periodSeconds`` of a probe (pkg/apis/core/v1/defaults.go, ``SetDefaults_Probe``)."""

LONGEST_START = 24 * 3600
"""A start that its probe lets take longer than a day is not a start."""


def not_ready_signal(pod: PodView, role: ContainerRole, status: Object) -> Signal | None:
    """The signal of a container that runs and was never ready, or is no longer; None when there is none.

    On a node that is silent, readiness stays as kubelet wrote it last.
    """
    waits_for_it = role in (ContainerRole.REGULAR, ContainerRole.SIDECAR)
    if pod.phase != "Running" or pod.being_deleted or not waits_for_it or not is_running(status) or status.get("ready"):
        return None
    ready = condition_of(pod.obj, "ContainersReady") or condition_of(pod.obj, "Ready")
    if ready.get("status") == "True":
        return None  # two writes of kubelet contradict each other; the next will tell
    return observed(
        state("never-ready"),
        "Pod",
        pod.obj,
        at=latest(_started_at(status), transition_of(ready)) or pod.started_at,
        reason=text(ready, "reason") or "ContainersNotReady",
        message=text(ready, "message"),
        container=text(status, "name"),
        node_name=pod.node_name,
        allowed_until=_start_is_over(pod, status),
    )


def _started_at(status: Object) -> datetime | None:
    return real_time(mapping(status, "state", "running").get("startedAt"))


def _start_is_over(pod: PodView, status: Object) -> datetime | None:
    started = _started_at(status)
    if started is None:
        return None
    specification = pod.specification(status)
    return shifted(started, min(LONGEST_START, _allowed(specification)))


def _allowed(specification: Object) -> int:
    """Seconds in which the probes may fail before anybody minds. A startup probe holds the others back."""
    seconds = 0
    startup = mapping(specification, "startupProbe")
    if startup:
        failures = number(startup, "failureThreshold") or DEFAULT_FAILURES
        seconds += number(startup, "initialDelaySeconds")
        seconds += failures * (number(startup, "periodSeconds") or DEFAULT_PERIOD)
    return max(0, seconds + number(specification, "readinessProbe", "initialDelaySeconds"))
