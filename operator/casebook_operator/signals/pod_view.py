"""A pod as the signals see it: who looks after it, and what its containers are."""

from collections.abc import Iterator
from datetime import datetime
from enum import Enum, auto

import msgspec

from casebook_operator.investigation.times import real_time
from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_of, controller_of, mapping, mappings, text
from casebook_operator.signals.observed import created_at, leaving, spec_of, status_of

_KEEPS_RUNNING = frozenset({"ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet"})
"""Controllers of pods with ``restartPolicy: Always``, which they replace when they fail as a whole."""


class Role(Enum):
    """What a container is for."""

    INIT = auto()
    SIDECAR = auto()
    """An init container that is restarted and stays."""
    REGULAR = auto()
    EPHEMERAL = auto()
    """A person debugs with it. It is never restarted, and however it ends is that person's business."""


_LISTS = (
    ("initContainerStatuses", Role.INIT),
    ("containerStatuses", Role.REGULAR),
    ("ephemeralContainerStatuses", Role.EPHEMERAL),
)


class PodView(msgspec.Struct, frozen=True, kw_only=True):
    """Questions to a pod that several signals ask."""

    obj: Object
    node_name: str
    phase: str
    reason: str
    leaving: bool
    controller: str
    """The kind of what makes another pod when this one is gone. Empty for bare pods, and for static ones, which belong
    to their node."""

    @classmethod
    def of(cls, obj: Object) -> "PodView":
        status = status_of(obj)
        kind = text((controller_of(obj) or {}).get("kind"))
        return cls(
            obj=obj,
            node_name=text(spec_of(obj).get("nodeName")),
            phase=text(status.get("phase")),
            reason=text(status.get("reason")),
            leaving=leaving(obj),
            controller="" if kind == "Node" else kind,
        )

    @property
    def of_job(self) -> bool:
        return self.controller == "Job"

    @property
    def kept_running(self) -> bool:
        return self.controller in _KEEPS_RUNNING

    @property
    def never_restarted(self) -> bool:
        return spec_of(self.obj).get("restartPolicy") == "Never"

    @property
    def ends(self) -> bool:
        """Whether a container that has ended is not started again."""
        return self.never_restarted or self.phase == "Failed"

    @property
    def disturbed(self) -> bool:
        """Whether the pod was ended from outside, which explains how its containers ended."""
        return bool(self.reason) or condition_of(self.obj, "DisruptionTarget").get("status") == "True"

    @property
    def started_at(self) -> datetime | None:
        """When kubelet took it on."""
        return real_time(status_of(self.obj).get("startTime")) or created_at(self.obj)

    def containers(self) -> Iterator[tuple[Role, Object]]:
        """The statuses of all three lists."""
        status = status_of(self.obj)
        for name, role in _LISTS:
            for container in mappings(status.get(name)):
                stays = role is Role.INIT and self.specification(container).get("restartPolicy") == "Always"
                yield (Role.SIDECAR if stays else role), container

    def specification(self, status: Object) -> Object:
        """What the pod's specification says of the container with this status."""
        spec, name = spec_of(self.obj), status.get("name")
        for section in ("containers", "initContainers"):
            for container in mappings(spec.get(section)):
                if container.get("name") == name:
                    return container
        return {}


def is_running(status: Object) -> bool:
    return isinstance(mapping(status.get("state")).get("running"), dict)


def waiting_reason(status: Object) -> str | None:
    """Why a container waits; empty when it does not say. None for one that does not wait."""
    waiting = mapping(status.get("state")).get("waiting")
    return text(mapping(waiting).get("reason")) if isinstance(waiting, dict) else None
