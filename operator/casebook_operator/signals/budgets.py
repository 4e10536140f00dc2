"""Signals of a PodDisruptionBudget that is not met. One that is met and allows no disruption is usual."""

from collections.abc import Iterator

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import being_deleted, condition_of, status_of, status_written_at, transition_of
from casebook_operator.kube.values import number
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import state


def budget_signals(obj: Object) -> Iterator[Signal]:
    status = status_of(obj)
    healthy, wanted = number(status, "currentHealthy"), number(status, "desiredHealthy")
    if being_deleted(obj) or not number(status, "expectedPods") or healthy >= wanted:
        return
    condition = condition_of(obj, "DisruptionAllowed")
    refused = transition_of(condition) if condition.get("status") == "False" else None
    since = status_written_at(obj) or refused
    if since is not None:
        told = f"{healthy} healthy pods, {wanted} wanted"
        row = state("budget-unhealthy")
        yield observed(row, "PodDisruptionBudget", obj, at=since, reason="InsufficientPods", message=told, undated=True)
