"""Reading the few places of Kubernetes objects that signals, cases and collectors all look at."""

from collections.abc import Iterator

from casebook_operator.kube.client import Object

STATUS_LISTS = ("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")

OOM_KILLED = "OOMKilled"
"""Terminated reason that the runtime reports (containerd: internal/cri/server/events.go, ``oomExitReason``)."""


def container_statuses(pod: Object) -> Iterator[Object]:
    """All three lists: init, regular and ephemeral containers."""
    for name in STATUS_LISTS:
        yield from (pod.get("status") or {}).get(name) or ()


def terminated(status: Object, field: str) -> Object:
    """``state.terminated`` or ``lastState.terminated`` of a container status, or an empty object."""
    found: Object = (status.get(field) or {}).get("terminated") or {}
    return found


def controller_of(obj: Object) -> Object | None:
    """The owner reference with ``controller: true``; an object has one at most."""
    references = (obj.get("metadata") or {}).get("ownerReferences") or ()
    return next((reference for reference in references if reference.get("controller")), None)
