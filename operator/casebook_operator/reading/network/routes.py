"""Whether what leads requests from outside to Services serves: whom it leads to, and what its controller says of it.

Objects alone tell. That no controller has written anything does not prove that nobody serves it: some write nothing.
"""

from collections.abc import Callable, Mapping

from casebook_operator.kube import Object
from casebook_operator.kube.objects import condition_status, metadata_of, name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.values import mappings, number, text
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.misfits import misfits_of, services_of
from casebook_operator.reading.network.endpoints import endpoints_of
from casebook_operator.reading.objects import listing

MOST_SERVICES = 5
"""Of which it is told how many endpoints are ready."""


async def told_of_route(context: CollectorContext, findings: Findings, route: Object) -> tuple[str, bool]:
    """(a sentence that says that a route serves, whether a reader should see it all the same); empty if it does not."""
    kind, where = route["kind"], f"{route['kind']} {namespace_of(route)}/{name_of(route)}"
    misfits = await findings.read(f"what {where} names", misfits_of(context.kube, kind, route))
    if misfits is None or misfits:
        return "", False
    behind = []
    for service in services_of(route)[:MOST_SERVICES]:
        found = (await find(context, findings, "Service", namespace_of(route), service)).obj
        if found is None:
            return "", False
        if spec_of(found).get("type") == "ExternalName":
            behind.append(f"Service {service} (a name elsewhere)")
            continue
        ready = (await endpoints_of(context, findings, found)).ready
        if not ready:
            return "", False
        behind.append(f"Service {service} ({ready} ready)")
    said = _SAID[kind](route)
    leads = f" leads to {listing(behind)}" if behind else ""
    if said:
        return f"{where}{leads}{' and' if leads else ''} {said}", False
    return f"{where}{leads}{', and' if leads else ':'} no controller says that it serves it", True


def _ingress(ingress: Object) -> str:
    """Controllers write where they serve it (networking/v1 types.go, IngressLoadBalancerIngress)."""
    points = mappings(status_of(ingress), "loadBalancer", "ingress")
    places = [text(one, "hostname") or text(one, "ip") for one in points]
    return f"is served at {listing(places)}" if places else ""


def _gateway(gateway: Object) -> str:
    """``Programmed`` is true when the data plane has it (gateway-api apis/v1, GatewayConditionProgrammed)."""
    if condition_status(gateway, "Programmed") != "True" or not _is_current(gateway, gateway["status"]):
        return ""
    places = [text(one, "value") for one in mappings(status_of(gateway), "addresses")]
    routes = sum(number(one, "attachedRoutes") for one in mappings(status_of(gateway), "listeners"))
    return f"is programmed{f' at {listing(places)}' if places else ''}, with {routes} routes"


def _route(route: Object) -> str:
    """``Accepted`` is of each parent (gateway-api apis/v1, RouteConditionAccepted)."""
    parents = mappings(status_of(route), "parents")
    accepted = [one for one in parents if condition_status({"status": one}, "Accepted") == "True"]
    names = [text(one, "parentRef", "name") for one in accepted if _is_current(route, one)]
    return f"is accepted by {listing(names)}" if names else ""


def _is_current(obj: Object, status: Object) -> bool:
    """Whether a controller speaks of the newest version."""
    generation = number(metadata_of(obj), "generation")
    return all(number(one, "observedGeneration") >= generation for one in mappings(status, "conditions"))


_SAID: Mapping[str, Callable[[Object], str]] = {"Ingress": _ingress, "Gateway": _gateway, "HTTPRoute": _route}
