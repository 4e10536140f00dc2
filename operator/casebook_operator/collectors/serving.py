"""Whether what a person asked about serves: it has all that it wants, and no status shows a failure."""

from casebook_analyzer.evidence import SERVES, STANDS_OUT
from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    condition_of,
    condition_status,
    conditions_of,
    name_of,
    namespace_of,
    spec_of,
    status_of,
    transition_of,
)
from casebook_operator.kube.pods import finished, ready
from casebook_operator.kube.times import latest
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.misfits import ROUTES
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.network.endpoints import selected_pods
from casebook_operator.reading.network.routes import told_of_route
from casebook_operator.reading.objects import entity_of
from casebook_operator.reading.pods.containers import pod_shows_failure

_COUNTED = {
    "Deployment": ("replicas", "readyReplicas"),
    "ReplicaSet": ("replicas", "readyReplicas"),
    "ReplicationController": ("replicas", "readyReplicas"),
    "StatefulSet": ("replicas", "readyReplicas"),
}
"""Kind -> the field of the specification with how many pods it wants (1 where it is absent), and that of the status
with how many are ready (apps/v1 types.go)."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    if any(pod_shows_failure(pod) and not ready(pod) for pod in context.pods):
        return
    obj = _own_object(context)
    if obj is None:
        return
    said, stands_out = await _said(context, findings, obj)
    if said:
        findings.fact(
            FactKind.STATE,
            f"{obj['kind'].lower()} {name_of(obj)} status",
            said,
            {SERVES: "true", STANDS_OUT: "true" if stands_out else None},
            entity=entity_of(obj["kind"], obj, "subject", context.subject),
            time=latest(*(transition_of(condition_of(pod, "Ready")) for pod in context.pods)),
        )


def applies(context: CollectorContext) -> bool:
    return context.signal.trigger is Trigger.MANUAL


COLLECTOR = Collector(
    name="serving",
    rank=5,
    needs=gets("Gateway", "GatewayClass", "IngressClass", "Service") | lists("EndpointSlice", "Pod"),
    when="what a person asks about",
    tells="that it has what it wants and no status shows a failure: what is said then fits something that serves",
    collect=collect,
    applies=applies,
    seconds=4.0,
    max_bytes=2 * 1024,
)


def _own_object(context: CollectorContext) -> Object | None:
    subject = context.subject
    if context.is_node_case:
        return context.node
    here = [*context.owners, *context.pods, *([context.target] if context.target is not None else [])]
    kinds = [(one | {"kind": one.get("kind") or "Pod"}) for one in here]
    return next((one for one in kinds if (one["kind"], name_of(one)) == (subject.kind, subject.name)), None)


async def _said(context: CollectorContext, findings: Findings, obj: Object) -> tuple[str, bool]:
    """(a sentence that says that the object serves, whether a reader should see it all the same); empty if not."""
    kind = obj["kind"]
    if kind == "Service":
        return await _service(context, findings, obj)
    if kind in ROUTES:
        return await told_of_route(context, findings, obj)
    if kind in _COUNTED:
        return _workload(obj, *_COUNTED[kind])
    if kind == "DaemonSet":
        status = status_of(obj)
        return _pods(obj, int(status.get("desiredNumberScheduled") or 0), int(status.get("numberReady") or 0))
    good = {
        "Node": lambda: _node(context, obj),
        "Pod": lambda: f"Pod {_place(obj)} is ready" if ready(obj) else "",
        "Job": lambda: f"Job {_place(obj)} has completed" if condition_status(obj, "Complete") == "True" else "",
    }
    return good[kind]() if kind in good else "", False


def _workload(obj: Object, wanted: str, is_ready: str) -> tuple[str, bool]:
    if "False" in (condition_status(obj, "Available"), condition_status(obj, "Progressing")):
        return "", False
    number = spec_of(obj).get(wanted)
    return _pods(obj, 1 if number is None else int(number), int(status_of(obj).get(is_ready) or 0))


def _pods(obj: Object, wanted: int, have: int) -> tuple[str, bool]:
    what = f"{obj['kind']} {_place(obj)}"
    if not wanted:
        return f"{what} is scaled to 0: it has no pod that could serve", True
    return (f"{have} of {wanted} pods of {what} are ready" if have >= wanted else ""), False


async def _service(context: CollectorContext, findings: Findings, obj: Object) -> tuple[str, bool]:
    pods = [pod for pod in await selected_pods(context, findings, obj) or () if not finished(pod)]
    have = sum(1 for pod in pods if ready(pod))
    said = f"{have} of {len(pods)} pods behind Service {_place(obj)} are ready" if have else ""
    return said, have < len(pods)


def _node(context: CollectorContext, node: Object) -> str:
    good = condition_status(node, "Ready") == "True" and not any(_bad(context, one) for one in conditions_of(node))
    return f"Node {name_of(node)} is ready, and no condition of it is bad" if good else ""


def _bad(context: CollectorContext, condition: Object) -> bool:
    rule = context.conditions.rule_for(str(condition.get("type")))
    return rule is not None and rule.is_bad(str(condition.get("status")))


def _place(obj: Object) -> str:
    return f"{namespace_of(obj)}/{name_of(obj)}" if namespace_of(obj) else name_of(obj)
