"""Who refuses pods at their creation."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import Trigger
from casebook_operator.collectors.admission import COLLECTOR
from casebook_operator.kube import Object, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Objects, Texts, forbidden, obj, said, triggered

FAILED = (
    'Internal error occurred: failed calling webhook "check.example.com": failed to call webhook: Post '
    '"https://checker.guard.svc:443/validate?timeout=10s": service "checker" not found'
)


def configuration(kind: str = "ValidatingWebhookConfiguration", **more: object) -> Object:
    hook = {
        "name": "check.example.com",
        "failurePolicy": "Fail",
        "clientConfig": {"service": {"namespace": "guard", "name": "checker"}},
        "rules": [{"operations": ["CREATE"], "resources": ["pods"]}],
    }
    return obj(kind, "checker", webhooks=[hook], **more)


def server(*ready: bool) -> list[Object]:
    labels = {"kubernetes.io/service-name": "checker"}
    endpoints = [{"conditions": {"ready": one}} for one in ready]
    service = obj("Service", "checker", "guard", spec={"selector": {"app": "checker"}})
    return [service, obj("EndpointSlice", "checker-1", "guard", labels=labels, endpoints=endpoints)]


@pytest.fixture
def refused(context: CollectorContext) -> CollectorContext:
    return triggered(replace(context, pods=(), kube=FakeKube(configuration())), Trigger.FAILED_CREATE, FAILED)


async def test_a_webhook_whose_service_does_not_exist(
    collect: Collect, refused: CollectorContext, objects: Objects, texts: Texts
) -> None:
    findings = await collect(COLLECTOR, refused)
    assert objects(findings) == [
        ("ValidatingWebhookConfiguration", "checker", "no-endpoints"),
        ("Service", "checker", "missing"),
    ]
    assert texts(findings)[0] == (
        "ValidatingWebhookConfiguration checker (webhook check.example.com, failurePolicy Fail) calls Service "
        "guard/checker, which does not exist"
    )


async def test_a_webhook_whose_server_is_not_ready(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    for part in server(False):
        refused.kube.add(part)
    assert objects(await collect(COLLECTOR, refused)) == [
        ("ValidatingWebhookConfiguration", "checker", "no-ready-endpoints"),
        ("Service", "checker", "no-ready-endpoints"),
    ]


async def test_a_webhook_that_is_served_speaks_against_it(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    for part in server(True):
        refused.kube.add(part)
    findings = await collect(COLLECTOR, refused)
    assert objects(findings) == [("ValidatingWebhookConfiguration", "checker", "ok")]
    assert findings.collected().looked_for == ("admission webhooks that nobody serves: none",)


async def test_a_webhook_that_the_texts_do_not_name_is_told_when_it_is_broken(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    unnamed = triggered(refused, Trigger.FAILED_CREATE, "")
    assert objects(await collect(COLLECTOR, unnamed))
    for part in server(True):
        refused.kube.add(part)
    assert objects(await collect(COLLECTOR, unnamed)) == []


async def test_a_webhook_for_other_namespaces_is_not_in_the_way(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    elsewhere = configuration()
    elsewhere["webhooks"][0]["namespaceSelector"] = {"matchLabels": {"guarded": "yes"}}
    refused.kube.answers.clear()
    refused.kube.add(elsewhere)
    refused.kube.add(obj("Namespace", "shop"))
    unnamed = triggered(refused, Trigger.FAILED_CREATE, "")
    assert objects(await collect(COLLECTOR, unnamed)) == []
    refused.kube.add(obj("Namespace", "shop", labels={"guarded": "yes"}))
    assert objects(await collect(COLLECTOR, unnamed))


async def test_when_the_refusal_has_its_reason_other_webhooks_are_not_suspected(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    reason = 'pods "x" is forbidden: error looking up service account shop/ghost: serviceaccount "ghost" not found'
    assert objects(await collect(COLLECTOR, triggered(refused, Trigger.FAILED_CREATE, reason))) == []


async def test_a_webhook_that_denied(collect: Collect, refused: CollectorContext, objects: Objects) -> None:
    denied = 'admission webhook "check.example.com" denied the request: no latest tags'
    said_no = triggered(refused, Trigger.FAILED_CREATE, denied)
    assert objects(await collect(COLLECTOR, said_no)) == [
        ("ValidatingWebhookConfiguration", "checker", "no-permission")
    ]


async def test_a_policy_that_denied(collect: Collect, refused: CollectorContext, objects: Objects) -> None:
    denied = "ValidatingAdmissionPolicy 'replica-limit' with binding 'replica-limit-prod' denied request: too many"
    refused.kube.answers.clear()
    said_no = triggered(refused, Trigger.FAILED_CREATE, denied)
    assert objects(await collect(COLLECTOR, said_no)) == [
        ("ValidatingAdmissionPolicy", "replica-limit", "no-permission")
    ]


async def test_the_security_level_of_the_namespace(
    collect: Collect, refused: CollectorContext, texts: Texts, objects: Objects
) -> None:
    refused.kube.answers.clear()
    labels = {"pod-security.kubernetes.io/enforce": "restricted"}
    fields = [{"manager": "kubectl-label", "time": "2026-03-01T11:50:00Z"}]
    refused.kube.add(obj("Namespace", "shop", labels=labels, managedFields=fields))
    denied = 'pods "x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true'
    findings = await collect(COLLECTOR, triggered(refused, Trigger.FAILED_CREATE, denied))
    assert objects(findings) == [("Namespace", "shop", "no-permission")]
    assert texts(findings)[0] == "Namespace shop enforces PodSecurity restricted, which the pod does not meet"
    assert texts(findings)[1].startswith("Namespace shop was written by kubectl-label")


async def test_configurations_may_be_forbidden(collect: Collect, refused: CollectorContext) -> None:
    for kind in ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"):
        refused.kube.answers[paths.collection(kind)] = forbidden(
            "list", kind.lower() + "s", "admissionregistration.k8s.io"
        )
    findings = await collect(COLLECTOR, refused)
    assert len(findings.gaps) == 2
    assert findings.collected().looked_for == ()


def test_it_waits_until_somebody_was_refused(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
    assert COLLECTOR.at_once(said(context, FAILED))
