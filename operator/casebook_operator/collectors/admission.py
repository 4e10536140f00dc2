"""Who may refuse pods at their creation: webhooks that do not answer, and the security level of the namespace."""

import re
from functools import partial

from casebook_analyzer.models import Category, Trigger
from casebook_operator.kube.objects import labels_of
from casebook_operator.reading.access.webhooks import webhook_facts
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.object_facts import ref, tell, told_writes

_FAILED = re.compile(r'failed calling webhook "(?P<webhook>[^"]+)"')
"""apiserver pkg/admission/plugin/webhook/errors, ``ErrCallingWebhook``."""
_DENIED = re.compile(r'admission webhook "(?P<webhook>[^"]+)" denied the request')
"""The same package, ``ToStatusErr``."""
_POLICY = re.compile(r"ValidatingAdmissionPolicy '(?P<policy>[^']+)' with binding '(?P<binding>[^']+)' denied request")
"""apiserver pkg/admission/plugin/policy/validating/dispatcher.go."""
_POD_SECURITY = re.compile(r'violates PodSecurity "(?P<level>[^"]+)"')
"""pod-security-admission admission/admission.go."""

_LEVEL = "pod-security.kubernetes.io/enforce"


async def collect(context: CollectorContext, findings: Findings) -> None:
    texts = context.texts
    failed = {match["webhook"] for text in texts for match in _FAILED.finditer(text)}
    denied = {match["webhook"] for text in texts for match in _DENIED.finditer(text)}
    await side_by_side(
        findings,
        partial(webhook_facts, context, failed, denied),
        partial(_security_level, context),
    )
    for text in texts:
        for match in _POLICY.finditer(text):
            said = f"ValidatingAdmissionPolicy {match['policy']} (binding {match['binding']}) refused the request"
            tell(findings, ref("ValidatingAdmissionPolicy", "", match["policy"]), "no-permission", said)


def applies(context: CollectorContext) -> bool:
    """Whether admission may have refused pods: none exists, or a signal or a text says so."""
    return not context.is_node_case and (not context.pods or at_once(context))


def at_once(context: CollectorContext) -> bool:
    if context.signal.trigger is Trigger.FAILED_CREATE:
        return True
    patterns = (_FAILED, _DENIED, _POLICY, _POD_SECURITY)
    return any(pattern.search(text) for text in context.texts for pattern in patterns)


COLLECTOR = Collector(
    name="admission",
    rank=130,
    needs=gets("Namespace", "Service")
    | lists("EndpointSlice", "MutatingWebhookConfiguration", "Pod", "ValidatingWebhookConfiguration"),
    when="pods that cannot be made",
    tells="webhooks that refused or that nobody serves, the security level of the namespace",
    decides=frozenset({Category.CONFIG_ERROR, Category.PERMISSION_DENIED}),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=6.0,
    max_bytes=8 * 1024,
)


async def _security_level(context: CollectorContext, findings: Findings) -> None:
    refused = next((match for text in context.texts if (match := _POD_SECURITY.search(text))), None)
    if refused is None:
        return
    namespace = context.subject.namespace
    about = ref("Namespace", "", namespace)
    sought = await find(context, findings, "Namespace", "", namespace)
    level = labels_of(sought.obj).get(_LEVEL) if sought.obj else None
    text = f"Namespace {namespace} enforces PodSecurity {level or refused['level']}, which the pod does not meet"
    tell(findings, about, "no-permission", text, field=f"metadata.labels[{_LEVEL}]")
    if sought.obj is not None:
        told_writes(context, findings, "Namespace", sought.obj, "namespace")
