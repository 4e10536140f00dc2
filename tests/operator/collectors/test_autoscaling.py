"""An autoscaler that does not scale, and what it lacks."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.collectors.autoscaling import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, obj, triggered

BLIND = {"type": "ScalingActive", "status": "False", "reason": "FailedGetResourceMetric", "message": "no metrics"}


def autoscaler(*conditions: Object) -> Object:
    target = {"type": "Utilization", "averageUtilization": 80}
    spec = {
        "minReplicas": 2,
        "maxReplicas": 5,
        "scaleTargetRef": {"kind": "Deployment", "name": "checkout"},
        "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": target}}],
    }
    status = {"currentReplicas": 2, "desiredReplicas": 2, "conditions": list(conditions)}
    return obj("HorizontalPodAutoscaler", "checkout", "shop", spec=spec, status=status)


@pytest.fixture
def blind(context: CollectorContext) -> CollectorContext:
    subject = SubjectRef(kind="HorizontalPodAutoscaler", namespace="shop", name="checkout")
    changed = replace(context, kube=FakeKube(), subject=subject, pods=(), owners=(), target=autoscaler(BLIND))
    return triggered(changed, Trigger.AUTOSCALER_FAILED)


async def test_it_gets_no_metrics_because_nobody_serves_them(
    collect: Collect, blind: CollectorContext, objects: Objects, texts: Texts
) -> None:
    findings = await collect(COLLECTOR, blind)
    assert objects(findings) == [
        ("HorizontalPodAutoscaler", "checkout", "cannot-scale"),
        ("Deployment", "checkout", "missing"),
        ("APIService", "v1beta1.metrics.k8s.io", "missing"),
    ]
    assert "HorizontalPodAutoscaler checkout: ScalingActive is False (FailedGetResourceMetric): no metrics" in texts(
        findings
    )


async def test_the_metrics_server_is_there_and_does_not_answer(
    collect: Collect, blind: CollectorContext, objects: Objects
) -> None:
    away = {"conditions": [{"type": "Available", "status": "False", "reason": "MissingEndpoints"}]}
    blind.kube.add(obj("APIService", "v1beta1.metrics.k8s.io", status=away))
    found = objects(await collect(COLLECTOR, blind))
    assert ("APIService", "v1beta1.metrics.k8s.io", "no-ready-endpoints") in found


async def test_a_container_without_a_request_has_no_utilisation(
    collect: Collect, blind: CollectorContext, case: Case, objects: Objects, texts: Texts
) -> None:
    findings = await collect(COLLECTOR, replace(blind, owners=(case["replicaSets"][1] | {"kind": "Deployment"},)))
    assert any("requests no cpu in container app: its utilisation cannot be told" in text for text in texts(findings))
    assert objects(findings)[1][2] == "cannot-scale"


async def test_one_that_is_at_its_bound_is_sound_and_says_so(
    collect: Collect, blind: CollectorContext, objects: Objects, texts: Texts
) -> None:
    limited = {"type": "ScalingLimited", "status": "True", "reason": "TooManyReplicas"}
    findings = await collect(COLLECTOR, replace(blind, target=autoscaler(limited), kube=FakeKube()))
    assert objects(findings)[0] == ("HorizontalPodAutoscaler", "checkout", "ok")
    assert "HorizontalPodAutoscaler checkout: ScalingLimited is True (TooManyReplicas)" in texts(findings)


async def test_one_that_knows_no_number_of_replicas_says_so(
    collect: Collect, blind: CollectorContext, texts: Texts
) -> None:
    target = autoscaler({"type": "AbleToScale", "status": "False", "reason": "FailedGetScale"})
    target["status"].pop("currentReplicas", None)
    told = " ".join(texts(await collect(COLLECTOR, replace(blind, target=target, kube=FakeKube()))))
    assert "has no count of replicas, of " in told
    assert "None" not in told


def test_it_is_about_autoscalers_only(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
