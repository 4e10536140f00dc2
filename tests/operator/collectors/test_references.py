"""What a pod refers to: missing, without a key, or written just before the failure. Contents are never asked for."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.collectors.references import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.pods.config_maps import config_uses, keys_of
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, forbidden, obj, paths, triggered


def written(case: Case, number: int, time: str, manager: str = "kubectl-edit") -> None:
    fields = case["configMaps"][number]["metadata"]["managedFields"]
    fields.append({"manager": manager, "operation": "Update", "time": time, "fieldsV1": {"f:data": {"f:new": {}}}})


async def test_sound_references_of_long_ago_are_not_worth_a_line(collect: Collect, context: CollectorContext) -> None:
    findings = await collect(COLLECTOR, context)
    assert (findings.facts, findings.gaps) == ([], [])


async def test_a_config_map_that_does_not_exist(
    collect: Collect, context: CollectorContext, objects: Objects, texts: Texts
) -> None:
    gone = replace(context, kube=FakeKube())
    findings = await collect(COLLECTOR, gone)
    assert ("ConfigMap", "checkout-env", "missing") in objects(findings)
    assert "ConfigMap shop/checkout-env, which container app needs, does not exist" in texts(findings)


async def test_an_optional_one_may_be_missing(
    collect: Collect, context: CollectorContext, case: Case, objects: Objects
) -> None:
    case["pod"]["spec"]["containers"][0]["envFrom"] = [{"configMapRef": {"name": "other", "optional": True}}]
    assert objects(await collect(COLLECTOR, context)) == []


async def test_a_key_that_is_not_there_is_seen_without_reading_any_value(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    reference = {"name": "checkout", "key": "timeouts"}
    case["pod"]["spec"]["containers"][0]["env"] = [{"name": "T", "valueFrom": {"configMapKeyRef": reference}}]
    (text,) = texts(await collect(COLLECTOR, context))
    assert text == (
        "ConfigMap shop/checkout has no key timeouts, which container app needs; it has: features, limits.yaml"
    )


async def test_who_wrote_it_just_before_and_never_what(collect: Collect, context: CollectorContext, case: Case) -> None:
    written(case, 1, "2026-03-01T11:58:00Z")
    (change,) = (await collect(COLLECTOR, context)).facts
    assert change.kind is FactKind.CHANGE
    assert change.text == "ConfigMap checkout-env was written by kubectl-edit, 2 min before the failure"
    assert change.attributes == {"change": "config", "object": "ConfigMap checkout-env", "secondsBefore": "132"}


@pytest.mark.parametrize("time", ["2026-02-27T08:00:00Z", "2026-03-01T13:00:00Z", "nonsense"])
async def test_writes_of_long_ago_or_after_the_failure_are_not_told(
    collect: Collect, context: CollectorContext, case: Case, time: str
) -> None:
    written(case, 1, time)
    assert (await collect(COLLECTOR, context)).facts == []


async def test_forbidden_config_maps_are_one_gap(collect: Collect, context: CollectorContext, kube: FakeKube) -> None:
    for name in ("checkout", "checkout-env"):
        kube.answers[paths.item("ConfigMap", "shop", name)] = forbidden("get", "configmaps")
    gaps = (await collect(COLLECTOR, context)).gaps
    assert {gap.what for gap in gaps} == {"ConfigMap objects"}


async def test_what_only_a_pod_that_cannot_be_made_may_lack(
    collect: Collect, context: CollectorContext, case: Case, objects: Objects
) -> None:
    spec = case["replicaSets"][1]["spec"]["template"]["spec"]
    spec |= {"serviceAccountName": "runner", "priorityClassName": "gold", "runtimeClassName": "gvisor"}
    refused = triggered(replace(context, pods=()), Trigger.FAILED_CREATE)
    assert objects(await collect(COLLECTOR, refused)) == [
        ("ServiceAccount", "runner", "missing"),
        ("PriorityClass", "gold", "missing"),
        ("RuntimeClass", "gvisor", "missing"),
    ]


async def test_an_image_that_cannot_be_pulled_without_any_pull_secret(
    collect: Collect, context: CollectorContext, texts: Texts
) -> None:
    pulling = triggered(context, Trigger.IMAGE_PULL_FAILED)
    assert texts(await collect(COLLECTOR, pulling)) == ["The pod names no image pull secret"]


def test_every_place_that_names_a_config_map() -> None:
    spec: Object = {
        "initContainers": [{"name": "i", "envFrom": [{"configMapRef": {"name": "a"}}]}],
        "containers": [
            {"name": "c", "env": [{"name": "E", "valueFrom": {"configMapKeyRef": {"name": "b", "key": "k"}}}]}
        ],
        "volumes": [
            {"name": "v", "configMap": {"name": "c", "items": [{"key": "x"}]}},
            {"name": "w", "projected": {"sources": [{"configMap": {"name": "b", "items": [{"key": "y"}]}}]}},
            {"name": "t", "projected": {"sources": [{"configMap": {"name": "kube-root-ca.crt"}}]}},
            {"name": "s", "configMap": {"name": "d"}},
        ],
    }
    spec["containers"][0]["volumeMounts"] = [
        {"name": "s", "mountPath": "/etc/app.yaml", "subPath": "app.yaml"},
        {"name": "s", "mountPath": "/etc/more"},
        {"name": "v", "mountPath": "/etc/x", "subPath": "path-of-an-item"},
    ]
    uses = {use.name: use for use in config_uses(spec)}
    assert list(uses) == ["a", "b", "c", "d"]
    assert uses["d"].keys == {"app.yaml": "volume s (subPath)"}
    assert uses["b"].keys == {"k": "container c", "y": "volume w"}
    assert set(uses["c"].keys) == {"x"}
    assert uses["c"].by == "volume v"


def test_keys_come_from_the_contents_of_a_bundle_or_from_the_field_managers_of_a_cluster() -> None:
    assert keys_of(obj("ConfigMap", "c", data={"a": "1"}, binaryData={"b": "2"})) == {"a", "b"}
    assert keys_of(obj("ConfigMap", "c")) is None
