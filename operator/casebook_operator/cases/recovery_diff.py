"""What differs between a subject that failed and the same subject now that it is healthy.

Several things may have changed, and one of them is named as the kind of the resolution, the first of these:

1. the pod template, 2. an object that it rests on: people changed these, and meant this workload. Both are listed
   where both were changed, for one rollout often brings the other.
3. The number of pods, where no autoscaler sets it: its own, or that of a workload that it lacked.
4. The node. It follows from a rollout, for new pods go where there is room, and so it counts only without one.
5. The pod alone. It follows from all of the above.

What Argo CD or Flux applied meanwhile is told beside the first two: it says where the change came from, and by itself
explains nothing, for a release changes many workloads.

Nothing of it: the subject recovered by itself. So it has where only its controller did something: that teaches no fix.

An outage has no template and no pods. It rests on what all those rest on that failed for it (2. and 3.).
"""

import msgspec

from casebook_analyzer.evidence import (
    clean_objects,
    clean_template,
    compare_nodes,
    compare_objects,
    compare_templates,
    listed_changes,
    missing_secrets,
)
from casebook_analyzer.models import Change, EvidenceBundle, ObjectState, ResolutionKind, TriggerLevel, WorkloadTemplate
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.cases.placement import pod_change
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import OUTAGE, followers_count
from casebook_operator.kube import ObjectReader
from casebook_operator.kube.objects import uid_of
from casebook_operator.off_loop import by_thread
from casebook_operator.pseudonyms import Pseudonyms, PseudonymsOf
from casebook_operator.reading.changes.deliveries import KINDS as DELIVERIES
from casebook_operator.reading.changes.revisions import current_template, went_back
from casebook_operator.reading.find import read_again

_REPLICAS = frozenset({"Deployment", "StatefulSet", "ReplicaSet"})
_NODE = "Node"

