"""Every kind of object of which it is asked whether it fits, and by whom."""

from collections.abc import Awaitable, Callable, Mapping

from casebook_operator.kube import Object, ObjectReader
from casebook_operator.reading.misfits.deliveries import application_misfits
from casebook_operator.reading.misfits.gateways import gateway_misfits, own_services, route_misfits
from casebook_operator.reading.misfits.ingresses import backends_of, ingress_misfits
from casebook_operator.reading.misfits.misfit import MAKERS, Misfit
from casebook_operator.reading.misfits.policies import cut_off
from casebook_operator.reading.misfits.services import service_misfits

ROUTES = ("Ingress", "Gateway", "HTTPRoute")
"""What leads requests from outside to Services."""

_ASKED: Mapping[str, Callable[[ObjectReader, Object], Awaitable[list[Misfit]]]] = {
    "Service": service_misfits,
    "Ingress": ingress_misfits,
    "Gateway": gateway_misfits,
    "HTTPRoute": route_misfits,
    "Application": application_misfits,
    **dict.fromkeys(MAKERS, cut_off),
}
KINDS = tuple(_ASKED)


def services_of(route: Object) -> list[str]:
    """The Services of its own namespace that a route leads to; a Gateway names none."""
    match route.get("kind"):
        case "Ingress":
            return list(dict.fromkeys(name for name, _ in backends_of(route)))
        case "HTTPRoute":
            return list(own_services(route))
        case _:
            return []


async def misfits_of(kube: ObjectReader, kind: str, obj: Object) -> list[Misfit]:
    """What of an object fits nothing in the cluster; empty for kinds of which nobody asks.

    Raises:
        ApiStatusError: What it names may not be read.
        ClusterUnavailableError: The API server does not answer.
    """
    asked = _ASKED.get(kind)
    return await asked(kube, obj | {"kind": kind}) if asked else []
