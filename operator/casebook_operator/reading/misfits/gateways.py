"""Gateways and HTTPRoutes whose class, Gateway or Service does not exist, or that their controller refuses.

What lies in another namespace is told by the controller's conditions alone: whether a ReferenceGrant allows it, and
whether it is there. Those conditions are of the same API (gateway-api apis/v1, ``RouteConditionType``,
``ListenerConditionType``).
"""

from casebook_analyzer.models import Entity
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.objects import being_deleted, metadata_of, name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.values import mappings, number, text
from casebook_operator.reading.misfits.ingresses import MOST_BACKENDS, backend_misfits
from casebook_operator.reading.misfits.misfit import Misfit, class_misfits, is_absent

_REFUSED = ("Accepted", "ResolvedRefs")
"""Conditions that are False when what the object names is missing, or is of no use to it."""

_LIFE = frozenset({"Pending", "ListenersNotReady"})
"""Reasons of conditions that are False while a controller is at work."""

_GROUP = "gateway.networking.k8s.io"


async def gateway_misfits(kube: ObjectReader, gateway: Object) -> list[Misfit]:
    """What a Gateway names and what does not exist. Errors are those of :func:`is_absent`."""
    if being_deleted(gateway):
        return []
    about = Entity(kind="Gateway", namespace=namespace_of(gateway), name=name_of(gateway))
    listeners = mappings(gateway, "status", "listeners")
    refused = _refused(gateway, about, [status_of(gateway), *listeners], "status.listeners[].conditions")
    name = text(gateway, "spec", "gatewayClassName")
    return refused or await class_misfits(kube, about, "GatewayClass", name, "spec.gatewayClassName")


async def route_misfits(kube: ObjectReader, route: Object) -> list[Misfit]:
    """What an HTTPRoute names and what does not exist. Errors are those of :func:`is_absent`."""
    if being_deleted(route):
        return []
    about = Entity(kind="HTTPRoute", namespace=namespace_of(route), name=name_of(route))
    found = []
    for name in _own(mappings(spec_of(route), "parentRefs"), about.namespace, "Gateway", _GROUP):
        if await is_absent(kube, "Gateway", about.namespace, name):
            said = f"HTTPRoute {about.namespace}/{about.name} hangs on Gateway {name}, which does not exist"
            found.append(
                Misfit(
                    reason="NoSuchGateway",
                    about=about,
                    finding="parent-missing",
                    text=said,
                    field="spec.parentRefs",
                    attributes={"gateway": name},
                )
            )
    for name, port in own_services(route).items():
        found += await backend_misfits(kube, about, name, port, "spec.rules[].backendRefs")
    return found or _refused(route, about, mappings(route, "status", "parents"), "status.parents[].conditions")


def own_services(route: Object) -> dict[str, int | None]:
    """The Services of its own namespace that an HTTPRoute sends requests to, each with its port."""
    rules = mappings(spec_of(route), "rules")
    backends = [one for rule in rules for one in mappings(rule, "backendRefs")]
    return _own(backends, namespace_of(route), "Service", "")


def _own(references: list[Object], namespace: str, kind: str, group: str) -> dict[str, int | None]:
    """The objects of one kind in a namespace that are named, each with its port, :data:`MOST_BACKENDS` at most."""
    found = {
        text(one, "name"): number(one, "port") or None
        for one in references
        if (one.get("kind") or kind, one.get("group") if "group" in one else group) == (kind, group)
        and one.get("namespace") in (None, "", namespace)
        and text(one, "name")
    }
    return dict(list(found.items())[:MOST_BACKENDS])


def _refused(obj: Object, about: Entity, said_by: list[Object], field: str) -> list[Misfit]:
    """What controllers say of the newest version of an object."""
    generation = number(metadata_of(obj), "generation")
    for condition in [one for part in said_by for one in mappings(part, "conditions")]:
        reason = text(condition, "reason")
        current = number(condition, "observedGeneration") >= generation
        if condition.get("type") in _REFUSED and condition.get("status") == "False" and current and reason not in _LIFE:
            where = f"{about.kind} {about.namespace}/{about.name}"
            said = f"{where} is refused by its controller ({reason}): {text(condition, 'message')}"
            return [
                Misfit(
                    reason=reason or "Refused",
                    about=about,
                    finding="route-refused",
                    text=said,
                    field=field,
                    attributes={"reason": reason},
                )
            ]
    return []
