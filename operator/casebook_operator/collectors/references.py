"""What the pod refers to: does it exist, has it the keys, and was it written shortly before the failure?

Of ConfigMaps metadata alone is asked for. Secrets are not asked for at all: kubelet says when one is missing.
"""

from functools import partial

from casebook_analyzer.models import Category, FactKind, Trigger
from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.objects import status_of
from casebook_operator.kube.values import mappings, text
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import Sought, find, find_metadata
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import gets
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.objects import listing, pod_entity
from casebook_operator.reading.pods.config_maps import ConfigUse, config_uses, keys_of
from casebook_operator.reading.pods.demands import specification

MAX_CONFIG_MAPS = 8
"""ConfigMaps of one pod that are looked at, each with one small request."""

_PULLS = frozenset({Trigger.IMAGE_PULL_FAILED})
_CREATES = frozenset({Trigger.FAILED_CREATE, Trigger.ROLLOUT_STUCK, Trigger.JOB_FAILED})
"""Only a pod that cannot be made may lack these: admission refuses it otherwise (plugin/pkg/admission)."""

_ABOUT_RUNTIME = compiled(r"(?i)runtime ?class|runtimehandler|no runtime for")


async def collect(context: CollectorContext, findings: Findings) -> None:
    spec = specification(context)
    await side_by_side(
        findings,
        *(partial(_config_map, context, use) for use in config_uses(spec)[:MAX_CONFIG_MAPS]),
        partial(_service_account, context, spec),
        partial(_class, context, spec, "PriorityClass", "priorityClassName"),
        partial(_class, context, spec, "RuntimeClass", "runtimeClassName"),
    )
    if context.signal.trigger in _PULLS and context.pods:
        _pull_secrets(context, findings, spec)


def applies(context: CollectorContext) -> bool:
    spec = specification(context)
    return bool(spec) and not context.is_node_case


COLLECTOR = Collector(
    name="references",
    rank=90,
    needs=gets("ConfigMap", "ServiceAccount", "PriorityClass", "RuntimeClass"),
    when="a template",
    tells=(
        "ConfigMaps that are missing, lack a key or were written shortly before; ServiceAccount, "
        "PriorityClass, RuntimeClass of pods that cannot be made"
    ),
    decides=frozenset({Category.CONFIG_ERROR, Category.PERMISSION_DENIED}),
    collect=collect,
    applies=applies,
    seconds=6.0,
    max_bytes=16 * 1024,
)


async def _config_map(context: CollectorContext, use: ConfigUse, findings: Findings) -> None:
    namespace = context.subject.namespace
    sought = await find_metadata(context, findings, "ConfigMap", namespace, use.name)
    about = ref("ConfigMap", namespace, use.name)
    if sought.missing:
        if not use.optional:
            told = f"ConfigMap {namespace}/{use.name}, which {use.by} needs, does not exist"
            tell(findings, about, "missing", told, field=use.where)
        return
    if sought.obj is None:
        return
    told_writes(context, findings, "ConfigMap", sought.obj, "config")
    keys = keys_of(sought.obj)
    if keys is None:
        return
    for key in sorted(use.keys.keys() - keys):
        has = listing(sorted(keys)[:10])
        told = f"ConfigMap {namespace}/{use.name} has no key {key}, which {use.keys[key]} needs; it has: {has}"
        tell(findings, about, "missing-key", told, field=use.where, key=key)


async def _service_account(context: CollectorContext, spec: Object, findings: Findings) -> None:
    name = text(spec, "serviceAccountName")
    if not name or context.pods or context.signal.trigger not in _CREATES:
        return
    namespace = context.subject.namespace
    sought = await find(context, findings, "ServiceAccount", namespace, name)
    if sought.missing:
        told = f"ServiceAccount {namespace}/{name}, which the pod template names, does not exist"
        tell(findings, ref("ServiceAccount", namespace, name), "missing", told, field="spec.serviceAccountName")


async def _class(context: CollectorContext, spec: Object, kind: str, field: str, findings: Findings) -> None:
    name = str(spec.get(field) or "")
    if not name or not _may_lack(context, kind):
        return
    sought: Sought = await find(context, findings, kind, "", name)
    if sought.missing:
        told = f"{kind} {name}, which the pod names, does not exist"
        tell(findings, ref(kind, "", name), "missing", told, field=f"spec.{field}")


def _may_lack(context: CollectorContext, kind: str) -> bool:
    if context.signal.trigger in _CREATES:
        return True
    starts = any(status_of(pod).get("phase") == "Pending" for pod in context.pods)
    return kind == "RuntimeClass" and (starts or any(_ABOUT_RUNTIME.search(told) for told in context.texts))


def _pull_secrets(context: CollectorContext, findings: Findings, spec: Object) -> None:
    names = [str(one.get("name")) for one in mappings(spec, "imagePullSecrets") if one.get("name")]
    findings.fact(
        FactKind.STATE,
        "pod spec.imagePullSecrets",
        f"The pod names {'the image pull secrets ' + listing(names) if names else 'no image pull secret'}",
        {"imagePullSecrets": len(names)},
        entity=pod_entity(context.pods[0], context.subject),
    )
