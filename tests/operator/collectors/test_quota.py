"""A quota that is used up, for one more pod of this template."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.collectors.quota import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, obj, said, triggered


def quota(used: dict[str, str], hard: dict[str, str], **more: object) -> Object:
    return obj("ResourceQuota", "compute", "shop", status={"used": used, "hard": hard}, **more)


@pytest.fixture
def refused(context: CollectorContext) -> CollectorContext:
    return triggered(replace(context, pods=(), kube=FakeKube()), Trigger.FAILED_CREATE)


async def test_a_quota_that_one_more_pod_would_exceed(
    collect: Collect, refused: CollectorContext, texts: Texts
) -> None:
    refused.kube.add(quota({"requests.memory": "960Mi"}, {"requests.memory": "1Gi", "pods": "10"}))
    assert COLLECTOR.at_once(refused)
    findings = await collect(COLLECTOR, refused)
    assert texts(findings)[0].startswith("ResourceQuota shop/compute has room")
    refused.kube.answers.clear()
    refused.kube.add(quota({"requests.memory": "970Mi"}, {"requests.memory": "1Gi", "pods": "10"}))
    findings = await collect(COLLECTOR, refused)
    (fact,) = findings.facts
    assert fact.text == ("ResourceQuota shop/compute: 970Mi of 1Gi requests.memory are used, and a pod needs 64Mi more")
    assert fact.attributes["finding"] == "exhausted"
    assert (fact.attributes["used"], fact.attributes["hard"]) == ("970Mi", "1Gi")


async def test_the_number_of_pods_is_a_resource(collect: Collect, refused: CollectorContext, objects: Objects) -> None:
    refused.kube.add(quota({"pods": "10"}, {"pods": "10"}))
    assert objects(await collect(COLLECTOR, refused)) == [("ResourceQuota", "compute", "exhausted")]


async def test_a_full_quota_of_something_else_is_not_in_the_way(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    refused.kube.add(quota({"services": "5"}, {"services": "5"}))
    assert objects(await collect(COLLECTOR, refused)) == [("ResourceQuota", "compute", "ok")]


async def test_of_a_pod_that_nobody_knows_any_full_quota_may_be_it(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    refused.kube.add(quota({"services": "5"}, {"services": "5"}))
    assert objects(await collect(COLLECTOR, replace(refused, owners=()))) == [("ResourceQuota", "compute", "exhausted")]


async def test_a_quota_that_was_lowered_just_before(collect: Collect, refused: CollectorContext) -> None:
    fields = [{"manager": "kubectl-edit", "time": "2026-03-01T11:59:00Z"}]
    refused.kube.add(quota({"pods": "10"}, {"pods": "10"}, managedFields=fields))
    (change,) = [fact for fact in (await collect(COLLECTOR, refused)).facts if fact.kind is FactKind.CHANGE]
    assert change.attributes["change"] == "quota"


async def test_limit_ranges_are_told(collect: Collect, refused: CollectorContext, texts: Texts) -> None:
    limits = [{"type": "Container", "max": {"memory": "1Gi"}, "default": {"memory": "64Mi"}}]
    refused.kube.add(obj("LimitRange", "bounds", "shop", spec={"limits": limits}))
    assert texts(await collect(COLLECTOR, refused)) == [
        "LimitRange shop/bounds sets default of a Container: memory 64Mi; max of a Container: memory 1Gi"
    ]


async def test_none_is_told_as_looked_for(collect: Collect, refused: CollectorContext) -> None:
    findings = await collect(COLLECTOR, refused)
    assert findings.collected().looked_for == ("ResourceQuotas of namespace shop: none",)


def test_it_waits_until_something_speaks_of_a_quota(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
    assert COLLECTOR.at_once(said(context, 'pods "x" is forbidden: exceeded quota: compute'))


async def test_numbers_that_are_none(collect: Collect, refused: CollectorContext, case: Case) -> None:
    refused.kube.add(quota({"pods": "many"}, {"pods": "10"}))
    assert (await collect(COLLECTOR, refused)).facts
