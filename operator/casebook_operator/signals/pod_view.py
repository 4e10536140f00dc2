"""A pod as the signals see it: whether a controller replaces it, and what its containers are for."""

from collections.abc import Iterator
from datetime import datetime
from enum import Enum, auto

import msgspec

from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    being_deleted,
    condition_status,
    controller_of,
    created_at,
    spec_of,
    status_of,
)
from casebook_operator.kube.pods import container_spec, statuses_by_kind
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import text

_KEEPS_RUNNING = frozenset({"ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet"})
"""Controllers of pods with ``restartPolicy: Always``, which they replace when they fail as a whole."""


class ContainerRole(Enum):
    """What a container is for."""

    INIT = auto()
    SIDECAR = auto()
    """An init container that is restarted and stays."""
    REGULAR = auto()
    EPHEMERAL = auto()
    """A person debugs with it. It is never restarted, and however it ends is that person's business."""


_ROLES = {"init": ContainerRole.INIT, "app": ContainerRole.REGULAR, "ephemeral": ContainerRole.EPHEMERAL}
"""By the kind of :data:`casebook_operator.kube.pods.CONTAINER_LISTS`."""


class PodView(msgspec.Struct, frozen=True, kw_only=True):
    """Answers what several signals ask about a pod."""

    obj: Object
    node_name: str
    phase: str
    reason: str
    being_deleted: bool
    controller: str
    """The kind of what makes another pod when this one is gone. Empty for bare pods, and for static ones, which belong
    to their node."""

    @classmethod
    def of(cls, obj: Object) -> "PodView":
        status = status_of(obj)
        kind = text(controller_of(obj) or {}, "kind")
        return cls(
            obj=obj,
            node_name=text(obj, "spec", "nodeName"),
            phase=text(status, "phase"),
            reason=text(status, "reason"),
            being_deleted=being_deleted(obj),
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
        """Whether kubelet leaves a container of the pod alone once it has ended."""
        return self.never_restarted or self.phase == "Failed"

    @property
    def disturbed(self) -> bool:
        """Whether the pod was ended from outside, which explains how its containers ended."""
        return bool(self.reason) or condition_status(self.obj, "DisruptionTarget") == "True"

    @property
    def started_at(self) -> datetime | None:
        """When kubelet accepted the pod; None before that."""
        return real_time(status_of(self.obj).get("startTime")) or created_at(self.obj)

    def containers(self) -> Iterator[tuple[ContainerRole, Object]]:
        """(role, status) of every container: init, app and ephemeral ones."""
        for kind, status in statuses_by_kind(self.obj):
            stays = kind == "init" and self.specification(status).get("restartPolicy") == "Always"
            yield (ContainerRole.SIDECAR if stays else _ROLES[kind]), status

    def specification(self, status: Object) -> Object:
        """What the pod's specification says of the container with this status."""
        return container_spec(self.obj, text(status, "name"))
