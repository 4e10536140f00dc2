"""The pods of one node, which several collectors look at from different sides: read once."""

from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.objects import name_of
from casebook_operator.collectors.reading import every
from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of


async def pods_of_node(context: CollectorContext, findings: Findings, node: str) -> list[Object] | None:
    """Pods that have not ended. A kubelet runs 110 unless it is told otherwise (``maxPods``)."""
    selector = f"spec.nodeName={node},status.phase!=Succeeded,status.phase!=Failed"
    return await every(context, findings, "Pod", fieldSelector=selector)


def maker_of(pod: Object) -> tuple[str, str]:
    """(kind, name) of the object to mend: what made the pod, or the pod itself."""
    controller = controller_of(pod)
    if controller is None:
        return "Pod", name_of(pod)
    kind, name = str(controller["kind"]), str(controller.get("name") or "")
    if kind == "ReplicaSet" and "-" in name:
        return "Deployment", name.rpartition("-")[0]
    return kind, name
