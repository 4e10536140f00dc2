"""The owner chain: who made the pod, how many it should have, and what its controller complains about."""

from collections.abc import Callable

from casebook_analyzer.models import FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of, name_of, spec_of, status_of
from casebook_operator.kube.times import real_time
from casebook_operator.reading.collector import Collector, has_owners
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import NOTHING
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.objects import entity_of

_BAD_STATUS = {
    "Available": "False",
    "Progressing": "False",
    "ReplicaFailure": "True",
    "Failed": "True",
    "FailureTarget": "True",
    "Suspended": "True",
}
"""Conditions of Deployments, ReplicaSets and Jobs, and the status that is bad (apps/v1 and batch/v1 types.go)."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    for owner in context.owners[-1:]:  # the others do as it says
        findings.rests_on(*state_of(owner["kind"], owner))
    for owner in context.owners:
        entity = entity_of(owner["kind"], owner, "owner", context.subject)
        findings.entity(entity)
        counts = _COUNTS.get(owner["kind"])
        if counts is not None and owner.get("status"):  # shortened objects have none
            text, numbers = counts(owner)
            source = f"{owner['kind'].lower()} {name_of(owner)} status"
            findings.fact(FactKind.STATE, source, f"{owner['kind']} {name_of(owner)} {text}", numbers, entity=entity)
        for condition in conditions_of(owner):
            if condition["type"] in _BAD_STATUS and _BAD_STATUS[condition["type"]] == condition.get("status"):
                _condition(context, findings, owner, condition)


COLLECTOR = Collector(
    name="owners",
    rank=40,
    needs=NOTHING,
    when="owners",
    tells="replicas, bad conditions",
    collect=collect,
    applies=has_owners,
    seconds=2.0,
    max_bytes=16 * 1024,
)


def _condition(context: CollectorContext, findings: Findings, owner: Object, condition: Object) -> None:
    message = f": {condition['message']}" if condition.get("message") else ""
    reason = condition.get("reason") or "no reason given"
    findings.fact(
        FactKind.STATE,
        f"{owner['kind'].lower()} {name_of(owner)} status.conditions[{condition['type']}]",
        f"{owner['kind']} {name_of(owner)}: {condition['type']} is {condition['status']} ({reason}){message}",
        {"condition": condition["type"], "status": condition["status"], "reason": condition.get("reason")},
        entity=entity_of(owner["kind"], owner, "owner", context.subject),
        time=real_time(condition.get("lastTransitionTime")),
    )


def _replicas(owner: Object) -> tuple[str, dict[str, object]]:
    """Tell it in other words where none are wanted: that comes after a pod that failed, and never causes it.

    A rollout leaves each ReplicaSet it has replaced so (kubernetes: pkg/controller/deployment/rolling.go), and a person
    or an autoscaler the workload itself.
    """
    desired = spec_of(owner).get("replicas", 1)
    ready = status_of(owner).get("readyReplicas") or 0
    if desired == 0:
        return "wants no pods any more", {"desired": desired, "ready": ready}
    return f"has {ready} of {desired} replicas ready", {"desired": desired, "ready": ready}


def _daemon_pods(owner: Object) -> tuple[str, dict[str, object]]:
    status = status_of(owner)
    desired, ready = status.get("desiredNumberScheduled") or 0, status.get("numberReady") or 0
    return f"has {ready} of {desired} pods ready", {"desired": desired, "ready": ready}


def _job_pods(owner: Object) -> tuple[str, dict[str, object]]:
    spec, status = spec_of(owner), status_of(owner)
    failed, succeeded = status.get("failed") or 0, status.get("succeeded") or 0
    limit = spec.get("backoffLimit")
    text = f"has {succeeded} pods succeeded and {failed} failed; backoffLimit {limit}"
    return text, {"failed": failed, "succeeded": succeeded, "backoffLimit": limit}


_COUNTS: dict[str, Callable[[Object], tuple[str, dict[str, object]]]] = {
    "Deployment": _replicas,
    "ReplicaSet": _replicas,
    "StatefulSet": _replicas,
    "DaemonSet": _daemon_pods,
    "Job": _job_pods,
}
