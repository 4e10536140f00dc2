"""Who stands behind a Service, read from the API server."""

from casebook_operator.kube import NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.objects import being_deleted, spec_of
from casebook_operator.kube.pods import finished, ready
from casebook_operator.kube.values import mapping
from casebook_operator.reading.network.endpoints import count_endpoints
from casebook_operator.reading.selectors import label_selector
from casebook_operator.signals.services import ServiceBacking


async def backing_of(kube: ObjectReader, service: Object) -> ServiceBacking | None:
    """How many ready and unready endpoints a Service has.

    None for an ExternalName, which is a name for something elsewhere, and where neither endpoints nor pods can tell.

    Raises:
        ApiStatusError: EndpointSlices or pods may not be listed.
        ClusterUnavailableError: The API server does not answer.
    """
    spec = spec_of(service)
    if spec.get("type") == "ExternalName":
        return None
    slices = await _slices(kube, service)
    endpoints = count_endpoints(slices or ())
    if endpoints.ready:
        return ServiceBacking(ready=endpoints.ready, unready=endpoints.others)
    selector = label_selector({"matchLabels": mapping(spec, "selector")})
    if not selector:
        return None if slices is None else ServiceBacking(unready=endpoints.others)
    pods = await kube.list(paths.collection("Pod", service["metadata"]["namespace"]), labelSelector=selector)
    alive = [pod for pod in pods if not (finished(pod) or being_deleted(pod))]
    if slices is None and any(ready(pod) for pod in alive):
        return ServiceBacking(ready=sum(map(ready, alive)))
    return ServiceBacking(unready=max(len(alive), endpoints.others))


async def _slices(kube: ObjectReader, service: Object) -> list[Object] | None:
    metadata = service["metadata"]
    path, query = paths.collection("EndpointSlice", metadata["namespace"]), metadata["name"]
    try:
        return await kube.list(path, labelSelector=f"kubernetes.io/service-name={query}")
    except NotHeldError:
        return None
