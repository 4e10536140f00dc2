"""What pods say of themselves: phase, place, containers with their states, claims.

Read as :mod:`casebook_operator.kube.values` says: no pod makes a function raise.
"""

from collections.abc import Iterator
from typing import NamedTuple

from casebook_operator.kube.objects import being_deleted, condition_status, name_of
from casebook_operator.kube.values import Object, mapping, mappings, text

OOM_KILLED = "OOMKilled"
"""Terminated reason that the runtime reports (containerd: internal/cri/server/events.go, ``oomExitReason``)."""

FINISHED = frozenset({"Succeeded", "Failed"})


class ContainerList(NamedTuple):
    """Where a pod keeps its containers of one kind."""

    kind: str
    declared: str
    """The list in the specification."""
    reported: str
    """The list in the status."""


CONTAINER_LISTS = (
    ContainerList("init", "initContainers", "initContainerStatuses"),
    ContainerList("app", "containers", "containerStatuses"),
    ContainerList("ephemeral", "ephemeralContainers", "ephemeralContainerStatuses"),
)
"""core/v1 types.go. Pods are created with the first two; ``kubectl debug`` adds to the third."""


def node_of(pod: Object) -> str:
    return text(pod, "spec", "nodeName")


def phase_of(pod: Object) -> str:
    return text(pod, "status", "phase")


def finished(pod: Object) -> bool:
    """Whether its containers have ended and will not be started again."""
    return phase_of(pod) in FINISHED


def ready(pod: Object) -> bool:
    return condition_status(pod, "Ready") == "True"


def not_ready(pod: Object) -> bool:
    """Whether a workload misses this pod: it should serve and does not."""
    return phase_of(pod) != "Succeeded" and (being_deleted(pod) or not ready(pod))


def was_evicted(pod: Object) -> bool:
    return text(pod, "status", "reason") == "Evicted"


def uses_devices(pod: Object) -> bool:
    """Whether a container asks for an extended resource such as ``nvidia.com/gpu``, or the pod for a resource claim.

    Names of extended resources have a domain, those of cpu and memory have none.
    """
    spec = mapping(pod, "spec")
    limits = (mapping(container, "resources", "limits") for container in containers_of(spec))
    return bool(mappings(spec, "resourceClaims")) or any("/" in name for each in limits for name in each)


def claims_of(pod: Object) -> list[str]:
    """The names of the volume claims that a pod mounts, each once.

    Claims of ephemeral volumes are called after pod and volume (component-helpers/storage/ephemeral,
    ``VolumeClaimName``).
    """
    claims = []
    for volume in mappings(pod, "spec", "volumes"):
        if "ephemeral" in volume:
            claims.append(f"{name_of(pod)}-{text(volume, 'name')}")
        elif claim := text(volume, "persistentVolumeClaim", "claimName"):
            claims.append(claim)
    return list(dict.fromkeys(claims))


def containers_of(spec: Object) -> list[Object]:
    """The containers that a pod specification is made of, init containers first."""
    return [*mappings(spec, "initContainers"), *mappings(spec, "containers")]


def container_spec(pod: Object, name: str) -> Object:
    """The specification of a container of any kind by its name, or an empty object when there is none."""
    spec = mapping(pod, "spec")
    every = (container for each in CONTAINER_LISTS for container in mappings(spec, each.declared))
    return next((container for container in every if container.get("name") == name), {})


def statuses_by_kind(pod: Object) -> Iterator[tuple[str, Object]]:
    """(``init``, ``app`` or ``ephemeral``, status) of every container whose status has a name."""
    status = mapping(pod, "status")
    for each in CONTAINER_LISTS:
        for container in mappings(status, each.reported):
            if text(container, "name"):
                yield each.kind, container


def container_statuses(pod: Object) -> Iterator[Object]:
    return (status for _, status in statuses_by_kind(pod))


def terminated(status: Object, field: str) -> Object:
    """``state.terminated`` or ``lastState.terminated`` of a container status, or an empty object."""
    return mapping(status, field, "terminated")


def waiting(status: Object) -> Object:
    return mapping(status, "state", "waiting")


def running(status: Object) -> Object:
    """``state.running``, which says since when; empty also for a container that runs and does not say."""
    return mapping(status, "state", "running")


def is_running(status: Object) -> bool:
    return isinstance(mapping(status, "state").get("running"), dict)


def waiting_reason(status: Object) -> str | None:
    """Why a container waits; empty when it does not say. None for one that does not wait."""
    waits = isinstance(mapping(status, "state").get("waiting"), dict)
    return text(waiting(status), "reason") if waits else None
