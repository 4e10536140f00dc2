"""What the namespace may use, and how much of it is used: for pods that cannot be created."""

from casebook_analyzer.evidence.quantities import amount, readable
from casebook_analyzer.models import Category, Trigger
from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, status_of
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.demands import limits_of, requests_of, specification

_TRIGGERS = frozenset({Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK, Trigger.AUTOSCALER_FAILED})
_SAID = compiled(
    r"(?i)exceeded quota|failed quota|LimitRange|maximum (?:cpu|memory) usage|minimum (?:cpu|memory) usage"
)

_OBJECT_COUNTS = {"pods": 1.0, "count/pods": 1.0}
"""Resources that one more pod uses up by being there (pkg/quota/v1/evaluator/core/pods.go)."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    namespace = context.subject.namespace
    quotas = await every(context, findings, "ResourceQuota", namespace)
    if quotas is not None:
        findings.looked_for(f"ResourceQuotas of namespace {namespace}", listing(map(name_of, quotas)) or "none")
    needs = _needs(specification(context))
    for quota in quotas or ():
        findings.rests_on(*state_of("ResourceQuota", quota))
        _quota(context, findings, quota, needs)
    for limit_range in await every(context, findings, "LimitRange", namespace) or ():
        findings.rests_on(*state_of("LimitRange", limit_range))
        _limit_range(context, findings, limit_range)


def applies(context: CollectorContext) -> bool:
    """Whether a quota may have refused pods: none exists, or a signal or a text says so."""
    return not context.is_node_case and (not context.pods or at_once(context))


def at_once(context: CollectorContext) -> bool:
    return context.signal.trigger in _TRIGGERS or any(_SAID.search(text) for text in context.texts)


COLLECTOR = Collector(
    name="quota",
    rank=120,
    needs=lists("ResourceQuota", "LimitRange"),
    when="pods that cannot be made",
    tells="quotas that one more pod would exceed",
    decides=frozenset({Category.RESOURCE_EXHAUSTION, Category.SCHEDULING_FAILURE}),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=5.0,
    max_bytes=8 * 1024,
)


def _needs(spec: Object) -> dict[str, float]:
    """What one more pod takes of a quota, by the names of its resources (pkg/quota/v1/evaluator/core/pods.go)."""
    if not spec:
        return {}
    needs = dict(_OBJECT_COUNTS)
    for name, value in requests_of(spec).items():
        needs[f"requests.{name}"] = value
        if name in ("cpu", "memory", "ephemeral-storage"):
            needs[name] = value
    return needs | {f"limits.{name}": value for name, value in limits_of(spec).items()}


def _quota(context: CollectorContext, findings: Findings, quota: Object, needs: dict[str, float]) -> None:
    status, namespace = status_of(quota), context.subject.namespace
    about = ref("ResourceQuota", namespace, name_of(quota))
    hard = mapping(status, "hard") or mapping(quota, "spec", "hard")
    used = mapping(status, "used")
    full = 0
    for resource in sorted(hard):
        limit, taken = amount(str(hard[resource])), amount(str(used.get(resource, "0")))
        if limit is None or taken is None:
            continue
        need = needs.get(resource, 0.0)
        if taken + need <= limit and (needs or taken < limit):  # of a pod that nobody knows, any full quota may be it
            continue
        full += 1
        asks = f", and a pod needs {readable(need, resource)} more" if need else ""
        state = f"{used.get(resource, 0)} of {hard[resource]} {resource} are used{asks}"
        text = f"ResourceQuota {namespace}/{name_of(quota)}: {state}"
        attributes = {"resource": resource, "used": used.get(resource, "0"), "hard": hard[resource]}
        tell(findings, about, "exhausted", text, source=f"resourcequota {about.name} status", **attributes)
    if full:
        told_writes(context, findings, "ResourceQuota", quota, "quota")
    else:
        parts = listing(f"{used.get(one, 0)} of {hard[one]} {one}" for one in sorted(hard)[:6])
        tell(findings, about, "ok", f"ResourceQuota {namespace}/{name_of(quota)} has room: {parts}")


def _limit_range(context: CollectorContext, findings: Findings, limit_range: Object) -> None:
    namespace, name = context.subject.namespace, name_of(limit_range)
    parts = [
        f"{bound} of a {limit.get('type')}: {listing(f'{key} {value}' for key, value in sorted(limit[bound].items()))}"
        for limit in mappings(limit_range, "spec", "limits")
        for bound in ("default", "defaultRequest", "max", "min")
        if limit.get(bound)
    ]
    text = f"LimitRange {namespace}/{name} sets {'; '.join(parts) or 'nothing'}"
    tell(findings, ref("LimitRange", namespace, name), "ok", text)
    told_writes(context, findings, "LimitRange", limit_range, "quota")
