"""The objects of a cluster that may fit nothing: found by few lists, of which little is decoded.

1,000 Services and their EndpointSlices are some 5 MB, which are read page by page in 0.1 s.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from casebook_analyzer.errors import ClusterRefusedError
from casebook_operator.kube import KubeClient, Object, ObjectReader, paths
from casebook_operator.kube.bounded import LARGE, bounded
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.pages import decoded
from casebook_operator.reading.misfits import ROUTES
from casebook_operator.reading.misfits.deliveries import errors_of
from casebook_operator.reading.misfits.misfit import MAKERS, listed

PAGE_OBJECTS = 250
_APPLICATIONS = 50
"""Of a page: each lists what it delivers, which may be 100 KB."""
Places = Callable[[str], tuple[str, ...]]
"""The namespaces in which objects of a kind are listed; an empty one stands for all."""
Suspect = tuple[str, Object]
"""The kind of an object, and the object. Of a Service no more than its name, which is in memory."""


class _Metadata(msgspec.Struct, frozen=True):
    name: str = ""
    namespace: str = ""
    labels: dict[str, str] | None = None


class _Conditions(msgspec.Struct, frozen=True):
    ready: bool | None = None


class _Endpoint(msgspec.Struct, frozen=True):
    conditions: _Conditions = _Conditions()


class _Slice(msgspec.Struct, frozen=True):
    metadata: _Metadata
    endpoints: list[_Endpoint] | None = None
    ports: list[Any] | None = None

    def answers(self) -> bool:
        """Absent means ready (discovery/v1 types.go, ``EndpointConditions``)."""
        return bool(self.ports) and any(one.conditions.ready is not False for one in self.endpoints or ())


class _Spec(msgspec.Struct, frozen=True):
    selector: Any = None
    type: str = ""


class _Service(msgspec.Struct, frozen=True):
    metadata: _Metadata
    spec: _Spec = _Spec()


class _Named(msgspec.Struct, frozen=True):
    metadata: _Metadata


class _Compared(msgspec.Struct, frozen=True):
    conditions: list[dict[str, Any]] | None = None


class _Application(msgspec.Struct, frozen=True):
    """Its status lists all that it delivers, and what it has delivered before."""

    metadata: dict[str, Any]
    status: _Compared = _Compared()


async def suspects(kube: KubeClient, reader: ObjectReader, places: Places) -> AsyncIterator[Suspect]:
    """Services without an endpoint, routes, workloads that policies govern, and what Argo CD cannot deliver.

    By kind, and then by namespace. Kinds that are not installed, or that may not be listed, have none.

    Raises:
        ClusterUnavailableError: The API server does not answer.
    """
    routes = (_routes(kube, kind, places) for kind in ROUTES)
    for part in (_unserved(kube, places), *routes, _governed(kube, reader, places), _undelivered(kube, places)):
        try:
            async for suspect in part:
                yield suspect
        except ClusterRefusedError:
            continue


def place_of(suspect: Suspect) -> tuple[str, str, str]:
    """Kind, namespace and name."""
    kind, obj = suspect
    return kind, namespace_of(obj), name_of(obj)


async def _unserved(kube: KubeClient, places: Places) -> AsyncIterator[Suspect]:
    """Each Service that selects pods and has no endpoint, or none with a port."""
    served = {
        (one.metadata.namespace, (one.metadata.labels or {}).get("kubernetes.io/service-name"))
        async for one in _each(kube, "EndpointSlice", places, _Slice)
        if one.answers()
    }
    async for service in _each(kube, "Service", places, _Service):
        namespace, name = service.metadata.namespace, service.metadata.name
        selects = service.spec.selector and service.spec.type != "ExternalName"
        if selects and (namespace, name) not in served:
            yield "Service", {"metadata": {"namespace": namespace, "name": name}}


async def _routes(kube: KubeClient, kind: str, places: Places) -> AsyncIterator[Suspect]:
    async for content in _each(kube, kind, places, msgspec.Raw):
        found = decoded(content, dict[str, Any])
        yield kind, bounded(found) if len(memoryview(content)) > LARGE else found


async def _governed(kube: KubeClient, reader: ObjectReader, places: Places) -> AsyncIterator[Suspect]:
    """Workloads of namespaces that have a policy."""
    found = {one.metadata.namespace async for one in _each(kube, "NetworkPolicy", places, _Named)}
    for namespace in sorted(found):
        for kind in MAKERS:
            for one in await listed(reader, kind, namespace):
                yield kind, one


async def _undelivered(kube: KubeClient, places: Places) -> AsyncIterator[Suspect]:
    async for one in _each(kube, "Application", places, _Application, _APPLICATIONS):
        found = {"metadata": one.metadata, "status": {"conditions": one.status.conditions or []}}
        if errors_of(found):
            yield "Application", found


async def _each(
    kube: KubeClient, kind: str, places: Places, shape: type[Any], limit: int = PAGE_OBJECTS
) -> AsyncIterator[Any]:
    for place in places(kind):
        async for page, _ in kube.pages(paths.collection(kind, place), shape, limit=limit):
            for one in page.objects:
                yield one
