"""Reading the few places of Kubernetes objects that signals, cases and collectors all look at."""

from collections.abc import Iterator
from typing import Any

from casebook_operator.kube.client import Object

STATUS_LISTS = ("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")

MAX_OWNERS = 4
"""Pod -> ReplicaSet -> Deployment -> something of somebody's own. A longer chain is a loop or a prank."""

OOM_KILLED = "OOMKilled"
"""Terminated reason that the runtime reports (containerd: internal/cri/server/events.go, ``oomExitReason``)."""


def mapping(value: Any) -> Object:
    """The value where it is an object, else an empty one: a field may be absent, null, or written by a stranger."""
    return value if isinstance(value, dict) else {}


def mappings(value: Any) -> Iterator[Object]:
    """The objects of a list, without what is none."""
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list | tuple) else iter(())


def text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def number(value: Any) -> int:
    """The value where it is an integer, else 0. Exit codes and counts are integers or absent."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def metadata_of(obj: Object) -> Object:
    return mapping(obj.get("metadata"))


def conditions_of(obj: Object) -> Iterator[Object]:
    return mappings(mapping(obj.get("status")).get("conditions"))


def condition_of(obj: Object, kind: str) -> Object:
    """The condition of this type, or an empty object."""
    return next((condition for condition in conditions_of(obj) if condition.get("type") == kind), {})


def container_statuses(pod: Object) -> Iterator[Object]:
    """All three lists: init, regular and ephemeral containers."""
    for name in STATUS_LISTS:
        yield from mappings(mapping(pod.get("status")).get(name))


def terminated(status: Object, field: str) -> Object:
    """``state.terminated`` or ``lastState.terminated`` of a container status, or an empty object."""
    return mapping(mapping(status.get(field)).get("terminated"))


def controller_of(obj: Object) -> Object | None:
    """The owner reference with ``controller: true``; an object has one at most.

    Objects that people shorten before they share them keep their only reference and lose the mark.
    """
    references = [ref for ref in mappings(metadata_of(obj).get("ownerReferences")) if ref.get("kind")]
    marked = next((reference for reference in references if reference.get("controller")), None)
    if marked is None and len(references) == 1 and "controller" not in references[0]:
        return references[0]
    return marked
