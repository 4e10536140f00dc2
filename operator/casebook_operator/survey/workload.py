"""From the subject of a case to its failing pods and their owners, for every kind that a signal may be about."""

from dataclasses import dataclass

from casebook_analyzer.models import Trigger
from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import conditions_of, created_at, metadata_of, name_of, spec_of, uid_of
from casebook_operator.kube.pods import claims_of
from casebook_operator.kube.values import mapping
from casebook_operator.reading.ownership import belongs
from casebook_operator.reading.pods.containers import pod_shows_failure
from casebook_operator.survey.lookup import Lookup

MAX_PODS = 3
"""Failing pods that are looked at. They were made from one template, so more of them repeat each other."""

WORKLOADS = frozenset({"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"})
"""Kinds with a pod template and a selector of their own pods."""

_MADE_BY = {"Deployment": "ReplicaSet", "CronJob": "Job"}


@dataclass(frozen=True, slots=True)
class Workload:
    pods: tuple[Object, ...] = ()
    owners: tuple[Object, ...] = ()
    target: Object | None = None


async def workload_of(lookup: Lookup) -> Workload:
    """The subject's failing pods, their owners, and the subject's own object if it is neither: what still exists."""
    subject, pod = lookup.subject, await lookup.origin_pod()
    if pod is not None:
        return await _around_pod(lookup, pod)
    if not paths.known(subject.kind) or subject.kind == "Pod":
        return Workload()
    own = await lookup.get(subject.kind, subject.namespace, subject.name)
    if own is None:
        return Workload()
    if subject.kind in _MADE_BY or subject.kind in WORKLOADS:
        return await _around_owner(lookup, own)
    return await _around_target(lookup, own)


async def _around_pod(lookup: Lookup, pod: Object) -> Workload:
    owners, subject = await lookup.chain(pod), lookup.subject
    is_owner = subject.kind in WORKLOADS or subject.kind in _MADE_BY
    if is_owner and all((one["kind"], name_of(one)) != (subject.kind, subject.name) for one in owners):
        top = await lookup.get(subject.kind, subject.namespace, subject.name)
        owners = (*owners, top) if top else owners
    others = await _others(lookup, owners[-1], pod) if owners else []
    target = None
    if paths.known(subject.kind) and not is_owner and subject.kind != "Pod":
        target = await lookup.get(subject.kind, subject.namespace, subject.name)
    return Workload((pod, *others)[:MAX_PODS], owners, target)


async def _others(lookup: Lookup, top: Object, origin: Object) -> list[Object]:
    if spec_of(top).get("replicas") == 1 or not spec_of(top).get("selector"):
        return []
    pods = await _pods_of(lookup, top)
    return [pod for pod in pods if name_of(pod) != name_of(origin) and pod_shows_failure(pod)]


async def _around_owner(lookup: Lookup, top: Object) -> Workload:
    """The pods below an owner; or, where it has none, what it makes them with: that says why."""
    made: Object | None = None
    if top["kind"] == "CronJob":
        made = await _newest_made(lookup, top)
    pods = _choose(lookup, await _pods_of(lookup, made or top)) if made or top["kind"] != "CronJob" else []
    if pods:
        return Workload(tuple(pods), await lookup.chain(pods[0], made or top) or (top,))
    if made is None and top["kind"] in _MADE_BY:
        made = await _newest_made(lookup, top)
    above = await lookup.chain(top)
    return Workload((), (made, top, *above) if made else (top, *above))


async def _newest_made(lookup: Lookup, top: Object) -> Object | None:
    kind = _MADE_BY[top["kind"]]
    made = [one for one in await lookup.list(kind, spec_of(top).get("selector")) if belongs(one, top)]
    bad = [one for one in made if _has_failed(one)]
    newest = max(bad or made, key=lambda one: str(metadata_of(one).get("creationTimestamp")), default=None)
    return None if newest is None else newest | {"kind": kind}


def _has_failed(made: Object) -> bool:
    bad = ("Failed", "FailureTarget", "ReplicaFailure")
    return any(one["type"] in bad and one.get("status") == "True" for one in conditions_of(made))


async def _around_target(lookup: Lookup, target: Object) -> Workload:
    spec = spec_of(target)
    match target["kind"]:
        case "HorizontalPodAutoscaler":
            scaled = mapping(spec, "scaleTargetRef")
            if scaled.get("kind") not in WORKLOADS:
                return Workload(target=target)
            owner = await lookup.get(scaled["kind"], lookup.subject.namespace, str(scaled.get("name")))
            if owner is None:
                return Workload(target=target)
            around = await _around_owner(lookup, owner)
            return Workload(around.pods, around.owners, target)
        case "PersistentVolumeClaim":
            pods = [pod for pod in await lookup.list("Pod") if name_of(target) in claims_of(pod)]
        case "Service":
            pods = await lookup.list("Pod", {"matchLabels": spec["selector"]}) if spec.get("selector") else []
        case "PodDisruptionBudget":
            pods = await lookup.list("Pod", spec["selector"]) if spec.get("selector") else []
        case _:
            pods = []
    chosen = _choose(lookup, pods)
    return Workload(tuple(chosen), await lookup.chain(chosen[0]) if chosen else (), target)


async def _pods_of(lookup: Lookup, top: Object) -> list[Object]:
    pods = [pod for pod in await lookup.list("Pod", spec_of(top).get("selector")) if belongs(pod, top)]
    return sorted(pods, key=_age_key, reverse=True)


def _age_key(pod: Object) -> tuple[str, str]:
    return str(created_at(pod) or ""), uid_of(pod)


def _choose(lookup: Lookup, pods: list[Object]) -> list[Object]:
    """The failing ones, the newest first; the newest one where the case may be about healthy ones.

    Of what a person asked about, several: whoever looks for trouble that no status shows needs more than one log.
    """
    newest = sorted(pods, key=_age_key, reverse=True)
    bad = [pod for pod in newest if pod_shows_failure(pod)][:MAX_PODS]
    if bad or not lookup.signal.trigger.policy.pods_may_look_fine:
        return bad
    return _spread(newest) if lookup.signal.trigger is Trigger.MANUAL else newest[:1]


def _spread(newest: list[Object]) -> list[Object]:
    """The newest, the oldest and one between: what grows with time shows in the oldest, a rollout in the newest."""
    places = (0, len(newest) - 1, len(newest) // 2)
    return [newest[place] for place in dict.fromkeys(places)] if newest else []
