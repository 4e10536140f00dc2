"""Where the healthy pods of a workload run, compared with the pod that failed."""

import msgspec

from casebook_analyzer.models import Change, RecoveryRule, ResolutionKind
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object, ObjectReader, paths
from casebook_operator.kube.objects import created_at, uid_of
from casebook_operator.kube.pods import node_of
from casebook_operator.reading.gaps import READ_ERRORS

_MADE_AGAIN = frozenset({"Job", "CronJob"})
"""They make another pod after each failure: that is their work, and no cure."""


class PodChange(msgspec.Struct, frozen=True, kw_only=True):
    """The subject is healthy in another pod than the one that failed, perhaps on another node."""

    kind: ResolutionKind
    change: Change


async def pod_change(kube: ObjectReader, case: Investigation, health: SubjectHealth) -> PodChange | None:
    """How the healthy pod differs from the failed one. None if that is healthy again itself, or no pod had failed."""
    pod = health.pod
    if pod is None or case.subject.kind in _MADE_AGAIN:
        return None
    if added := await _added_node(kube, case, pod):
        return added
    origin = case.signal.origin
    if origin.kind != "Pod" or case.signal.origin_uid in {uid_of(one) for one in health.pods}:
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
    if case.signal.trigger.policy.recovery is not RecoveryRule.SCHEDULED or not name:
        return None
    try:
        node = await kube.get(paths.item("Node", "", name))
    except READ_ERRORS:
        return None
    created = created_at(node)
    if created is None or created <= case.signal.occurred_at:
        return None
    text = f"scheduled to node {name}, which was added after the failure"
    return PodChange(kind=ResolutionKind.NODE_ADDED, change=Change(text=text, fix="add a node"))
