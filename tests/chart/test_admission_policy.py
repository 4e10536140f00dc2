"""Investigations of what is in other namespaces are refused by the API server, just where the operator refuses them."""

import asyncio
import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from casebook_operator.cases.admission import refusal
from casebook_operator.investigation import parse
from casebook_operator.kube import ApiStatusError, KubeClient, Object, connect, paths
from casebook_operator.scope import Scope
from casebook_operator.settings import ClusterSettings
from e2e.cluster import Cluster
from tests.chart.rendered import kinds, one
from tests.operator.builders import rfc
from tests.operator.clusters import namespaces
from tests.patience import PATIENCE
from tools.chart.helm import Helm
from tools.places import ROOT

POLICY, BINDING = "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"
API = "admissionregistration.k8s.io/v1"
QUIET = {"crds": {"enabled": False}, "web": {"enabled": False}, "tests": {"enabled": False}}
EVIL, HOME = "evil", "home"


def test_it_is_made_where_the_cluster_serves_it_and_can_be_switched_off(helm: Helm) -> None:
    assert {POLICY, BINDING} <= kinds(helm.template())
    assert {POLICY, BINDING} <= kinds(helm.template(None, "--api-versions=v1/Pod", f"--api-versions={API}/{POLICY}"))
    assert not {POLICY, BINDING} & kinds(helm.template(None, "--api-versions=v1/Pod"))
    assert not {POLICY, BINDING} & kinds(helm.template({"admissionPolicy": {"enabled": False}}))


def test_a_release_for_some_namespaces_rules_over_these_and_its_own(helm: Helm) -> None:
    objects = helm.template({"watch": {"namespaces": ["shop"]}}, namespace="team")
    binding = one(objects, BINDING)
    assert binding["metadata"]["name"] == binding["spec"]["policyName"] == "casebook-subjects-team"
    (expression,) = binding["spec"]["matchResources"]["namespaceSelector"]["matchExpressions"]
    assert expression["values"] == ["shop", "team"]


def test_it_knows_every_kind_without_a_namespace_that_an_investigation_may_be_about(helm: Helm) -> None:
    crd = yaml.safe_load((ROOT / "crds" / "investigations.yaml").read_text(encoding="utf-8"))
    spec = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    enum = spec["properties"]["subjectRef"]["properties"]["kind"]["enum"]
    variables = {each["name"]: each["expression"] for each in one(helm.template(), POLICY)["spec"]["variables"]}
    assert set(yaml.safe_load(variables["ofCluster"])) == paths.CLUSTER_SCOPED & set(enum)


def seen_on(**origin: str) -> dict[str, Any]:
    return {"failureClass": "NodeNotReady", "occurredTime": rfc(), "originRef": origin}


NODE = {"kind": "Node", "name": "node-1"}
OWN = {"kind": "Deployment", "name": "a"}
VOLUME = {"kind": "PersistentVolume", "name": "pv-1"}
ASKED: list[tuple[str, dict[str, Any], dict[str, Any] | None]] = [
    (EVIL, OWN, None),
    (EVIL, OWN | {"namespace": EVIL}, seen_on(kind="Pod", name="a-0")),
    (EVIL, OWN | {"namespace": ""}, seen_on(kind="Pod", name="a-0", namespace=EVIL)),
    (EVIL, OWN | {"namespace": HOME}, None),
    (EVIL, OWN, seen_on(kind="Pod", name="a-0", namespace=HOME)),
    (EVIL, OWN, seen_on(**NODE)),
    (EVIL, OWN, seen_on(**VOLUME, namespace=EVIL)),
    (EVIL, NODE, None),
    (EVIL, NODE, seen_on(**NODE)),
    (EVIL, VOLUME, None),
    (EVIL, {"kind": "Namespace", "name": HOME}, None),
    (HOME, OWN, None),
    (HOME, NODE, seen_on(**NODE)),
    (HOME, VOLUME, None),
    (HOME, NODE, seen_on(kind="Node", name="node-2")),
    (HOME, NODE, seen_on(kind="Pod", name="a-0", namespace=HOME)),
]


