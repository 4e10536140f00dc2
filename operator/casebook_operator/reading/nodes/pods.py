"""The pods of one node, which several collectors look at from different sides: read once."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, name_of, spec_of
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings


async def pods_of_node(context: CollectorContext, findings: Findings, node: str) -> list[Object] | None:
    """The pods of a node that have not ended; None, and a Gap, when they cannot be read.

    A kubelet runs 110 of them unless it is told otherwise (``maxPods``).
    """
    selector = f"spec.nodeName={node},status.phase!=Succeeded,status.phase!=Failed"
    return await every(context, findings, "Pod", fieldSelector=selector)


def reaches_host(pod: Object) -> bool:
    """Whether a pod shares its node's network or files, or is privileged, as a part of the node itself does.

    Anybody may call a pod like a driver. Pod Security allows this to nobody below the level ``privileged``.
    """
    spec = spec_of(pod)
    if spec.get("hostNetwork") is True or any("hostPath" in volume for volume in mappings(spec, "volumes")):
        return True
    return any(mapping(one, "securityContext").get("privileged") is True for one in containers_of(spec))


def maker_of(pod: Object) -> tuple[str, str]:
    """(kind, name) of the object to mend: what made the pod, or the pod itself."""
    controller = controller_of(pod)
    if controller is None:
        return "Pod", name_of(pod)
    kind, name = str(controller["kind"]), text(controller, "name")
    if kind == "ReplicaSet" and "-" in name:
        return "Deployment", name.rpartition("-")[0]
    return kind, name
