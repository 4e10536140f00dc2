"""The chart grants exactly what is written down, and who may read what is the cluster's own business."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.alerts.targets import _WORKLOADS
from casebook_operator.diagnosis.cluster import NEEDED_ACCESS
from casebook_operator.kube import paths
from casebook_operator.survey.registry import COLLECTORS
from tests.chart.rendered import kinds, one
from tools.chart import rights
from tools.chart.helm import Helm, Object
from tools.places import ROOT

Grant = tuple[str, str, str]


def grants(rules: Iterable[dict[str, Any]]) -> list[Grant]:
    """Each rule taken apart: verb, group, resource."""
    return [
        (verb, group, resource)
        for rule in rules
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
    ]


def bound(objects: list[Object], account: str) -> list[Grant]:
    """What an account of the release may do in the whole cluster."""
    bindings = [obj for obj in objects if obj["kind"] == "ClusterRoleBinding" and subject(obj) == account]
    return [grant for obj in bindings for grant in grants(one(objects, "ClusterRole", obj["roleRef"]["name"])["rules"])]


def subject(binding: Object) -> str:
    (found,) = binding["subjects"]
    return f"{found['namespace']}/{found['name']}"


@pytest.mark.parametrize("path", rights.files(), ids=lambda path: path.stem)
def test_the_rules_of_the_operator_follow_from_what_is_watched_and_what_collectors_need(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert written == rights.files()[path], "run `make chart kustomize`"


def test_every_collector_may_read_what_it_needs(helm: Helm) -> None:
    granted = set(bound(helm.template(), "casebook/casebook-operator"))
    assert not {collector.name for collector in COLLECTORS if not set(map(rights.right, collector.needs)) <= granted}


def test_the_operator_gets_exactly_the_rights_of_the_tested_manifest(helm: Helm) -> None:
    manifest = (ROOT / "e2e" / "manifests" / "operator-rbac.yaml").read_text(encoding="utf-8")
    expected = grants(one(list(yaml.safe_load_all(manifest)), "ClusterRole")["rules"])
    found = bound(helm.template(), "casebook/casebook-operator")
    assert sorted(found) == sorted(expected)
    assert set(NEEDED_ACCESS) <= set(found)


def test_the_operator_deletes_investigations_and_writes_nothing_of_a_user(helm: Helm) -> None:
    found = set(bound(helm.template(), "casebook/casebook-operator"))
    writes = {grant for grant in found if grant[0] not in ("get", "list", "watch")}
    investigation = paths.resource("Investigation")
    assert writes == {
        *((verb, *investigation) for verb in ("create", "patch", "delete")),
        ("patch", "casebook.dev", "investigations/status"),
        ("patch", "casebook.dev", "taxonomies/status"),
        ("create", "events.k8s.io", "events"),
    }


def test_the_web_asks_who_reads_and_opens_what_alerts_name_and_nothing_else(helm: Helm) -> None:
    named = {"Pod", "Node", "PersistentVolume", *_WORKLOADS.values(), *paths.WORKLOADS}
    assert set(bound(helm.template(), "casebook/casebook-web")) == {
        ("create", "authentication.k8s.io", "tokenreviews"),
        ("create", "authorization.k8s.io", "subjectaccessreviews"),
        *(("get", *paths.resource(kind)) for kind in named),
        *((verb, *paths.resource("Investigation")) for verb in ("get", "list", "create", "patch")),
    }


def test_no_role_has_a_wildcard_or_reads_secrets(helm: Helm) -> None:
    for role in (obj for obj in helm.template() if obj["kind"] in ("Role", "ClusterRole")):
        for grant in grants(role["rules"]):
            assert "*" not in "".join(grant)
            assert grant[2] != "secrets"


@pytest.mark.parametrize(
    ("role", "may", "may_not"),
    [
        ("view", ("get", "investigations"), ("create", "investigations")),
        ("edit", ("create", "investigations"), ("patch", "taxonomies")),
        ("admin", ("patch", "taxonomies"), None),
    ],
)
def test_the_roles_that_people_have_include_investigations(
    helm: Helm, role: str, may: tuple[str, str], may_not: tuple[str, str] | None
) -> None:
    label = f"rbac.authorization.k8s.io/aggregate-to-{role}"
    parts = [obj for obj in helm.template() if obj["metadata"].get("labels", {}).get(label) == "true"]
    found = {(verb, resource) for part in parts for verb, _, resource in grants(part["rules"])}
    assert ("get", "taxonomies") in found
    assert may in found
    assert may_not not in found


def test_status_is_written_by_nobody_but_the_operator(helm: Helm) -> None:
    objects = helm.template()
    own = set(bound(objects, "casebook/casebook-operator"))
    everybody = {grant for obj in objects if obj["kind"] == "ClusterRole" for grant in grants(obj["rules"])}
    assert {grant for grant in everybody if grant[2].endswith("/status")} <= own


def test_names_of_cluster_wide_objects_differ_between_releases(helm: Helm) -> None:
    here, there = helm.template(), helm.template(name="blue", namespace="blue")
    wide = ("ClusterRole", "ClusterRoleBinding")
    names = [{obj["metadata"]["name"] for obj in objects if obj["kind"] in wide} for objects in (here, there)]
    assert names[0].isdisjoint(names[1])
    assert bound(there, "blue/blue-casebook-operator")


def test_roles_can_be_left_to_somebody_else(helm: Helm) -> None:
    assert not {"ClusterRole", "ClusterRoleBinding"} & kinds(helm.template({"rbac": {"create": False}}))
    assert not [
        obj
        for obj in helm.template({"rbac": {"aggregate": False}})
        if obj["metadata"].get("labels", {}).get("app.kubernetes.io/component") == "aggregate"
    ]
