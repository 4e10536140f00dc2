"""Why an autoscaler does not scale: its metrics, its target, its bounds."""

from casebook_analyzer.models import Entity, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import conditions_of, name_of, spec_of, status_of, template_spec
from casebook_operator.kube.times import real_time
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import gets
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import listing

KIND = "HorizontalPodAutoscaler"

_METRICS_API = "v1beta1.metrics.k8s.io"

_BAD_STATUS = {"AbleToScale": "False", "ScalingActive": "False", "ScalingLimited": "True"}
"""autoscaling/v2 types.go, ``HorizontalPodAutoscalerConditionType``."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    if context.target is None:
        return
    autoscaler: Object = context.target
    about = ref(KIND, context.subject.namespace, name_of(autoscaler))
    spec, status = spec_of(autoscaler), status_of(autoscaler)
    bad = [one for one in conditions_of(autoscaler) if _BAD_STATUS.get(one["type"]) == one.get("status")]
    for condition in bad:
        _condition(findings, about, condition)
    stuck = [one for one in bad if one["type"] != "ScalingLimited"]
    current, wanted = status.get("currentReplicas"), status.get("desiredReplicas")
    counts = "no count of replicas" if current is None else f"{current} replicas, wants {wanted or 0}"
    bounds = f"{spec.get('minReplicas') or 1} to {spec.get('maxReplicas')}"
    finding = "cannot-scale" if stuck else "ok"
    why = f": {listing(text(one, 'reason') for one in stuck)}" if stuck else ""
    told = f"{KIND} {about.namespace}/{about.name} has {counts}, of {bounds}{why}"
    tell(findings, about, finding, told, used=status.get("currentReplicas"), hard=spec.get("maxReplicas"))
    await _scaled(context, findings, mapping(spec, "scaleTargetRef"))
    _requests(context, findings, spec)
    if stuck:
        await _metrics_api(context, findings)


def applies(context: CollectorContext) -> bool:
    return context.subject.kind == KIND and context.target is not None


COLLECTOR = Collector(
    name="autoscaling",
    rank=160,
    needs=gets("APIService", "Deployment", "ReplicaSet", "StatefulSet"),
    when="autoscalers",
    tells="why it does not scale",
    collect=collect,
    applies=applies,
    seconds=5.0,
    max_bytes=8 * 1024,
)


def _condition(findings: Findings, about: Entity, condition: Object) -> None:
    message = f": {condition['message']}" if condition.get("message") else ""
    findings.fact(
        FactKind.STATE,
        f"horizontalpodautoscaler {about.name} status.conditions[{condition['type']}]",
        f"{KIND} {about.name}: {condition['type']} is {condition.get('status')} ({condition.get('reason')}){message}",
        {"condition": condition["type"], "status": condition.get("status"), "reason": condition.get("reason")},
        entity=about,
        time=real_time(condition.get("lastTransitionTime")),
    )


async def _scaled(context: CollectorContext, findings: Findings, target: Object) -> None:
    kind, name = text(target, "kind"), text(target, "name")
    if context.owners or not name or kind not in ("Deployment", "StatefulSet", "ReplicaSet"):
        return
    namespace = context.subject.namespace
    if (await find(context, findings, kind, namespace, name)).missing:
        told = f"{kind} {namespace}/{name}, which the autoscaler should scale, does not exist"
        tell(findings, ref(kind, namespace, name), "missing", told, field="spec.scaleTargetRef")


def _requests(context: CollectorContext, findings: Findings, spec: Object) -> None:
    """Utilisation is a share of the request: without one there is nothing to compare with."""
    wanted = [
        str(mapping(metric, "resource").get("name"))
        for metric in mappings(spec, "metrics")
        if mapping(metric, "resource", "target").get("type") == "Utilization"
    ]
    owner = next((owner for owner in context.owners if template_spec(owner)), None)
    if owner is None:
        return
    for resource in wanted:
        containers = mappings(template_spec(owner), "containers")
        without = listing(str(one.get("name")) for one in containers if resource not in _asked(one))
        if without:
            about = ref(owner["kind"], context.subject.namespace, name_of(owner))
            where = f"{about.kind} {about.namespace}/{about.name}"
            told = f"{where} requests no {resource} in container {without}: its utilisation cannot be told"
            field = "spec.template.spec.containers[].resources.requests"
            tell(findings, about, "cannot-scale", told, resource=resource, field=field)


def _asked(container: Object) -> set[str]:
    resources = mapping(container, "resources")
    return {*mapping(resources, "requests"), *mapping(resources, "limits")}


async def _metrics_api(context: CollectorContext, findings: Findings) -> None:
    about = ref("APIService", "", _METRICS_API)
    sought = await find(context, findings, "APIService", "", _METRICS_API)
    if sought.missing:
        tell(findings, about, "missing", f"APIService {_METRICS_API} does not exist: metrics-server is not installed")
    elif sought.obj is not None:
        for condition in conditions_of(sought.obj):
            if condition["type"] == "Available" and condition.get("status") != "True":
                why = f"({condition.get('reason')}): {condition.get('message') or ''}"
                told = f"APIService {_METRICS_API} is not available {why}"
                tell(findings, about, "no-ready-endpoints", told)
