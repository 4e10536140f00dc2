"""Environment tags of the user's own taxonomy: labels of the namespace and of the node."""

from dataclasses import replace

import msgspec
import pytest

from casebook_analyzer.taxonomy import TagSource
from casebook_operator.collectors.tags import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, obj

TAGS = {
    "tier": TagSource(namespace_label="example.com/tier"),
    "pool": TagSource(node_label="example.com/pool"),
    "owner": TagSource(workload_label="team", namespace_label="example.com/team"),
    "site": TagSource(value="fra1"),
}


@pytest.fixture
def tagged(context: CollectorContext) -> CollectorContext:
    return replace(context, tags=TAGS, node=obj("Node", "node-1", labels={"example.com/pool": "h100"}))


async def test_labels_of_the_namespace_and_the_node_become_tags(collect: Collect, tagged: CollectorContext) -> None:
    tagged.kube.add(obj("Namespace", "shop", labels={"example.com/tier": "gold"}))
    findings = await collect(COLLECTOR, tagged)
    assert findings.environment == {"tier": "gold", "pool": "h100", "site": "fra1"}


@pytest.mark.parametrize(
    ("pod", "deployment", "namespace", "owner"),
    [
        ({"team": "of the pod"}, {"team": "payments"}, {}, "payments"),
        ({"team": "payments"}, {"app": "checkout"}, {"example.com/team": "shop"}, "payments"),
        ({}, {}, {"example.com/team": "shop", "team": "another label"}, "shop"),
        ({}, {}, {}, None),
    ],
)
async def test_a_label_is_of_the_workload_else_of_its_pod_else_of_its_namespace(
    collect: Collect,
    tagged: CollectorContext,
    pod: dict[str, str],
    deployment: dict[str, str],
    namespace: dict[str, str],
    owner: str | None,
) -> None:
    tagged.kube.add(obj("Namespace", "shop", labels=namespace))
    owners = (
        obj("ReplicaSet", "checkout-1", labels={"team": "nobody asks it"}),
        obj("Deployment", "checkout", labels=deployment),
    )
    found = await collect(COLLECTOR, replace(tagged, pods=(obj("Pod", "checkout-1-x", labels=pod),), owners=owners))
    assert found.environment.get("owner") == owner


async def test_a_case_of_a_node_has_no_workload(collect: Collect, tagged: CollectorContext) -> None:
    tags = {"owner": TagSource(workload_label="example.com/pool")}
    subject = msgspec.structs.replace(tagged.subject, kind="Node", namespace="", name="node-1")
    found = await collect(COLLECTOR, replace(tagged, tags=tags, subject=subject, target=tagged.node))
    assert found.environment == {}


async def test_a_namespace_that_may_not_be_read_is_a_gap_and_costs_no_other_tag(
    collect: Collect, tagged: CollectorContext
) -> None:
    findings = await collect(COLLECTOR, tagged)
    assert findings.environment == {"pool": "h100", "site": "fra1"}
    assert [gap.what for gap in findings.gaps] == ["namespace shop"]


async def test_the_namespace_is_read_only_for_a_tag_that_needs_it(collect: Collect, tagged: CollectorContext) -> None:
    findings = await collect(COLLECTOR, replace(tagged, tags={"pool": TAGS["pool"]}))
    assert findings.gaps == []


def test_without_own_tags_nothing_is_read(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
