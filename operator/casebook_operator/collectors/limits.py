"""Whether the pod is what its owner asked for. Admission may have changed limits or images on the way.

Nothing is read for the comparison; who did it is looked for only where there is a difference.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from casebook_analyzer.evidence.quantities import amount
from casebook_analyzer.models import Category
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, name_of, namespace_of, spec_of, template_spec
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.reading.access.webhooks import concerns_pods
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import lists
from casebook_operator.reading.object_facts import ref, tell, told_writes

MAX_DIFFERENCES = 8

_VPA = "vpaUpdates"
"""Annotation of a pod that the Vertical Pod Autoscaler changed (autoscaler:
vertical-pod-autoscaler/pkg/admission-controller/resource/pod/patch)."""


@dataclass(frozen=True, slots=True)
class _Difference:
    container: str
    field: str
    resource: str
    asked: str
    got: str


async def collect(context: CollectorContext, findings: Findings) -> None:
    pod, owner = context.pods[0], _maker(context)
    if owner is None:
        return
    differences = list(_differences(template_spec(owner), spec_of(pod)))[:MAX_DIFFERENCES]
    for one in differences:
        _told(context, findings, owner, one)
    changed = [one for one in differences if one.resource]
    if changed:
        await _suspects(context, findings, pod, changed)


def applies(context: CollectorContext) -> bool:
    return bool(context.pods) and _maker(context) is not None


COLLECTOR = Collector(
    name="limits",
    rank=80,
    needs=lists("LimitRange", "MutatingWebhookConfiguration"),
    when="pods",
    tells=(
        "limits or image other than in the owner's template; the LimitRange, autoscaler or webhook that may "
        "have done it"
    ),
    decides=frozenset({Category.RESOURCE_EXHAUSTION}),
    collect=collect,
    applies=applies,
    seconds=5.0,
    max_bytes=8 * 1024,
)


def _maker(context: CollectorContext) -> Object | None:
    """The nearest owner with a template, which its newest pods are made from. A Deployment has moved on perhaps."""
    nearest = context.owners[0] if context.owners else None
    return nearest if nearest is not None and template_spec(nearest) else None


def _differences(template: Object, spec: Object) -> Iterator[_Difference]:
    for part in ("initContainers", "containers"):
        made = {one.get("name"): one for one in mappings(spec, part)}
        for asked in mappings(template, part):
            got = made.get(asked.get("name"))
            if got is not None:
                yield from _container(str(asked.get("name")), asked, got)


def _container(name: str, asked: Object, got: Object) -> Iterator[_Difference]:
    if asked.get("image") and got.get("image") and asked["image"] != got["image"]:
        yield _Difference(name, "image", "", str(asked["image"]), str(got["image"]))
    before, after = mapping(asked, "resources"), mapping(got, "resources")
    for field in ("limits", "requests"):
        wanted, given = mapping(before, field), mapping(after, field)
        for resource in sorted({*wanted, *given}):
            expected = wanted.get(resource, mapping(before, "limits").get(resource) if field == "requests" else None)
            if (
                field == "requests"
                and resource not in wanted
                and _equal(given.get(resource), mapping(after, "limits").get(resource))
            ):
                continue  # it follows the limit, which is told already
            if not _equal(expected, given.get(resource)):
                yield _Difference(name, field, resource, str(expected or "none"), str(given.get(resource, "none")))


def _equal(one: object, other: object) -> bool:
    if one is None or other is None:
        return one is other
    return str(one) == str(other) or amount(str(one)) == amount(str(other))


def _told(context: CollectorContext, findings: Findings, owner: Object, one: _Difference) -> None:
    pod, maker = context.pods[0], f"{owner['kind']} {name_of(owner)}"
    what = f"{one.resource} {one.field.removesuffix('s')}" if one.resource else one.field
    tell(
        findings,
        ref("Pod", namespace_of(pod), name_of(pod)),
        "limit-differs" if one.resource else "replaced",
        f"Container {one.container} has {what} {one.got}, but the template of {maker} says {one.asked}: "
        "something changed the pod when it was created",
        source=f"pod {name_of(pod)} compared with {owner['kind'].lower()} {name_of(owner)}",
        container=one.container,
        resource=one.resource,
        requested=one.asked,
        used=one.got,
        field=f"spec.containers[{one.container}].{'resources.' + one.field if one.resource else one.field}",
    )


async def _suspects(context: CollectorContext, findings: Findings, pod: Object, changed: list[_Difference]) -> None:
    """A LimitRange with the very value, the Vertical Pod Autoscaler's mark, or webhooks that change pods."""
    namespace = namespace_of(pod)
    if updates := annotations_of(pod).get(_VPA):
        text = f"The Vertical Pod Autoscaler changed the pod: {updates}"
        about = ref("Pod", namespace, name_of(pod))
        tell(findings, about, "limit-differs", text, suspect="VerticalPodAutoscaler")
    elif not await _by_limit_range(context, findings, namespace, changed):
        await _by_webhook(context, findings)


async def _by_limit_range(
    context: CollectorContext, findings: Findings, namespace: str, changed: list[_Difference]
) -> bool:
    found = False
    for one in await every(context, findings, "LimitRange", namespace) or ():
        given = _gives(one, changed)
        if given is None:
            continue
        found = True
        what = f"a {given.field.removesuffix('s')} of {given.got} {given.resource}"
        text = f"LimitRange {namespace}/{name_of(one)} gives containers without their own {what}"
        about = ref("LimitRange", namespace, name_of(one))
        tell(findings, about, "limit-differs", text, resource=given.resource, hard=given.got, suspect="LimitRange")
        told_writes(context, findings, "LimitRange", one, "quota")
    return found


async def _by_webhook(context: CollectorContext, findings: Findings) -> None:
    kind = "MutatingWebhookConfiguration"
    for one in await every(context, findings, kind) or ():
        webhook = next((str(each.get("name")) for each in mappings(one, "webhooks") if concerns_pods(each)), "")
        if webhook:
            text = f"{kind} {name_of(one)} may change pods when they are created (webhook {webhook})"
            tell(findings, ref(kind, "", name_of(one)), "limit-differs", text, suspect=kind, webhook=webhook)
            told_writes(context, findings, kind, one, "webhook")


def _gives(limit_range: Object, changed: list[_Difference]) -> _Difference | None:
    for limit in mappings(limit_range, "spec", "limits"):
        for one in changed:
            defaults = (limit.get("default") if one.field == "limits" else limit.get("defaultRequest")) or {}
            if one.asked == "none" and _equal(defaults.get(one.resource), one.got):
                return one
    return None
