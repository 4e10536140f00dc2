"""Counts what is behind a Service: its endpoints, or the pods that would be."""

from collections.abc import Iterable
from dataclasses import dataclass

from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of, spec_of
from casebook_operator.kube.pods import ready
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.reading.boundary import foreign
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings


@dataclass(frozen=True, slots=True)
class Endpoints:
    """How many endpoints are ready (None when nobody knows) and how many are not."""

    ready: int | None
    others: int = 0


def count_endpoints(slices: Iterable[Object]) -> Endpoints:
    """Count the endpoints in EndpointSlices, also in those that people write for Services without a selector."""
    endpoints = [one for part in slices for one in mappings(part, "endpoints")]
    # Absent means ready (discovery/v1 types.go, EndpointConditions).
    ready = sum(1 for one in endpoints if mapping(one, "conditions").get("ready", True) is not False)
    return Endpoints(ready, len(endpoints) - ready)


async def endpoints_of(context: CollectorContext, findings: Findings, service: Object) -> Endpoints:
    """Count by the Service's EndpointSlices; where there are none, by the pods that it selects in the own namespace."""
    query = {"labelSelector": f"kubernetes.io/service-name={name_of(service)}"}
    slices = await every(context, findings, "EndpointSlice", namespace_of(service), **query)
    if slices:
        return count_endpoints(slices)
    if not spec_of(service).get("selector"):
        return Endpoints(None if slices is None else 0)
    if foreign(context, namespace_of(service)):
        return Endpoints(None)
    pods = await selected_pods(context, findings, service)
    if pods is None:
        return Endpoints(None)
    good = sum(1 for pod in pods if ready(pod))
    return Endpoints(good, len(pods) - good)


async def selected_pods(context: CollectorContext, findings: Findings, service: Object) -> list[Object] | None:
    selector = mapping(service, "spec", "selector")
    if not selector:
        return []
    query = {"labelSelector": ",".join(f"{key}={value}" for key, value in sorted(selector.items()))}
    return await every(context, findings, "Pod", namespace_of(service), **query)
