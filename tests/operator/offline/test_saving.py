"""What is collected from a cluster is redacted, and leads to the same conclusion as the cluster did."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Entity
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.kube import ApiStatusError, Object, paths
from casebook_operator.offline.saving import save_bundle
from tests.operator.offline.conftest import Analyse, bundle, snapshot
from tests.operator.offline.samples import DEPLOYMENT, NAMESPACE, NODE, POD, crash_loop

CHECKOUT = Entity(kind="Deployment", namespace=NAMESPACE, name=DEPLOYMENT)
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjaGVja291dCJ9.c2lnbmF0dXJlLXNpZ25hdHVyZQ"


def cluster(**parts: Any) -> Object:
    """A cluster with things in it that must not leave it."""
    document = crash_loop(**parts)
    secrets = [
        {
            "kind": "ConfigMap",
            "apiVersion": "v1",
            "metadata": {"name": "settings", "namespace": NAMESPACE},
            "data": {"LICENCE": "licence-of-the-house"},
        },
        {
            "kind": "Secret",
            "apiVersion": "v1",
            "metadata": {"name": "db", "namespace": NAMESPACE},
            "data": {"password": "aHVudGVyMmh1bnRlcjI="},
        },
    ]
    for obj in document["objects"]:
        template = (obj.get("spec") or {}).get("template") or obj
        for container in (template.get("spec") or {}).get("containers") or ():
            container["env"] = [{"name": "GREETING", "value": "value-of-the-house"}]
            container["envFrom"] = [{"configMapRef": {"name": "settings"}}, {"secretRef": {"name": "db"}}]
            container["args"] = ["--api-token", "argument-of-the-house"]
        obj["metadata"]["managedFields"] = [{"manager": "kubectl"}]
        obj["metadata"]["annotations"] = {
            "kubectl.kubernetes.io/last-applied-configuration": '{"env": "copy-of-the-house"}',
            "example.com/password": "annotation-of-the-house",
        }
    document["objects"] += secrets
    document["logs"] = {f"{POD}/app": {"previous": f"{document['logs'][f'{POD}/app']['previous']}Bearer {TOKEN}\n"}}
    return document


async def test_a_collected_bundle_leads_to_the_same_conclusion(taxonomy: Taxonomy, analyse: Analyse) -> None:
    live = await analyse(bundle(crash_loop()))
    saved = await save_bundle(snapshot(crash_loop()), CHECKOUT, taxonomy, SECRETS_AND_EMAILS)
    again = await analyse(bundle(msgspec.json.decode(msgspec.json.encode(saved))))
    assert again.conclusion.category == live.conclusion.category
    assert again.conclusion.rules == live.conclusion.rules
    assert str(again.finding.subject) == str(live.finding.subject)


async def test_nothing_secret_leaves_the_cluster(taxonomy: Taxonomy) -> None:
    saved = msgspec.json.encode(await save_bundle(snapshot(cluster()), CHECKOUT, taxonomy, SECRETS_AND_EMAILS)).decode()
    for secret in ("of-the-house", TOKEN, "aHVudGVy", "managedFields", "last-applied"):
        assert secret not in saved
    assert "GREETING" in saved


async def test_no_secret_leaves_the_cluster_behind_what_nobody_sees(taxonomy: Taxonomy) -> None:
    """A colour within a word hides it from a pattern, and is gone as soon as somebody cleans the bundle."""
    document = crash_loop()
    document["logs"] = {f"{POD}/app": {"previous": "starting\npass\x1b[0mword=log-of-the-house\n"}}
    document["objects"][0]["metadata"]["annotations"] = {
        "example.com/pass\u200bword": "annotation-of-the-house",
        "example.com/note": "pass\u200bword=note-of-the-house",
    }
    saved = msgspec.json.encode(await save_bundle(snapshot(document), CHECKOUT, taxonomy, SECRETS_AND_EMAILS)).decode()
    assert "of-the-house" not in saved
    assert "starting" in saved


async def test_keys_of_config_maps_stay_without_their_values(taxonomy: Taxonomy) -> None:
    held = snapshot(cluster())
    saved = await save_bundle(
        held, Entity(kind="ConfigMap", namespace=NAMESPACE, name="settings"), taxonomy, SECRETS_AND_EMAILS
    )
    (found,) = [obj for obj in saved["objects"] if obj["kind"] == "ConfigMap"]
    assert found["data"] == {"LICENCE": ""}


async def test_owners_pods_nodes_events_and_logs_are_collected(taxonomy: Taxonomy) -> None:
    saved = await save_bundle(snapshot(crash_loop()), CHECKOUT, taxonomy, SECRETS_AND_EMAILS)
    assert {obj["kind"] for obj in saved["objects"]} == {"Deployment", "ReplicaSet", "Pod", "Node"}
    assert [event["reason"] for event in saved["events"]] == ["BackOff"]
    assert saved["logs"][f"{NAMESPACE}/{POD}/app"]["previous"].startswith("starting")
    assert saved["trigger"] == {"type": "Manual", "kind": "Deployment", "name": DEPLOYMENT, "namespace": NAMESPACE}


async def test_what_was_asked_for_and_is_not_there_stays_known(taxonomy: Taxonomy) -> None:
    document = crash_loop(complete=["Node"])
    document["objects"] = [obj for obj in document["objects"] if obj["kind"] != "Node"]
    saved = await save_bundle(snapshot(document), CHECKOUT, taxonomy, SECRETS_AND_EMAILS)
    with pytest.raises(ApiStatusError) as refused:
        await snapshot(saved).get(paths.item("Node", "", NODE))
    assert refused.value.not_found


async def test_a_node_is_collected_by_its_name(taxonomy: Taxonomy) -> None:
    saved = await save_bundle(snapshot(crash_loop()), Entity(kind="Node", name=NODE), taxonomy, SECRETS_AND_EMAILS)
    assert "Node" in {obj["kind"] for obj in saved["objects"]}


async def test_an_object_that_does_not_exist_is_said(taxonomy: Taxonomy) -> None:
    with pytest.raises(ConfigurationError, match="There is no Deployment/shop/gone"):
        await save_bundle(
            snapshot(crash_loop()),
            Entity(kind="Deployment", namespace=NAMESPACE, name="gone"),
            taxonomy,
            SECRETS_AND_EMAILS,
        )
