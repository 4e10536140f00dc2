"""Signals of workloads that are short of pods, by their own counts. Their pods mostly say more, so all are derived."""

from collections.abc import Iterator
from datetime import datetime

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    being_deleted,
    metadata_of,
    spec_of,
    spec_written_at,
    status_of,
    status_written_at,
)
from casebook_operator.kube.values import number
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import StateRow, state

_OBSERVED = frozenset({"Deployment", "StatefulSet", "DaemonSet"})
"""Kinds whose controllers write which generation they have looked at. A Job has generations, and its status has not."""


def workload_signals(kind: str, obj: Object) -> Iterator[Signal]:
    """The signals of a workload that is short of pods.

    None for an object that does not say when it was written: a shortage that lasts only a moment is no failure.
    """
    if being_deleted(obj) or kind not in _OBSERVED:
        return
    generation, observed_generation = metadata_of(obj).get("generation"), status_of(obj).get("observedGeneration")
    if number(generation) > number(observed_generation):
        told = f"generation {generation}, of which {number(observed_generation)} was looked at"
        yield from _since(state("not-observed"), kind, obj, spec_written_at(obj), "NotObserved", told)
        return  # the counts speak of an older specification
    if kind == "StatefulSet":
        yield from _stateful_set(obj)
    elif kind == "DaemonSet":
        yield from _daemon_set(obj)


def _stateful_set(obj: Object) -> Iterator[Signal]:
    wanted = spec_of(obj).get("replicas")
    wanted = 1 if wanted is None else number(wanted)
    ready = number(obj, "status", "readyReplicas")
    if ready < wanted:
        told = f"{ready} of {wanted} replicas are ready"
        yield from _since(state("too-few-ready"), "StatefulSet", obj, status_written_at(obj), "TooFewReady", told)


def _daemon_set(obj: Object) -> Iterator[Signal]:
    status = status_of(obj)
    wanted, ready = number(status, "desiredNumberScheduled"), number(status, "numberReady")
    if wanted > 0 and ready * 2 <= wanted:
        told = f"{ready} of {wanted} pods are ready"
        yield from _since(state("most-not-ready"), "DaemonSet", obj, status_written_at(obj), "MostNotReady", told)


def _since(
    row: StateRow, kind: str, obj: Object, since: datetime | None, reason: str, message: str
) -> Iterator[Signal]:
    if since is not None:
        yield observed(row, kind, obj, at=since, reason=reason, message=message, undated=True)
