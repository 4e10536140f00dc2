"""Of a cluster that is watched in part the chart grants what the operator asks for there, and nothing beside it."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from casebook_operator.alerts.targets import _WORKLOADS
from casebook_operator.diagnosis.cluster import needed_access
from casebook_operator.kube import paths
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.settings import Settings
from tests.chart.rendered import one
from tests.chart.test_rbac import Grant, bound, grants, subject
from tools.chart.helm import Helm, Object
from tools.places import ROOT

MANIFEST = ROOT / "e2e" / "manifests" / "operator-rbac.yaml"
OPERATOR, WEB = "casebook/casebook-operator", "casebook/casebook-web"

CASES = {
    ("create", "events.k8s.io", "events"),
    *((verb, "casebook.dev", "investigations") for verb in ("get", "list", "watch", "create", "patch", "delete")),
    ("patch", "casebook.dev", "investigations/status"),
    ("get", "", "namespaces"),
}
NODES = {*((verb, "", "nodes") for verb in ("get", "list", "watch")), ("get", "metrics.k8s.io", "nodes")}
NODE_EVENTS = {*((verb, "", "events") for verb in ("get", "list", "watch")), ("create", "events.k8s.io", "events")}
TAXONOMIES = {
    *((verb, "casebook.dev", "taxonomies") for verb in ("list", "watch")),
    ("patch", "casebook.dev", "taxonomies/status"),
}
REVIEWS = {("create", "authorization.k8s.io", "subjectaccessreviews")}
TOKENS = {("create", "authentication.k8s.io", "tokenreviews")}
ALONE = {"nodes": False, "taxonomies": False}
BY_PROXY = {"authentication": {"tokens": False, "proxy": {"peers": ["10.0.0.1/32"]}}}


def watched(*namespaces: str, **rest: Any) -> dict[str, Any]:
    return {"watch": {"namespaces": list(namespaces), **rest}}


def places(objects: list[Object], account: str) -> dict[str, set[Grant]]:
    """What an account may do, by namespace; in the whole cluster under the empty one."""
    found = {EVERYWHERE: set(bound(objects, account))}
    for binding in (obj for obj in objects if obj["kind"] == "RoleBinding" and subject(obj) == account):
        where, name = binding["metadata"]["namespace"], binding["roleRef"]["name"]
        here = [obj for obj in objects if obj["metadata"].get("namespace") == where]
        found.setdefault(where, set()).update(grants(one(here, "Role", name)["rules"]))
    return {place: rules for place, rules in found.items() if rules}


def of_namespaces() -> Iterator[Grant]:
    """What the tested manifest grants on objects in namespaces. The leases of nodes are in one that is nobody's."""
    manifest = list(yaml.safe_load_all(MANIFEST.read_text(encoding="utf-8")))
    whole = {paths.resource(kind) for kind in paths.CLUSTER_SCOPED}
    for verb, group, resource in grants(one(manifest, "ClusterRole")["rules"]):
        if (group, resource.partition("/")[0]) not in whole and resource != "leases":
            yield verb, group, resource


def settings(objects: list[Object]) -> Settings:
    """Those that the chart writes for the operator."""
    text = one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"]
    return Settings.model_validate(yaml.safe_load(text))


def test_a_namespace_that_is_watched_grants_what_the_tested_manifest_does_there(helm: Helm) -> None:
    found = places(helm.template(watched("shop", "billing")), OPERATOR)
    everything = {*of_namespaces(), ("get", "", "namespaces")}
    assert found == {
        EVERYWHERE: NODES | TAXONOMIES,
        "shop": everything,
        "billing": everything,
        "casebook": CASES,
        "default": NODE_EVENTS,
    }


@pytest.mark.parametrize(
    ("left_out", "gone"), [({"nodes": False}, {EVERYWHERE: TAXONOMIES}), ({"taxonomies": False}, {EVERYWHERE: NODES})]
)
def test_what_is_not_watched_is_not_granted(helm: Helm, left_out: dict[str, bool], gone: dict[str, set[Grant]]) -> None:
    found = places(helm.template(watched("shop", **left_out)), OPERATOR)
    assert found[EVERYWHERE] == gone[EVERYWHERE]
    assert ("default" in found) is left_out.get("nodes", True)


def test_without_anything_of_the_cluster_the_operator_has_no_cluster_role(helm: Helm) -> None:
    values = watched("shop", **ALONE) | {"web": {"enabled": False}, "rbac": {"aggregate": False}}
    assert not [obj for obj in helm.template(values) if obj["kind"].startswith("Cluster")]


@pytest.mark.parametrize("namespaces", [("casebook",), ("default",), ("shop", "default", "casebook")], ids=" ".join)
def test_the_own_namespace_and_default_can_be_watched_like_any_other(helm: Helm, namespaces: tuple[str, ...]) -> None:
    found = places(helm.template(watched(*namespaces)), OPERATOR)
    for name in namespaces:
        assert found[name] == {*of_namespaces(), ("get", "", "namespaces")}


def test_a_release_in_default_has_its_cases_and_the_events_of_nodes_there(helm: Helm) -> None:
    found = places(helm.template(watched("shop"), namespace="default"), "default/casebook-operator")
    assert found["default"] == CASES | NODE_EVENTS


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"watch": {"nodes": False}},
        watched("shop"),
        watched("shop", "default", "casebook"),
        watched("shop", nodes=False),
        watched("shop", **ALONE),
    ],
    ids=str,
)
def test_the_chart_grants_wherever_the_operator_of_its_settings_asks(helm: Helm, values: dict[str, Any]) -> None:
    objects = helm.template(values)
    found = places(objects, OPERATOR)
    scope = Scope.of(settings(objects))
    for *access, place in needed_access(scope):
        assert tuple(access) in found[place], place
    assert ("get", "", "namespaces") in found[EVERYWHERE if scope.whole else scope.identity]


def test_the_web_looks_up_what_alerts_name_where_it_is_watched(helm: Helm) -> None:
    named = {"Pod", *_WORKLOADS.values(), *paths.WORKLOADS}
    cases = {(verb, *paths.resource("Investigation")) for verb in ("get", "list", "create", "patch")}
    assert places(helm.template(watched("shop")), WEB) == {
        EVERYWHERE: REVIEWS | TOKENS | {("get", "", "nodes")},
        "shop": cases | {("get", *paths.resource(kind)) for kind in named},
        "casebook": cases,
    }


def test_the_web_asks_the_cluster_who_reads_and_nothing_else_of_it(helm: Helm) -> None:
    assert places(helm.template(watched("shop", **ALONE)), WEB)[EVERYWHERE] == REVIEWS | TOKENS
    assert places(helm.template(watched("shop", **ALONE) | {"web": BY_PROXY}), WEB)[EVERYWHERE] == REVIEWS


def test_two_releases_of_one_name_do_not_take_each_others_roles(helm: Helm) -> None:
    roles = [
        {
            (obj["kind"], obj["metadata"].get("namespace", ""), obj["metadata"]["name"])
            for obj in helm.template(watched("shop") | {"rbac": {"aggregate": False}}, namespace=home)
            if obj["kind"] in ("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding")
        }
        for home in ("blue", "green")
    ]
    assert roles[0].isdisjoint(roles[1])


def test_roles_in_namespaces_can_be_left_to_somebody_else_too(helm: Helm) -> None:
    objects = helm.template(watched("shop") | {"rbac": {"create": False}})
    assert not [obj for obj in objects if "Role" in obj["kind"]]
