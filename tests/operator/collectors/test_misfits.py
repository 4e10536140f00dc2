"""What of the subject fits nothing, as facts: those that a case of it rests on."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.collectors.misfits import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Objects, forbidden, triggered
from tests.operator.reading.misfits.objects import ingress, service
from tests.operator.reading.misfits.test_deliveries import GONE, application
from tests.operator.reading.misfits.test_policies import DB, DB_SERVICE, SHOP, TO_DB, policy


def about(context: CollectorContext, obj: Object, *others: Object) -> CollectorContext:
    subject = SubjectRef(kind=obj["kind"], namespace="shop", name=obj["metadata"]["name"])
    is_owner = obj["kind"] == "Deployment"
    owners, target = ((obj,), None) if is_owner else ((), obj)
    kube = FakeKube(obj, *others)
    changed = replace(context, kube=kube, subject=subject, pods=(), owners=owners, target=target)
    return triggered(changed, Trigger.MISFIT)


async def test_a_route_to_nowhere(collect: Collect, context: CollectorContext, objects: Objects) -> None:
    findings = await collect(COLLECTOR, about(context, ingress(to="lost"), service()))
    assert objects(findings) == [("Ingress", "web", "backend-missing")]
    assert findings.facts[0].attributes["service"] == "lost"


async def test_a_policy_that_cuts_off(collect: Collect, context: CollectorContext, objects: Objects) -> None:
    findings = await collect(COLLECTOR, about(context, SHOP, policy(TO_DB), DB, DB_SERVICE))
    assert objects(findings) == [("NetworkPolicy", "strict", "cuts-off")]
    assert findings.facts[0].attributes["peer"] == "DNS (UDP and TCP port 53)"


async def test_what_argo_cd_cannot_deliver(collect: Collect, context: CollectorContext, objects: Objects) -> None:
    made = application(("ComparisonError", GONE))
    made["metadata"]["managedFields"] = [
        {"manager": "argocd-application-controller", "operation": "Update", "time": "2026-09-14T08:59:00Z"}
    ]
    findings = await collect(COLLECTOR, about(context, made))
    assert objects(findings) == [("Application", "web", "delivery-refused")]
    assert len(findings.facts) == 1, "that its controller has written it is no change"


async def test_what_may_not_be_read_is_a_gap(collect: Collect, context: CollectorContext, objects: Objects) -> None:
    asked = about(context, SHOP, DB, DB_SERVICE)
    asked.kube.answers["/apis/networking.k8s.io/v1/namespaces/shop/networkpolicies"] = forbidden("list", "x")  # type: ignore[attr-defined]
    findings = await collect(COLLECTOR, asked)
    assert objects(findings) == []
    assert len(findings.gaps) == 1


@pytest.mark.parametrize(
    ("trigger", "obj", "asked"),
    [
        (Trigger.MISFIT, SHOP, True),
        (Trigger.MANUAL, SHOP, True),
        (Trigger.CRASH_LOOP_BACK_OFF, SHOP, False),
        (Trigger.ALERT, ingress(), True),
    ],
)
def test_it_is_asked_where_it_may_matter(
    context: CollectorContext, trigger: Trigger, obj: Object, *, asked: bool
) -> None:
    assert COLLECTOR.applies(triggered(about(context, obj), trigger)) is asked
