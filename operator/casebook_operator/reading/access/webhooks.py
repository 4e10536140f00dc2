"""Admission webhooks: those that refused, and those that nobody serves."""

from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of, name_of, spec_of
from casebook_operator.kube.values import mapping, mappings, text, texts
from casebook_operator.reading.boundary import foreign
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.network.called_services import selecting
from casebook_operator.reading.network.endpoints import endpoints_of
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.object_states import state_of
from casebook_operator.reading.selectors import matches

KINDS = ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")

_EXPLAINED = compiled(r"(?i)forbidden|denied|invalid|exceeded|not found|failed calling")
"""Words of a refusal that has its reason in it."""

_FIELD = "webhooks[].clientConfig.service"


async def webhook_facts(context: CollectorContext, failed: set[str], denied: set[str], findings: Findings) -> None:
    """Tell of the webhooks that the texts name.

    When no text says why pods are missing, tell of every webhook that is called for pods and that nobody serves.
    """
    broken, known = 0, False
    explained = bool(failed or denied) or any(_EXPLAINED.search(told) for told in context.texts)
    for kind in KINDS:
        configurations = await every(context, findings, kind)
        known = known or configurations is not None
        for configuration in configurations or ():
            for webhook in mappings(configuration, "webhooks"):
                name = text(webhook, "name")
                if name in denied | failed:
                    findings.rests_on(*state_of(kind, configuration))
                if name in denied:
                    told = f"{kind} {name_of(configuration)}: its webhook {name} refused the request"
                    tell(findings, ref(kind, "", name_of(configuration)), "no-permission", told, webhook=name)
                elif name in failed or (not explained and await _is_called(context, findings, webhook)):
                    broken += await _server(context, findings, kind, configuration, webhook, named=name in failed)
    if known:
        findings.looked_for("admission webhooks that nobody serves", str(broken) if broken else "none")


async def _is_called(context: CollectorContext, findings: Findings, webhook: Object) -> bool:
    """Whether it is called for pods of this namespace."""
    if not concerns_pods(webhook):
        return False
    selector = mapping(webhook, "namespaceSelector")
    if not selector:
        return True
    sought = await find(context, findings, "Namespace", "", context.subject.namespace)
    return sought.obj is not None and matches(selector, labels_of(sought.obj))


def concerns_pods(webhook: Object) -> bool:
    """Whether a webhook is called when a pod is created."""
    return any(
        {"pods", "*", "*/*"} & set(texts(rule, "resources")) and {"CREATE", "*"} & set(rule.get("operations") or ("*",))
        for rule in mappings(webhook, "rules")
    )


async def _server(
    context: CollectorContext, findings: Findings, kind: str, configuration: Object, webhook: Object, *, named: bool
) -> int:
    """1 where nobody serves it."""
    target = mapping(webhook, "clientConfig", "service")
    if not target:
        return 0
    about = ref(kind, "", name_of(configuration))
    service = ref("Service", text(target, "namespace"), text(target, "name"))
    name, policy = webhook.get("name"), webhook.get("failurePolicy") or "Fail"
    where = f"{kind} {about.name} (webhook {name}, failurePolicy {policy}) calls Service"
    where = f"{where} {service.namespace}/{service.name}"
    sought = await find(context, findings, "Service", service.namespace, service.name)
    if sought.missing:
        tell(findings, about, "no-endpoints", f"{where}, which does not exist", webhook=name, field=_FIELD)
        tell(findings, service, "missing", f"Service {service.namespace}/{service.name} does not exist")
        told_writes(context, findings, kind, configuration, "webhook")
        return 1
    if sought.obj is None or any(selecting([sought.obj], pod) for pod in context.pods):
        return 0  # the case is about its own pods: that nobody serves it follows from that
    ready = (await endpoints_of(context, findings, sought.obj)).ready
    if ready is None:
        return 0
    if ready:
        if named:
            number = "" if foreign(context, service.namespace) else f"{ready} "
            tell(findings, about, "ok", f"{where}, which has {number}ready endpoints", webhook=name, field=_FIELD)
        return 0
    tell(findings, about, "no-ready-endpoints", f"{where}, which has no ready endpoint", webhook=name, field=_FIELD)
    selected = (
        "" if foreign(context, service.namespace) else f" (selector {spec_of(sought.obj).get('selector') or 'none'})"
    )
    told = f"Service {service.namespace}/{service.name} has no ready endpoint{selected}"
    tell(findings, service, "no-ready-endpoints", told, ready=0)
    return 1
