"""What signals ask of an object that is watched. All else is skipped while its JSON is decoded, and costs nothing.

A field that a signal, or whoever resolves and correlates one, begins to read is added here:
``tests/operator/sensor/test_projections.py`` compares the signals of whole objects with those of their projections.
"""

from typing import Any, cast

import msgspec

Object = dict[str, Any]


class _Fields(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    """Named as in Kubernetes; what an object does not have is left out again by :func:`projected`."""


class Writer(_Fields):
    """Who wrote the object, without the names of the fields, which are most of its bytes."""

    time: str | None = None
    subresource: str | None = None


class Metadata(_Fields):
    """What identifies an object, dates it, and says who owns it."""

    name: str = ""
    namespace: str | None = None
    uid: str | None = None
    resource_version: str | None = None
    generation: int | None = None
    creation_timestamp: str | None = None
    deletion_timestamp: str | None = None
    deletion_grace_period_seconds: int | None = None
    finalizers: list[str] | None = None
    owner_references: list[Object] | None = None
    managed_fields: list[Writer] | None = None


class AnnotatedMetadata(Metadata):
    """With the annotations, for kinds whose signals read one of them."""

    annotations: dict[str, str] | None = None


class LabelledMetadata(AnnotatedMetadata):
    """With the labels, too: they say what a node has, and where it is."""

    labels: dict[str, str] | None = None


class NodeStatus(_Fields):
    """All but the images and volumes of the node, which are most of its bytes."""

    conditions: list[Object] | None = None
    capacity: dict[str, str] | None = None
    allocatable: dict[str, str] | None = None
    addresses: list[Object] | None = None
    node_info: Object | None = None


class StartupProbe(_Fields):
    failure_threshold: int | None = None
    period_seconds: int | None = None
    initial_delay_seconds: int | None = None


class ReadinessProbe(_Fields):
    initial_delay_seconds: int | None = None


class Resources(_Fields):
    limits: dict[str, Any] | None = None


class Container(_Fields):
    name: str = ""
    restart_policy: str | None = None
    startup_probe: StartupProbe | None = None
    readiness_probe: ReadinessProbe | None = None
    resources: Resources | None = None


class ClaimSource(_Fields):
    claim_name: str | None = None


class NoFields(_Fields):
    """An object of which only that it is there matters."""


class Volume(_Fields):
    name: str = ""
    persistent_volume_claim: ClaimSource | None = None
    ephemeral: NoFields | None = None


class NamedClaim(_Fields):
    name: str = ""


class PodSpec(_Fields):
    node_name: str | None = None
    restart_policy: str | None = None
    init_containers: list[Container] | None = None
    containers: list[Container] | None = None
    ephemeral_containers: list[Container] | None = None
    volumes: list[Volume] | None = None
    resource_claims: list[NamedClaim] | None = None


class ContainerStatus(_Fields):
    name: str = ""
    ready: bool | None = None
    restart_count: int | None = None
    state: Object | None = None
    last_state: Object | None = None


class PodStatus(_Fields):
    phase: str | None = None
    reason: str | None = None
    message: str | None = None
    start_time: str | None = None
    conditions: list[Object] | None = None
    init_container_statuses: list[ContainerStatus] | None = None
    container_statuses: list[ContainerStatus] | None = None
    ephemeral_container_statuses: list[ContainerStatus] | None = None


class Projection(_Fields):
    """What the informer itself needs of every kind."""

    metadata: Metadata


class PodProjection(Projection):
    spec: PodSpec | None = None
    status: PodStatus | None = None


class NodeProjection(Projection):
    """Also what evidence compares nodes by: see :mod:`casebook_operator.kube.known_nodes`."""

    metadata: LabelledMetadata
    spec: Object | None = None
    status: NodeStatus | None = None


class TemplateMetadata(_Fields):
    labels: dict[str, str] | None = None


class Template(_Fields):
    metadata: TemplateMetadata | None = None


class WorkloadSpec(_Fields):
    """Of the objects that make pods, and of those that look after them."""

    replicas: int | None = None
    selector: Object | None = None
    template: Template | None = None
    scale_target_ref: Object | None = None
    storage_class_name: str | None = None
    volume_name: str | None = None


class WorkloadProjection(Projection):
    """Of statuses everything: they are short, but for the conditions that are asked for."""

    spec: WorkloadSpec | None = None
    status: Object | None = None


class ClaimProjection(WorkloadProjection):
    metadata: AnnotatedMetadata


class EventProjection(Projection):
    """Of both APIs that an Event has: ``events.k8s.io`` calls some fields otherwise than the core API."""

    involved_object: Object | None = None
    regarding: Object | None = None
    reason: str | None = None
    message: str | None = None
    note: str | None = None
    type: str | None = None
    count: int | None = None
    series: Object | None = None
    event_time: str | None = None
    first_timestamp: str | None = None
    last_timestamp: str | None = None
    source: Object | None = None
    reporting_component: str | None = None
    reporting_instance: str | None = None


PROJECTIONS: dict[str, type[Projection] | type[Object]] = {
    "Event": EventProjection,
    "Investigation": Object,
    "Node": NodeProjection,
    "Pod": PodProjection,
    "PersistentVolumeClaim": ClaimProjection,
}
"""By kind; all others are workloads, or look after some. Of Investigations everything is read, and is Casebook's."""


def projection_of(kind: str) -> type[Projection] | type[Object]:
    return PROJECTIONS.get(kind, WorkloadProjection)


def projected(found: Projection) -> Object:
    """The object as its JSON would say it, without what nobody asks for."""
    return cast("Object", msgspec.to_builtins(found))
