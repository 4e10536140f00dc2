"""A pod that is not what its owner asked for."""

from typing import Any

import pytest

from casebook_operator.collectors.limits import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, obj


@pytest.fixture
def template(case: Case) -> dict[str, Any]:
    """The container in the template of the ReplicaSet, apart from that of the pod."""
    container = dict(case["replicaSets"][1]["spec"]["template"]["spec"]["containers"][0])
    case["replicaSets"][1]["spec"]["template"]["spec"]["containers"] = [container]
    return container


async def test_a_pod_like_its_template_is_not_worth_a_line(collect: Collect, context: CollectorContext) -> None:
    assert (await collect(COLLECTOR, context)).facts == []


async def test_other_spellings_of_one_quantity_are_no_difference(
    collect: Collect, context: CollectorContext, template: dict[str, Any]
) -> None:
    template["resources"] = {"limits": {"memory": "65536Ki"}}
    assert (await collect(COLLECTOR, context)).facts == []


async def test_a_limit_that_something_lowered(
    collect: Collect, context: CollectorContext, template: dict[str, Any], texts: Texts, kube: FakeKube
) -> None:
    template["resources"] = {"limits": {"memory": "512Mi"}}
    hook = {"name": "trim.example.com", "rules": [{"resources": ["pods"], "operations": ["CREATE"]}]}
    kube.add(obj("MutatingWebhookConfiguration", "trimmer", webhooks=[hook]))
    kube.add(obj("MutatingWebhookConfiguration", "other", webhooks=[{"name": "x", "rules": []}]))
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == [
        (
            "Container app has memory limit 64Mi, but the template of ReplicaSet checkout-5bd69bbfbf says 512Mi: "
            "something changed the pod when it was created"
        ),
        "MutatingWebhookConfiguration trimmer may change pods when they are created (webhook trim.example.com)",
    ]
    assert findings.facts[0].attributes["finding"] == "limit-differs"
    assert [entity.kind for entity in findings.collected().entities] == ["Pod", "MutatingWebhookConfiguration"]


async def test_the_limit_range_with_the_very_value_is_suspected_and_nobody_else(
    collect: Collect, context: CollectorContext, template: dict[str, Any], objects: Objects, kube: FakeKube
) -> None:
    template["resources"] = {}
    for name, value in (("bounds", "64Mi"), ("other", "1Gi")):
        limits = [{"type": "Container", "default": {"memory": value}}]
        kube.add(obj("LimitRange", name, "shop", spec={"limits": limits}))
    hook = {"name": "trim.example.com", "rules": [{"resources": ["*"], "operations": ["*"]}]}
    kube.add(obj("MutatingWebhookConfiguration", "trimmer", webhooks=[hook]))
    assert objects(await collect(COLLECTOR, context)) == [
        ("Pod", "checkout-5bd69bbfbf-c7phk", "limit-differs"),
        ("LimitRange", "bounds", "limit-differs"),
    ]


async def test_the_mark_of_the_vertical_pod_autoscaler(
    collect: Collect, context: CollectorContext, template: dict[str, Any], case: Case, texts: Texts
) -> None:
    template["resources"] = {"limits": {"memory": "512Mi"}}
    case["pod"]["metadata"]["annotations"] = {"vpaUpdates": "Pod resources updated by checkout"}
    assert "The Vertical Pod Autoscaler changed the pod: Pod resources updated by checkout" in texts(
        await collect(COLLECTOR, context)
    )


async def test_an_image_that_was_replaced(
    collect: Collect, context: CollectorContext, template: dict[str, Any], objects: Objects, kube: FakeKube
) -> None:
    template["image"] = "registry.example/checkout:1.4.1"
    assert objects(await collect(COLLECTOR, context)) == [("Pod", "checkout-5bd69bbfbf-c7phk", "replaced")]
    assert kube.requests == []
