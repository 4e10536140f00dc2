"""An Ingress whose class, Service or port does not exist. Whether its TLS Secret does, only who reads Secrets knows."""

from casebook_analyzer.models import Entity
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.objects import being_deleted, name_of, namespace_of, spec_of
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.misfits.misfit import Misfit, class_misfits, found_or_none

MOST_BACKENDS = 20
"""Services of one route that are looked at: an Ingress may have thousands."""

_ANNOTATED = "use-annotation"
"""A port of this name stands for an action that an annotation describes, and its Service for nothing
(kubernetes-sigs/aws-load-balancer-controller, docs/guide/ingress/annotations.md, actions)."""

Backend = tuple[str, str | int | None]
"""The name of a Service, and its port by number or name; None where the port is not said."""


async def ingress_misfits(kube: ObjectReader, ingress: Object) -> list[Misfit]:
    """What an Ingress names and what does not exist. Errors are those of :func:`found_or_none`."""
    if being_deleted(ingress):
        return []
    about = Entity(kind="Ingress", namespace=namespace_of(ingress), name=name_of(ingress))
    found = []
    for name, port in backends_of(ingress):
        found += await backend_misfits(kube, about, name, port, "spec.rules[].http.paths[].backend.service")
    return found or await _class(kube, ingress, about)  # which not everybody may read, who may read the others


async def backend_misfits(
    kube: ObjectReader, about: Entity, name: str, port: str | int | None, field: str
) -> list[Misfit]:
    """What is wrong with a Service of a route's namespace that the route sends requests to."""
    service = await found_or_none(kube, "Service", about.namespace, name)
    where, to = f"{about.kind} {about.namespace}/{about.name}", f"Service {about.namespace}/{name}"
    if service is None:
        return [
            Misfit(
                reason="NoSuchService",
                about=about,
                finding="backend-missing",
                text=f"{where} sends requests to {to}, which does not exist",
                field=field,
                attributes={"service": name},
            )
        ]
    offered = mappings(service, "spec", "ports")
    if port is None or not offered or spec_of(service).get("type") == "ExternalName":
        return []
    if any(port in (one.get("port"), one.get("name")) for one in offered):
        return []
    has = ", ".join(str(one.get("port")) for one in offered)
    return [
        Misfit(
            reason="NoSuchPort",
            about=about,
            finding="backend-port-missing",
            text=f"{where} sends requests to port {port} of {to}, which has {has}",
            field=field,
            attributes={"service": name, "port": str(port)},
        )
    ]


def backends_of(ingress: Object) -> list[Backend]:
    """The Services of an Ingress, each with its port once, :data:`MOST_BACKENDS` at most."""
    spec = spec_of(ingress)
    named = [mapping(spec, "defaultBackend", "service")]
    for rule in mappings(spec, "rules"):
        named += [mapping(path, "backend", "service") for path in mappings(rule, "http", "paths")]
    found: dict[Backend, None] = {}
    for service in named:
        port = mapping(service, "port")
        if text(service, "name") and port.get("name") != _ANNOTATED:
            found[text(service, "name"), port.get("number") or port.get("name")] = None
        if len(found) >= MOST_BACKENDS:
            break
    return list(found)


async def _class(kube: ObjectReader, ingress: Object, about: Entity) -> list[Misfit]:
    """A class that does not exist. One that is served all the same has a controller that knows it by another way."""
    if mappings(ingress, "status", "loadBalancer", "ingress"):
        return []
    name = text(ingress, "spec", "ingressClassName")
    return await class_misfits(kube, about, "IngressClass", name, "spec.ingressClassName")
