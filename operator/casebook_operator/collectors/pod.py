"""The pod: phase, conditions, and of every failing container its state, its last end and what it is allowed to use."""

from casebook_analyzer.models import FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of, metadata_of, name_of, namespace_of, spec_of, status_of
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import texts
from casebook_operator.reading.collector import Collector, has_pods
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import NOTHING
from casebook_operator.reading.objects import listing, pod_entity
from casebook_operator.reading.pods.container_specs import specification_facts
from casebook_operator.reading.pods.container_states import state_facts
from casebook_operator.reading.pods.containers import failing

MAX_CONTAINERS = 4
"""Failing containers of the first pod that are described. Of the other pods, one."""

_BAD_WHEN_TRUE = frozenset({"DisruptionTarget", "PodResizePending"})
"""Pod conditions that report trouble by being True; the others do so by being False (core/v1 types.go)."""

_NOT_TOLD = frozenset({"ContainersReady", "PodResizeInProgress", "AllContainersRestarting"})
"""The first says what Ready says, for the same reason; the others are not trouble while they are False."""

_SANDBOX = "PodReadyToStartContainers"


async def collect(context: CollectorContext, findings: Findings) -> None:
    for number, pod in enumerate(context.pods):
        findings.entity(pod_entity(pod, context.subject))
        _phase(context, findings, pod)
        _conditions(context, findings, pod)
        for kind, status in failing(pod, context.subject.container)[: MAX_CONTAINERS if number == 0 else 1]:
            state_facts(context, findings, pod, kind, status)
            if number == 0:  # the others were made from the same template
                specification_facts(context, findings, pod, status)


COLLECTOR = Collector(
    name="pod",
    rank=10,
    needs=NOTHING,
    when="pods",
    tells=(
        "phase, conditions, of every container that fails its state, last end, limits, image, mounts, accounts that "
        "its environment names, and probes; of all, when none fails"
    ),
    collect=collect,
    applies=has_pods,
    seconds=2.0,
    max_bytes=32 * 1024,
)


def _phase(context: CollectorContext, findings: Findings, pod: Object) -> None:
    status, spec = status_of(pod), spec_of(pod)
    where = f" on node {spec['nodeName']}" if spec.get("nodeName") else ""
    if not where and (status.get("phase") or "Pending") == "Pending":
        where = " on no node yet"
    why = ": ".join(text for text in (status.get("reason"), status.get("message")) if text)
    leaving = _leaving(metadata_of(pod))
    phase = status.get("phase") or "of unknown phase"
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} status",
        f"Pod {namespace_of(pod)}/{name_of(pod)} is {phase}{where}{leaving}" + (f" ({why})" if why else ""),
        {
            "phase": status.get("phase"),
            "reason": status.get("reason"),
            "qosClass": status.get("qosClass"),
            "nodeName": spec.get("nodeName"),
            "priorityClass": spec.get("priorityClassName"),
        },
        entity=pod_entity(pod, context.subject),
        time=real_time(status.get("startTime")),
    )


def _leaving(metadata: Object) -> str:
    if not metadata.get("deletionTimestamp"):
        return ""
    held = listing(str(finalizer) for finalizer in texts(metadata, "finalizers"))
    return f", being deleted, held by finalizers {held}" if held else ", being deleted"


def _conditions(context: CollectorContext, findings: Findings, pod: Object) -> None:
    for condition in conditions_of(pod):
        if not _is_bad(condition, status_of(pod).get("phase") or ""):
            continue
        message = f": {condition['message']}" if condition.get("message") else ""
        reason = condition.get("reason") or "no reason given"
        findings.fact(
            FactKind.STATE,
            f"pod {name_of(pod)} status.conditions[{condition['type']}]",
            f"Pod {name_of(pod)}: {condition['type']} is {condition['status']} ({reason}){message}",
            {"condition": condition["type"], "status": condition["status"], "reason": condition.get("reason")},
            entity=pod_entity(pod, context.subject),
            time=real_time(condition.get("lastTransitionTime")),
        )


def _is_bad(condition: Object, phase: str) -> bool:
    if condition["type"] == _SANDBOX and phase != "Pending":
        return False  # a pod that has ended has no sandbox any more
    bad_status = "True" if condition["type"] in _BAD_WHEN_TRUE else "False"
    return bool(condition.get("status") == bad_status and condition["type"] not in _NOT_TOLD)
