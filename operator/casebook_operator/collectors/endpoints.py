"""Who stands behind a Service: its endpoints, or the pods that would be."""

from collections.abc import Iterable
from dataclasses import dataclass

from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.objects import conditions_of, name_of, namespace_of, spec_of
from casebook_operator.collectors.reading import every
from casebook_operator.kube import Object


@dataclass(frozen=True, slots=True)
class Endpoints:
    """How many are ready and how many are not; None when nobody knows."""

    ready: int | None
    others: int = 0


def count_endpoints(slices: Iterable[Object]) -> Endpoints:
    """By what EndpointSlices say of them, those of people for Services without a selector too."""
    endpoints = [one for part in slices for one in part.get("endpoints") or ()]
    # Absent means ready (discovery/v1 types.go, EndpointConditions).
    ready = sum(1 for one in endpoints if (one.get("conditions") or {}).get("ready", True) is not False)
    return Endpoints(ready, len(endpoints) - ready)


async def endpoints_of(context: CollectorContext, findings: Findings, service: Object) -> Endpoints:
    """By the EndpointSlices, or by the pods that are selected where nobody keeps slices."""
    query = {"labelSelector": f"kubernetes.io/service-name={name_of(service)}"}
    slices = await every(context, findings, "EndpointSlice", namespace_of(service), **query)
    if slices:
        return count_endpoints(slices)
    if not spec_of(service).get("selector"):
        return Endpoints(None if slices is None else 0)
    pods = await selected_pods(context, findings, service)
    if pods is None:
        return Endpoints(None)
    good = sum(1 for pod in pods if is_ready(pod))
    return Endpoints(good, len(pods) - good)


async def selected_pods(context: CollectorContext, findings: Findings, service: Object) -> list[Object] | None:
    selector = spec_of(service).get("selector") or {}
    if not selector:
        return []
    query = {"labelSelector": ",".join(f"{key}={value}" for key, value in sorted(selector.items()))}
    return await every(context, findings, "Pod", namespace_of(service), **query)


def is_ready(pod: Object) -> bool:
    return any(one["type"] == "Ready" and one.get("status") == "True" for one in conditions_of(pod))
