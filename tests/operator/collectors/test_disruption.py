"""A budget that lets nobody be evicted."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.collectors.disruption import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Objects, Texts, obj, triggered


def budget(healthy: int, desired: int, expected: int, **spec: object) -> Object:
    allowed = max(0, healthy - desired)
    status = {
        "currentHealthy": healthy,
        "desiredHealthy": desired,
        "expectedPods": expected,
        "disruptionsAllowed": allowed,
    }
    given = {"selector": {"matchLabels": {"app": "checkout"}}} | spec
    return obj("PodDisruptionBudget", "checkout", "shop", spec=given, status=status)


@pytest.fixture
def blocked(context: CollectorContext) -> CollectorContext:
    subject = SubjectRef(kind="PodDisruptionBudget", namespace="shop", name="checkout")
    return triggered(replace(context, kube=FakeKube(), subject=subject), Trigger.DISRUPTION_BLOCKED)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (budget(3, 3, 3, minAvailable=3), "it never allows an eviction, however healthy the pods are"),
        (budget(2, 2, 3, minAvailable=2), "1 pods are not healthy"),
    ],
)
async def test_why_nobody_may_be_evicted(
    collect: Collect, blocked: CollectorContext, objects: Objects, texts: Texts, given: Object, reason: str
) -> None:
    findings = await collect(COLLECTOR, replace(blocked, target=given))
    assert objects(findings) == [("PodDisruptionBudget", "checkout", "blocks-disruption")]
    assert texts(findings)[0].endswith(reason)


async def test_a_budget_with_room_is_sound(collect: Collect, blocked: CollectorContext, objects: Objects) -> None:
    findings = await collect(COLLECTOR, replace(blocked, target=budget(3, 2, 3, minAvailable=2)))
    assert objects(findings) == [("PodDisruptionBudget", "checkout", "ok")]


async def test_of_a_workload_the_budgets_that_cover_its_pods_are_found(
    collect: Collect, context: CollectorContext, objects: Objects
) -> None:
    other = obj("PodDisruptionBudget", "other", "shop", spec={"selector": {"matchLabels": {"app": "api"}}})
    kube = FakeKube(budget(3, 3, 3, minAvailable="100%"), other)
    findings = await collect(COLLECTOR, triggered(replace(context, kube=kube), Trigger.DISRUPTION_BLOCKED))
    assert objects(findings) == [("PodDisruptionBudget", "checkout", "blocks-disruption")]
    assert findings.collected().looked_for == ("PodDisruptionBudgets that cover the pods: checkout",)


def test_a_crash_loop_has_nothing_to_do_with_it(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
