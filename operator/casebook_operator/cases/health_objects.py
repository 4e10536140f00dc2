"""Whether an object whose failure stands in its own status is well again: a claim, an autoscaler, a budget and others.

An object that has not been looked at by its controller yet says nothing, and is undecided.
"""

from casebook_operator.cases.backing import backing_of
from casebook_operator.cases.subject_health import UNDECIDED, CaseView, SubjectHealth
from casebook_operator.kube import ApiStatusError, NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.objects import (
    condition_of,
    labels_of,
    metadata_of,
    spec_of,
    spec_written_at,
    status_of,
    template_labels,
)
from casebook_operator.kube.pods import phase_of
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, mappings, number, text
from casebook_operator.reading.misfits import misfits_of
from casebook_operator.reading.selectors import matches

WELL = SubjectHealth(well=True)

_BEING_REMOVED = frozenset({"karpenter.sh/disrupted", "karpenter.sh/disruption", "ToBeDeletedByClusterAutoscaler"})
"""Taints of nodes that an autoscaler drains (karpenter pkg/apis/v1/taints.go; cluster-autoscaler utils/taints)."""


def _if(well: bool) -> SubjectHealth:  # noqa: FBT001 - it reads as a sentence
    return WELL if well else UNDECIDED


async def claim(_: ObjectReader, obj: Object, __: CaseView) -> SubjectHealth:
    return _if(phase_of(obj) == "Bound")


async def volume(_: ObjectReader, obj: Object, __: CaseView) -> SubjectHealth:
    return _if(phase_of(obj) in ("Available", "Bound", "Released"))


async def namespace(_: ObjectReader, obj: Object, __: CaseView) -> SubjectHealth:
    return _if(phase_of(obj) == "Active")


async def autoscaler(_: ObjectReader, obj: Object, __: CaseView) -> SubjectHealth:
    """Whoever sets the replicas of the target to 0 has switched scaling off (podautoscaler/horizontal.go)."""
    active = condition_of(obj, "ScalingActive")
    acts = active.get("status") == "True" or active.get("reason") == "ScalingDisabled"
    return _if(acts and condition_of(obj, "AbleToScale").get("status") != "False")


async def budget(_: ObjectReader, obj: Object, __: CaseView) -> SubjectHealth:
    status = status_of(obj)
    observed = number(status, "observedGeneration") >= number(metadata_of(obj), "generation")
    met = number(status, "currentHealthy") >= number(status, "desiredHealthy")
    return _if("currentHealthy" in status and observed and (met or not number(status, "expectedPods")))


async def one_budget(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    """The eviction API refuses a pod that two budgets select (pkg/registry/core/pod/storage/eviction.go)."""
    labels = labels_of(obj) if view.case.subject.kind == "Pod" else template_labels(obj)
    try:
        budgets = await kube.list(paths.collection("PodDisruptionBudget", view.case.subject.namespace))
    except (ApiStatusError, NotHeldError):
        return UNDECIDED
    selectors = [spec_of(one)["selector"] for one in budgets if spec_of(one).get("selector") is not None]
    return _if(sum(matches(selector, labels) for selector in selectors) <= 1)


async def schedule(_: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    """What cannot be read is told at every look of the controller: who changed it since has mended it, if that ends."""
    scheduled = parse_time(status_of(obj).get("lastScheduleTime"))
    if scheduled is not None and scheduled > view.last_seen:
        return SubjectHealth(since=scheduled)
    changed = spec_written_at(obj)
    return SubjectHealth(since=changed) if changed is not None and changed > view.last_seen else UNDECIDED


async def drain(_: ObjectReader, obj: Object, __: CaseView) -> SubjectHealth:
    spec = spec_of(obj)
    tainted = any(text(taint, "key") in _BEING_REMOVED for taint in mappings(spec, "taints"))
    return _if(not (spec.get("unschedulable") or tainted or text(obj, "metadata", "deletionTimestamp")))


async def webhook(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    """One that is called by an address has no state in the cluster: it is well when nobody complains of it."""
    called = [mapping(hook, "clientConfig", "service") for hook in mappings(obj, "webhooks")]
    behind = {(text(one, "namespace"), text(one, "name")) for one in called if one}
    try:
        for place in sorted(behind):
            backing = await backing_of(kube, await kube.get(paths.item("Service", *place)))
            if backing is not None and not backing.ready:
                return UNDECIDED
    except (ApiStatusError, NotHeldError):
        return UNDECIDED
    return SubjectHealth(since=view.last_seen) if not behind else WELL


async def fits(kube: ObjectReader, obj: Object, view: CaseView) -> SubjectHealth:
    """Whoever may not read what an object names cannot tell."""
    try:
        return _if(not await misfits_of(kube, view.case.subject.kind, obj))
    except ApiStatusError:
        return UNDECIDED


async def devices(_: ObjectReader, __: Object, ___: CaseView) -> SubjectHealth:
    """A node that shows no shortage has none."""
    return WELL
