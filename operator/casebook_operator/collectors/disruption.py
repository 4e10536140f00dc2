"""A disruption budget that lets nobody be evicted, and why it does not."""

from casebook_analyzer.models import Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, spec_of, status_of
from casebook_operator.kube.values import mapping
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.selectors import matches

KIND = "PodDisruptionBudget"

MAX_BUDGETS = 3


async def collect(context: CollectorContext, findings: Findings) -> None:
    if context.subject.kind == KIND and context.target is not None:
        _budget(context, findings, context.target)
        return
    namespace = context.subject.namespace
    budgets = [one for one in await every(context, findings, KIND, namespace) or () if _covers(context, one)]
    findings.looked_for("PodDisruptionBudgets that cover the pods", ", ".join(map(name_of, budgets)) or "none")
    for budget in budgets[:MAX_BUDGETS]:
        _budget(context, findings, budget)


def applies(context: CollectorContext) -> bool:
    return context.subject.kind == KIND or context.signal.trigger is Trigger.DISRUPTION_BLOCKED


COLLECTOR = Collector(
    name="disruption",
    rank=170,
    needs=lists("PodDisruptionBudget"),
    when="budgets, evictions that are refused",
    tells="why nobody may be evicted",
    collect=collect,
    applies=applies,
    seconds=4.0,
    max_bytes=4 * 1024,
)


def _covers(context: CollectorContext, budget: Object) -> bool:
    return any(matches(mapping(budget, "spec", "selector"), labels_of(pod)) for pod in context.pods)


def _budget(context: CollectorContext, findings: Findings, budget: Object) -> None:
    spec, status = spec_of(budget), status_of(budget)
    healthy, desired = int(status.get("currentHealthy") or 0), int(status.get("desiredHealthy") or 0)
    allowed, expected = int(status.get("disruptionsAllowed") or 0), int(status.get("expectedPods") or 0)
    bound = next(((field, spec[field]) for field in ("minAvailable", "maxUnavailable") if field in spec), ("", ""))
    about = ref(KIND, context.subject.namespace, name_of(budget))
    counts = f"{healthy} of {expected} pods healthy, {desired} needed, {allowed} may be evicted"
    if allowed:
        reason = ""
    elif desired >= expected > 0:
        reason = ": it never allows an eviction, however healthy the pods are"
    elif healthy <= desired and healthy < expected:
        reason = f": {expected - healthy} pods are not healthy"
    else:
        reason = ""
    text = f"{KIND} {about.namespace}/{about.name} ({bound[0]} {bound[1]}): {counts}{reason}"
    finding = "ok" if allowed else "blocks-disruption"
    tell(findings, about, finding, text, used=healthy, hard=desired, field=f"spec.{bound[0]}" if bound[0] else None)
    if not allowed:
        told_writes(context, findings, KIND, budget, "budget")
