"""Signals: the symptoms that one Kubernetes object shows, found by pure functions. No I/O, no clock, no state."""

from casebook_analyzer.models import Signal
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.kube import Object
from casebook_operator.signals.budgets import budget_signals
from casebook_operator.signals.claims import claim_signals
from casebook_operator.signals.conditions import condition_signals
from casebook_operator.signals.events import event_signals
from casebook_operator.signals.nodes import node_signals
from casebook_operator.signals.observed import one_of_each
from casebook_operator.signals.pods import growing_of_pod, pod_signals
from casebook_operator.signals.restarts import Growing
from casebook_operator.signals.workloads import workload_signals

__all__ = ["Growing", "event_signals", "growing_of", "node_signals", "pod_signals", "signals_of"]


def growing_of(kind: str, obj: Object) -> tuple[Growing, ...]:
    """What is a failure of an object only while a number of it grows."""
    return growing_of_pod(obj) if kind == "Pod" else ()


def signals_of(kind: str, obj: Object, taxonomy: Taxonomy) -> tuple[Signal, ...]:
    """Every symptom that one object shows, at most one for each container and failure class.

    The same object always gives the same signals, whenever it is asked, and no object makes it raise.
    """
    match kind:
        case "Pod":
            return pod_signals(obj)
        case "Node":
            return node_signals(obj, taxonomy)
        case "Event":
            return event_signals(obj, taxonomy)
        case "PersistentVolumeClaim":
            return one_of_each((*claim_signals(obj), *condition_signals(kind, obj)))
        case "PodDisruptionBudget":
            return one_of_each((*condition_signals(kind, obj), *budget_signals(obj)))
        case _:
            return one_of_each((*condition_signals(kind, obj), *workload_signals(kind, obj)))
