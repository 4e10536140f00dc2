"""Where the healthy pods of a workload run, compared with the pod that failed."""

import msgspec

from casebook_analyzer.models import Change, ResolutionKind, Trigger
from casebook_operator.cases.pods import node_of
from casebook_operator.cases.verdict import Health
from casebook_operator.collectors.gaps import READ_ERRORS
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.times import parse_time
from casebook_operator.kube import Object, ObjectReader, paths

_MADE_AGAIN = frozenset({"Job", "CronJob"})
"""They make another pod after each failure: that is their work, and no cure."""


class PodChange(msgspec.Struct, frozen=True, kw_only=True):
    """Another pod is healthy than the one that failed."""

    kind: ResolutionKind
    change: Change


async def pod_change(kube: ObjectReader, case: Investigation, health: Health) -> PodChange | None:
    """None where the failed pod itself is healthy again, or where none had failed."""
    pod = health.pod
    if pod is None or case.subject.kind in _MADE_AGAIN:
        return None
    if added := await _added_node(kube, case, pod):
        return added
    origin = case.signal.origin
    if origin.kind != "Pod" or case.signal.origin_uid in {_uid(one) for one in health.pods}:
        return None
    failed_on, healthy_on = case.signal.node_name, {node_of(one) for one in health.pods}
    # One pod of a DaemonSet for each node: none of them takes another's place.
    if failed_on and failed_on not in healthy_on and case.subject.kind != "DaemonSet":
        text = f"healthy on node {node_of(pod)}, after it failed on node {failed_on}"
        change = Change(text=text, fix="run the pod on another node")
        return PodChange(kind=ResolutionKind.NODE_REPLACED, change=change)
    text = f"pod {origin.name} was replaced by {pod['metadata']['name']} with the same template"
    return PodChange(kind=ResolutionKind.POD_REPLACED, change=Change(text=text, fix="replace the pod"))


async def _added_node(kube: ObjectReader, case: Investigation, pod: Object) -> PodChange | None:
    """A pod that had found no place, and a node that is younger than that."""
    name = node_of(pod)
    if case.signal.trigger is not Trigger.FAILED_SCHEDULING or not name:
        return None
    try:
        node = await kube.get(paths.item("Node", "", name))
    except READ_ERRORS:
        return None
    created = parse_time(node["metadata"].get("creationTimestamp"))
    if created is None or created <= case.signal.occurred_at:
        return None
    text = f"scheduled to node {name}, which was added after the failure"
    return PodChange(kind=ResolutionKind.NODE_ADDED, change=Change(text=text, fix="add a node"))


def _uid(pod: Object) -> str:
    return str(pod["metadata"].get("uid") or "")
