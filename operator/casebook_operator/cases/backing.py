"""Who stands behind a Service, read from the API server."""

from casebook_operator.cases.pods import finished, leaving, ready
from casebook_operator.collectors.endpoints import count_endpoints
from casebook_operator.collectors.selectors import label_selector
from casebook_operator.kube import NotHeldError, Object, ObjectReader, paths
from casebook_operator.signals.services import Backing


async def backing_of(kube: ObjectReader, service: Object) -> Backing | None:
    """None for a Service that is a name for something else, and where nobody can tell.

    Raises :class:`casebook_operator.kube.ApiStatusError` where reading is refused.
    """
    spec = service.get("spec") or {}
    if spec.get("type") == "ExternalName":
        return None
    slices = await _slices(kube, service)
    endpoints = count_endpoints(slices or ())
    if endpoints.ready:
        return Backing(ready=endpoints.ready, unready=endpoints.others)
    selector = label_selector({"matchLabels": spec.get("selector") or {}})
    if not selector:
        return None if slices is None else Backing(unready=endpoints.others)
    pods = await kube.list(paths.collection("Pod", service["metadata"]["namespace"]), labelSelector=selector)
    alive = [pod for pod in pods if not (finished(pod) or leaving(pod))]
    if slices is None and any(ready(pod) for pod in alive):
        return Backing(ready=sum(map(ready, alive)))
    return Backing(unready=max(len(alive), endpoints.others))


async def _slices(kube: ObjectReader, service: Object) -> list[Object] | None:
    metadata = service["metadata"]
    path, query = paths.collection("EndpointSlice", metadata["namespace"]), metadata["name"]
    try:
        return await kube.list(path, labelSelector=f"kubernetes.io/service-name={query}")
    except NotHeldError:
        return None
