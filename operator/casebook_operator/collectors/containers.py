"""Which containers of a pod fail, and what their specification says."""

from collections.abc import Iterator

from casebook_operator.collectors.objects import conditions_of
from casebook_operator.kube import Object
from casebook_operator.kube.objects import OOM_KILLED, terminated

CONTAINER_LISTS = (
    ("init", "initContainers", "initContainerStatuses"),
    ("app", "containers", "containerStatuses"),
    ("ephemeral", "ephemeralContainers", "ephemeralContainerStatuses"),
)
"""Type, list in the specification, list in the status (core/v1 types.go)."""

_STARTING = frozenset({"", "ContainerCreating", "PodInitializing"})
"""Waiting reasons of a container that nothing has gone wrong with yet (pkg/kubelet/kubelet_pods.go)."""


def statuses(pod: Object) -> Iterator[tuple[str, Object]]:
    """(type, status) of every container."""
    for kind, _, field in CONTAINER_LISTS:
        for status in (pod.get("status") or {}).get(field) or ():
            if status.get("name"):
                yield kind, status


def container_spec(pod: Object, name: str) -> Object:
    spec = pod.get("spec") or {}
    for _, field, _ in CONTAINER_LISTS:
        for container in spec.get(field) or ():
            if container.get("name") == name:
                found: Object = container
                return found
    return {}


def waiting(status: Object) -> Object:
    found: Object = (status.get("state") or {}).get("waiting") or {}
    return found


def shows_failure(status: Object) -> bool:
    """It waits for another reason than its turn, ended badly, or was restarted."""
    ended = terminated(status, "state")
    return (
        (waiting(status).get("reason") or "") not in _STARTING
        or bool(ended and (ended.get("exitCode") or ended.get("reason") == OOM_KILLED))
        or bool(terminated(status, "lastState"))
        or bool(status.get("restartCount"))
    )


def failing(pod: Object, preferred: str) -> list[tuple[str, Object]]:
    """(type, status) of the containers that show a failure, the preferred one first.

    When none does, and the case is about this pod all the same, any of them may be it: those that run, or that have yet
    to start. Of a container without a status the name is all there is.
    """
    known = list(statuses(pod))
    shown = [(kind, status) for kind, status in known if shows_failure(status)]
    if shown:
        found = [(kind, status) for kind, status in known if status["name"] == preferred or shows_failure(status)]
    else:
        found = [(kind, status) for kind, status in known if not _is_done(status)] or _without_status(pod, known)
    return sorted(found, key=lambda item: item[1]["name"] != preferred)


def _is_done(status: Object) -> bool:
    return bool(terminated(status, "state"))


def _without_status(pod: Object, known: list[tuple[str, Object]]) -> list[tuple[str, Object]]:
    if known:
        return known
    return [
        ("app", {"name": one["name"]}) for one in (pod.get("spec") or {}).get("containers") or () if one.get("name")
    ]


def pod_shows_failure(pod: Object) -> bool:
    """It failed as a whole, no node takes it, or one of its containers shows a failure."""
    status = pod.get("status") or {}
    unscheduled = any(c["type"] == "PodScheduled" and c.get("status") == "False" for c in conditions_of(pod))
    failed = status.get("phase") == "Failed" or unscheduled
    return failed or any(shows_failure(container) for _, container in statuses(pod))
