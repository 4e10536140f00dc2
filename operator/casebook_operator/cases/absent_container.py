"""Whether what somebody asks about has the container that he names. Without it, nothing that was meant is looked at."""

from casebook_operator.cases.absence import AskedAbout
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import spec_of, template_spec
from casebook_operator.kube.pods import CONTAINER_LISTS
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.selectors import label_selector

_OF_OTHERS = "Service"
"""Its containers are those of whatever it selects, which may have none at this moment."""


async def container_absence(kube: ObjectReader, about: AskedAbout, container: str) -> str:
    """Why there is no such container, as a sentence; empty where there is one, where none is named, or nobody may tell.

    Raises:
        ClusterRefusedError: The API server refuses a request, and not for want of a right.
        ClusterUnavailableError: The API server does not answer.
    """
    if not container or about.kind == _OF_OTHERS:
        return ""
    if about.kind != "Pod" and about.kind not in paths.WORKLOADS:
        return f"A {about.kind} has no containers."
    known = await containers_in(kube, about)
    if known is None or container in known:
        return ""
    return f"There is no container {container} in {about.kind} {about.name}."


async def containers_in(kube: ObjectReader, about: AskedAbout) -> list[str] | None:
    """The names of the containers of a pod or of a workload's pods; None where that cannot be read.

    Pods have more than their workload says: what a webhook puts into them, or ``kubectl debug``.
    """
    try:
        found = await kube.get(paths.item(about.kind, about.namespace, about.name))
        pods = [] if about.kind == "Pod" else await _pods_of(kube, about.kind, found)
    except ApiStatusError as error:
        if error.not_found or error.forbidden:
            return None
        raise
    specs = (spec_of(found), _made_from(found), *map(spec_of, pods))
    lists = (mappings(spec, each.declared) for spec in specs for each in CONTAINER_LISTS)
    return list(dict.fromkeys(name for each in lists for one in each if (name := text(one, "name"))))


def _made_from(workload: Object) -> Object:
    """The pod specification of a workload; a CronJob keeps it in that of its Jobs."""
    return template_spec(mapping(workload, "spec", "jobTemplate") or workload)


async def _pods_of(kube: ObjectReader, kind: str, workload: Object) -> list[Object]:
    """Its pods; those of its namespace where it selects none itself."""
    selector = mapping(workload, "spec", "selector")
    labels = label_selector({"matchLabels": selector} if kind == "ReplicationController" else selector)
    path = paths.collection("Pod", text(workload, "metadata", "namespace"))
    return await (kube.list(path, labelSelector=labels) if labels else kube.list(path))
