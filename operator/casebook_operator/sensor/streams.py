"""What is watched, and which of it the operator cannot do without."""

import asyncio
import contextlib
from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from kopf._cogs.clients import scanning
from kopf._cogs.structs import references

from casebook_operator.investigation.names import GROUP, VERSION
from casebook_operator.scope import Scope


class Stream(msgspec.Struct, frozen=True):
    """The objects of one kind, as a list and a watch give them."""

    kind: str
    group: str
    version: str
    plural: str
    namespaced: bool = True
    essential: bool = False
    """Without it the operator is not ready. What another one says is said by pods and Events as well, if less well."""
    many: bool = False
    """There may be so many of them that each must cost little: the informer watches them, and Kopf the others."""
    selector: str = ""
    """Of the fields of objects: only what it selects is listed and watched."""
    passing: bool = False
    """Nobody has to know which of them are there, or that one is gone. Of Events there may be a million in an hour."""


STREAMS = (
    Stream("Pod", "", "v1", "pods", essential=True, many=True),
    Stream("Node", "", "v1", "nodes", namespaced=False, essential=True, many=True),
    Stream("Event", "", "v1", "events", essential=True, many=True, passing=True, selector="type!=Normal"),
    Stream("Investigation", GROUP, VERSION, "investigations", essential=True, many=True),
    Stream("Deployment", "apps", "v1", "deployments", many=True),
    Stream("StatefulSet", "apps", "v1", "statefulsets", many=True),
    Stream("DaemonSet", "apps", "v1", "daemonsets", many=True),
    Stream("Job", "batch", "v1", "jobs", many=True),
    Stream("CronJob", "batch", "v1", "cronjobs", many=True),
    Stream("PersistentVolumeClaim", "", "v1", "persistentvolumeclaims", many=True),
    Stream("HorizontalPodAutoscaler", "autoscaling", "v2", "horizontalpodautoscalers", many=True),
    Stream("PodDisruptionBudget", "policy", "v1", "poddisruptionbudgets", many=True),
    Stream("Taxonomy", GROUP, VERSION, "taxonomies", namespaced=False),
)

ESSENTIAL = tuple(stream.plural for stream in STREAMS if stream.essential)


def streams_of(scope: Scope) -> tuple[Stream, ...]:
    """The streams that are watched in at least one namespace."""
    return tuple(stream for stream in STREAMS if scope.places(stream.kind))


def few(scope: Scope) -> tuple[Stream, ...]:
    """Those of them that Kopf watches."""
    return tuple(stream for stream in streams_of(scope) if not stream.many)


def many(scope: Scope) -> tuple[Stream, ...]:
    """Those that the informer watches."""
    return tuple(stream for stream in streams_of(scope) if stream.many)


_BACKBONE = (
    Stream("Namespace", "", "v1", "namespaces", namespaced=False),
    Stream("CustomResourceDefinition", "apiextensions.k8s.io", "v1", "customresourcedefinitions", namespaced=False),
)
"""Kopf waits until it has found these two, and then, as scanning is disabled, asks for neither."""

HEAD_START_SECONDS = 0.1
"""Kopf starts watching when it is told of a change, and tells before it listens if the scan takes no time at all."""


@contextlib.contextmanager
def known_resources(scope: Scope) -> Iterator[None]:
    """Within this context Kopf does not ask the server which resources it has, and knows those that are watched.

    Otherwise it would look once, at the start, and never watch what is installed later or may not be listed yet; and
    no stream would begin while the discovery of one API group fails. A list that is refused is tried again instead.
    """
    original = scanning.scan_resources

    async def scan(**_: Any) -> Collection[references.Resource]:
        await asyncio.sleep(HEAD_START_SECONDS)
        return [_resource(stream) for stream in (*few(scope), *_BACKBONE)]

    scanning.scan_resources = scan
    try:
        yield
    finally:
        scanning.scan_resources = original


def _resource(stream: Stream) -> references.Resource:
    return references.Resource(
        group=stream.group,
        version=stream.version,
        plural=stream.plural,
        kind=stream.kind,
        singular=stream.kind.lower(),
        namespaced=stream.namespaced,
        preferred=True,
        verbs=frozenset({"get", "list", "watch"}),
    )
