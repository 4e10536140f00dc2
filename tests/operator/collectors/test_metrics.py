"""What containers and nodes use now, where somebody measures it."""

from dataclasses import replace

from casebook_operator.collectors.metrics import COLLECTOR
from casebook_operator.kube import ApiStatusError, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Texts, obj


async def test_use_is_told_against_the_limit(collect: Collect, context: CollectorContext, case: Case) -> None:
    used = [{"name": "app", "usage": {"memory": "61Mi", "cpu": "250m"}}]
    kube = FakeKube()
    kube.add(obj("PodMetrics", case["pod"]["metadata"]["name"], "shop", containers=used))
    kube.add(obj("NodeMetrics", "node-1", usage={"memory": "3584Mi", "cpu": "1"}))
    facts = (await collect(COLLECTOR, replace(context, kube=kube))).facts
    assert [fact.text for fact in facts] == [
        "Container app uses 250m cpu, without a limit",
        "Container app uses 61Mi memory of 64Mi (95%)",
        "Node node-1 uses 1 of 1900m cpu (53%)",
        "Node node-1 uses 3.5Gi of 7Gi memory (50%)",
    ]
    memory = {"metric": "memory", "value": "61Mi", "of": "64Mi", "container": "app", "finding": "exhausted"}
    assert facts[1].attributes == memory
    assert "finding" not in facts[0].attributes


async def test_nobody_measures(collect: Collect, context: CollectorContext, texts: Texts) -> None:
    kube = FakeKube()
    no_such_api = ApiStatusError(404, "", "404 page not found")
    kube.answers[paths.item("PodMetrics", "shop", "checkout-5bd69bbfbf-c7phk")] = no_such_api
    findings = await collect(COLLECTOR, replace(context, kube=kube))
    assert (findings.facts, findings.gaps) == ([], [])
    assert findings.collected().looked_for == ("use of memory and cpu by pod checkout-5bd69bbfbf-c7phk: no metrics",)


def test_only_a_second_look_asks_for_it(context: CollectorContext) -> None:
    assert not COLLECTOR.at_once(context)
