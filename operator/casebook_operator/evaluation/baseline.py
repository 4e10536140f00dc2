"""The baseline: the category that the Kubernetes reason alone suggests. A product has to be better than this table."""

from collections.abc import Iterator

from casebook_analyzer.models import Category
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of
from casebook_operator.kube.pods import container_statuses
from casebook_operator.kube.values import mapping, text
from casebook_operator.offline import Snapshot

_BY_REASON = {
    "OOMKilled": Category.RESOURCE_EXHAUSTION,
    "Evicted": Category.RESOURCE_EXHAUSTION,
    "SystemOOM": Category.RESOURCE_EXHAUSTION,
    "OOMKilling": Category.RESOURCE_EXHAUSTION,
    "KubeletHasInsufficientMemory": Category.RESOURCE_EXHAUSTION,
    "KubeletHasDiskPressure": Category.RESOURCE_EXHAUSTION,
    "ImagePullBackOff": Category.CONFIG_ERROR,
    "ErrImagePull": Category.CONFIG_ERROR,
    "InvalidImageName": Category.CONFIG_ERROR,
    "CreateContainerConfigError": Category.CONFIG_ERROR,
    "CreateContainerError": Category.CONFIG_ERROR,
    "RunContainerError": Category.CONFIG_ERROR,
    "StartError": Category.CONFIG_ERROR,
    "ContainerCannotRun": Category.CONFIG_ERROR,
    "FailedMount": Category.CONFIG_ERROR,
    "Unhealthy": Category.CONFIG_ERROR,
    "BackoffLimitExceeded": Category.SOFTWARE_BUG,
    "CrashLoopBackOff": Category.SOFTWARE_BUG,
    "Error": Category.SOFTWARE_BUG,
    "Unschedulable": Category.SCHEDULING_FAILURE,
    "FailedScheduling": Category.SCHEDULING_FAILURE,
    "UnexpectedAdmissionError": Category.SCHEDULING_FAILURE,
    "FailedCreate": Category.PERMISSION_DENIED,
    "FailedCreatePodSandBox": Category.NETWORK_PARTITION,
    "NetworkNotReady": Category.NETWORK_PARTITION,
    "NodeNotReady": Category.HARDWARE_FAILURE,
    "NodeStatusUnknown": Category.HARDWARE_FAILURE,
}
_TRIVIAL = frozenset({Category.SOFTWARE_BUG})
"""Reasons that say only that a program ended: any other reason is preferred."""


def by_reason(snapshot: Snapshot) -> Category:
    """The category of the first reason that the table knows, states before Events."""
    found = [_BY_REASON[reason] for reason in _reasons(snapshot) if reason in _BY_REASON]
    telling = [category for category in found if category not in _TRIVIAL]
    return next(iter(telling or found), Category.UNKNOWN)


def _reasons(snapshot: Snapshot) -> Iterator[str]:
    for obj in snapshot.objects.values():
        if obj["kind"] == "Pod":
            yield from _of_pod(obj)
        for condition in conditions_of(obj):
            yield text(condition, "reason")
    for event in snapshot.events:
        yield text(event, "reason")


def _of_pod(pod: Object) -> Iterator[str]:
    yield text(pod, "status", "reason")
    for status in container_statuses(pod):
        for field in ("state", "lastState"):
            for state in mapping(status, field).values():
                yield text(state or {}, "reason")