class Spaces(NamedTuple):
    """Where nodes' cases live, and a tenant's."""

    home: str
    evil: str


@pytest.fixture(scope="module")
def spaces(helm: Helm, cluster: Cluster) -> Iterator[Spaces]:
    """A release without pods, whose policy is in force."""
    with namespaces(cluster, *Spaces._fields) as made:
        names = Spaces(*made)
        values = QUIET | {"watch": {"namespaces": [names.evil], "nodes": False, "taxonomies": False}}
        wanted = (POLICY, BINDING, "Role", "RoleBinding", "ServiceAccount")
        objects = [obj for obj in helm.template(values, namespace=names.home) if obj["kind"] in wanted]
        given = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
        cluster.run_kubectl("apply", "-f", "-", stdin=given)
        yield names
        cluster.run_kubectl("delete", "--wait=false", "-f", "-", stdin=given)


def asked(spaces: Spaces, namespace: str, subject: dict[str, Any], signal: dict[str, Any] | None) -> Object:
    spec = {"subjectRef": subject} | ({"signal": signal} if signal else {})
    body = {
        "apiVersion": "casebook.dev/v1alpha1",
        "kind": "Investigation",
        "metadata": {"name": f"x-{secrets.token_hex(4)}", "namespace": namespace},
        "spec": spec,
    }
    named = json.dumps(body).replace(f'"{EVIL}"', f'"{spaces.evil}"').replace(f'"{HOME}"', f'"{spaces.home}"')
    return dict(json.loads(named))


async def refused(kube: KubeClient, body: Object) -> str:
    try:
        await kube.create(paths.collection("Investigation", body["metadata"]["namespace"]), body)
    except ApiStatusError as error:
        return str(error) if error.forbidden else ""
    return ""


async def in_force(kube: KubeClient, spaces: Spaces) -> None:
    """A policy holds some time after it was made: the API server watches for them."""
    async with asyncio.timeout(PATIENCE):
        while not await refused(kube, asked(spaces, EVIL, NODE, None)):
            await asyncio.sleep(0.2)


@pytest.mark.cluster
async def test_the_api_server_refuses_what_the_operator_refuses_and_nothing_else(
    kube: KubeClient, spaces: Spaces
) -> None:
    await in_force(kube, spaces)
    scope = Scope(ClusterSettings(namespace=spaces.home))
    for one_asked in ASKED:
        body = asked(spaces, *one_asked)
        stored = body | {"metadata": body["metadata"] | {"uid": "u"}}
        assert bool(await refused(kube, body)) is bool(refusal(parse(stored), scope)), one_asked


@pytest.mark.cluster
async def test_a_refusal_says_where_it_belongs(kube: KubeClient, spaces: Spaces) -> None:
    await in_force(kube, spaces)
    assert f"belong into the namespace {spaces.home}" in await refused(kube, asked(spaces, EVIL, NODE, None))
    foreign = asked(spaces, EVIL, OWN | {"namespace": HOME}, None)
    assert f"create it in {spaces.home}" in await refused(kube, foreign)


@pytest.mark.cluster
async def test_the_operators_own_account_makes_cases_of_nodes_and_of_workloads(
    kube: KubeClient, cluster: Cluster, spaces: Spaces, tmp_path: Path
) -> None:
    await in_force(kube, spaces)
    config = cluster.service_account_kubeconfig(spaces.home, "casebook-operator", tmp_path / "kubeconfig")
    async with await connect(config) as operator:
        assert not await refused(operator, asked(spaces, HOME, NODE, seen_on(**NODE)))
        assert not await refused(operator, asked(spaces, EVIL, OWN, seen_on(kind="Pod", name="a-0")))