MAX_SUMMARY = 3
"""Changes that the one line of a resolution names."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """What ended a failure."""

    kind: ResolutionKind
    summary: str
    changes: tuple[Change, ...] = ()


class RecoveryDiff:
    """Finds out what ended a failure: reads the template and the objects of a case again, and compares."""

    def __init__(self, *, kube: ObjectReader, pseudonyms: PseudonymsOf) -> None:
        self._kube = kube
        self._pseudonyms = pseudonyms

    async def ending(self, case: Investigation, health: SubjectHealth, bundle: EvidenceBundle | None) -> Ending:
        """What has changed since the failure. ``bundle`` is its evidence; without one only the pods are compared."""
        own = self._pseudonyms(case.subject.namespace)
        if case.subject.kind == OUTAGE:
            return _outage_ending(case, *await self._objects(bundle, own))
        if health.gone:
            return Ending(kind=ResolutionKind.SUBJECT_DELETED, summary=health.gone)
        template = await self._template(health, bundle, own)
        before, after = await self._objects(bundle, own)
        objects = config_changes(before, after)
        if (
            bundle is not None
            and health.pod is not None
            and not template
            and case.signal.trigger.policy.may_lack_configuration
        ):
            objects += missing_secrets(bundle)
        if template or objects:
            kind = ResolutionKind.TEMPLATE_CHANGED if template else ResolutionKind.CONFIG_CHANGED
            return _told(kind, template + objects + _releases(before, after))
        if replicas := compare_objects(_of(before, _REPLICAS), _of(after, _REPLICAS)):
            return _told(ResolutionKind.REPLICAS_CHANGED, replicas)
        return await self._without_intent(case, health, before, after)

    async def _objects(
        self, bundle: EvidenceBundle | None, own: Pseudonyms
    ) -> tuple[tuple[ObjectState, ...], tuple[ObjectState, ...]]:
        """What a case rests on, as it was when it failed and as it is now."""
        before = bundle.objects if bundle is not None else ()
        return before, await by_thread(clean_objects, await read_again(self._kube, before), own.sanitizer)

    async def _template(
        self, health: SubjectHealth, bundle: EvidenceBundle | None, own: Pseudonyms
    ) -> tuple[Change, ...]:
        if health.pod is None or bundle is None or bundle.template is None:
            return ()
        healthy = await current_template(self._kube, health.pod, own.digest)
        changes = await by_thread(_compared, bundle.template, healthy, own.sanitizer)
        if not changes:
            return ()
        back = await went_back(self._kube, health.pod, bundle.template.revision)
        return (Change(text=back, fix="roll back to an earlier revision"), *changes) if back else changes

    async def _without_intent(
        self,
        case: Investigation,
        health: SubjectHealth,
        before: tuple[ObjectState, ...],
        after: tuple[ObjectState, ...],
    ) -> Ending:
        """Nobody has changed what the workload is. Its node may be another, or its pod."""
        pods = await pod_change(self._kube, case, health)
        if pods is not None and pods.kind is not ResolutionKind.POD_REPLACED:
            return _moved(case, pods.kind, pods.change)
        node = _node_change(before, after)
        if node is not None:
            return _told(*node)
        if pods is not None:
            return _moved(case, pods.kind, pods.change)
        if case.subject.kind == _NODE:
            what = case.subject.device or case.signal.failure_class
            summary = f"{what} is healthy again on the same node, and nothing of it was changed"
        elif health.pod is not None and uid_of(health.pod) == case.signal.origin_uid:
            summary = "the same pod is healthy again, and nothing of it was changed"
        else:
            summary = "recovered without a change that Casebook saw"
        return Ending(kind=ResolutionKind.RECOVERED_BY_ITSELF, summary=summary)


def _compared(failed: WorkloadTemplate, healthy: WorkloadTemplate, sanitizer: Sanitizer) -> tuple[Change, ...]:
    return compare_templates(failed, clean_template(healthy, sanitizer))


def _told(kind: ResolutionKind, changes: tuple[Change, ...]) -> Ending:
    summary = listed_changes([change.text for change in changes], MAX_SUMMARY)
    return Ending(kind=kind, summary=summary, changes=changes)


def _outage_ending(case: Investigation, before: tuple[ObjectState, ...], after: tuple[ObjectState, ...]) -> Ending:
    nobody = f"none of the {followers_count(case)} that failed for it fails any more"
    if objects := config_changes(before, after):
        ended = _told(ResolutionKind.CONFIG_CHANGED, objects + _releases(before, after))
    elif replicas := compare_objects(_of(before, _REPLICAS), _of(after, _REPLICAS)):
        ended = _told(ResolutionKind.REPLICAS_CHANGED, replicas)
    else:
        return Ending(kind=ResolutionKind.RECOVERED_BY_ITSELF, summary=nobody)
    return msgspec.structs.replace(ended, summary=f"{nobody}: {ended.summary}")


def _moved(case: Investigation, kind: ResolutionKind, change: Change) -> Ending:
    if case.signal.trigger.policy.level is TriggerLevel.LOST:
        return Ending(kind=ResolutionKind.RECOVERED_BY_ITSELF, summary=f"{change.text}, by its controller")
    return Ending(kind=kind, summary=change.text, changes=(change,))


def config_changes(before: tuple[ObjectState, ...], after: tuple[ObjectState, ...]) -> tuple[Change, ...]:
    """What people changed of the objects that a case rests on, without replicas, releases and nodes."""
    others = _REPLICAS | DELIVERIES | {_NODE}
    return compare_objects((one for one in before if one.kind not in others), after)


def _releases(before: tuple[ObjectState, ...], after: tuple[ObjectState, ...]) -> tuple[Change, ...]:
    """Without a fix: that another release came is not what helped, but what it changed."""
    changes = compare_objects(_of(before, DELIVERIES), after)
    return tuple(msgspec.structs.replace(change, fix="") for change in changes)


def _of(objects: tuple[ObjectState, ...], kinds: frozenset[str]) -> tuple[ObjectState, ...]:
    """Objects of these kinds that set something, in a way in which it can be compared."""
    return tuple(one for one in objects if one.kind in kinds and one.exists and one.state)


def _node_change(
    before: tuple[ObjectState, ...], after: tuple[ObjectState, ...]
) -> tuple[ResolutionKind, tuple[Change, ...]] | None:
    now = {one.name: one for one in after if one.kind == _NODE}
    for old in _of(before, frozenset({_NODE})):
        if old.name in now and (found := compare_nodes(old, now[old.name])) is not None:
            return found
    return None
