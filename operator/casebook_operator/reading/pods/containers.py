"""Which containers of a pod fail."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_status, status_of
from casebook_operator.kube.pods import OOM_KILLED, statuses_by_kind, terminated, waiting
from casebook_operator.kube.values import mappings

_STARTING = frozenset({"", "ContainerCreating", "PodInitializing"})
"""Waiting reasons of a container that nothing has gone wrong with yet (pkg/kubelet/kubelet_pods.go)."""


def shows_failure(status: Object) -> bool:
    """Whether a container waits for another reason than its turn, has ended badly, or was restarted."""
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
    known = list(statuses_by_kind(pod))
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
    return [("app", {"name": one["name"]}) for one in mappings(pod, "spec", "containers") if one.get("name")]


def pod_shows_failure(pod: Object) -> bool:
    """Whether a pod failed as a whole, no node takes it, or one of its containers shows a failure."""
    status = status_of(pod)
    unscheduled = condition_status(pod, "PodScheduled") == "False"
    failed = status.get("phase") == "Failed" or unscheduled
    return failed or any(shows_failure(container) for _, container in statuses_by_kind(pod))
