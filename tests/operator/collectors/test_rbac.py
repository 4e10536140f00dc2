"""Which role lacks what a program was refused."""

from dataclasses import replace

import pytest

from casebook_operator.collectors.rbac import COLLECTOR
from casebook_operator.kube import Object, paths
from casebook_operator.reading.access.refusals import refusals_in
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Objects, Texts, forbidden, obj, said

REFUSED = (
    'pods is forbidden: User "system:serviceaccount:shop:checkout" cannot list resource "pods" in API group "" '
    'in the namespace "shop"'
)
SUBJECT = {"kind": "ServiceAccount", "name": "checkout", "namespace": "shop"}


def binding(role: str = "reader", subjects: list[Object] | None = None, kind: str = "RoleBinding") -> Object:
    reference = {"kind": "Role" if kind == "RoleBinding" else "ClusterRole", "name": role}
    namespace = "shop" if kind == "RoleBinding" else ""
    return obj(kind, f"{role}s", namespace, subjects=[SUBJECT] if subjects is None else subjects, roleRef=reference)


def role(*verbs: str, resources: tuple[str, ...] = ("pods",)) -> Object:
    rules = [{"apiGroups": [""], "resources": list(resources), "verbs": list(verbs)}]
    return obj("Role", "reader", "shop", rules=rules)


@pytest.fixture
def refused(context: CollectorContext) -> CollectorContext:
    return said(replace(context, kube=FakeKube()), f"level=error msg={REFUSED}")


async def test_nobody_gave_the_account_anything(
    collect: Collect, refused: CollectorContext, objects: Objects, texts: Texts
) -> None:
    findings = await collect(COLLECTOR, refused)
    assert objects(findings) == [("ServiceAccount", "checkout", "no-permission")]
    assert texts(findings)[0].endswith("names ServiceAccount shop/checkout: it may not list pods in namespace shop")
    assert findings.facts[0].attributes["verb"] == "list"


async def test_the_role_lacks_the_verb(collect: Collect, refused: CollectorContext, objects: Objects) -> None:
    refused.kube.add(binding())
    refused.kube.add(role("get"))
    assert objects(await collect(COLLECTOR, refused)) == [("Role", "reader", "no-permission")]


async def test_the_role_does_not_exist(collect: Collect, refused: CollectorContext, objects: Objects) -> None:
    refused.kube.add(binding(kind="ClusterRoleBinding"))
    assert objects(await collect(COLLECTOR, refused)) == [("ClusterRole", "reader", "missing")]


@pytest.mark.parametrize("verbs", [("list",), ("*",)])
async def test_by_now_it_may(
    collect: Collect, refused: CollectorContext, objects: Objects, verbs: tuple[str, ...]
) -> None:
    refused.kube.add(binding())
    refused.kube.add(role(*verbs))
    assert objects(await collect(COLLECTOR, refused)) == [("ServiceAccount", "checkout", "ok")]


async def test_an_account_of_another_namespace_is_nobodys_business(collect: Collect, refused: CollectorContext) -> None:
    foreign = said(refused, REFUSED.replace(":shop:", ":billing:"))
    assert (await collect(COLLECTOR, foreign)).facts == []


async def test_bindings_that_may_not_be_read_leave_it_open(
    collect: Collect, refused: CollectorContext, objects: Objects
) -> None:
    path = paths.collection("ClusterRoleBinding")
    refused.kube.answers[path] = forbidden("list", "clusterrolebindings", "rbac.authorization.k8s.io")
    findings = await collect(COLLECTOR, refused)
    assert objects(findings) == []
    assert len(findings.gaps) == 1


def test_without_a_refusal_there_is_nothing_to_ask(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (REFUSED, "list pods in namespace shop"),
        (REFUSED.replace('"', '\\"'), "list pods in namespace shop"),
        (
            'User "system:serviceaccount:a:b" cannot create resource "leases" in API group "x.io" at the cluster scope',
            "create leases.x.io in all namespaces",
        ),
    ],
)
def test_refusals_are_read_as_loggers_write_them(text: str, what: str) -> None:
    (refusal,) = refusals_in([text, text])
    assert refusal.what == what


async def test_a_program_that_says_only_that_it_failed_to_watch_may_have_been_refused(
    collect: Collect, context: CollectorContext, texts: Texts
) -> None:
    silent = said(replace(context, kube=FakeKube()), "[ERROR] plugin/kubernetes: Failed to watch")
    assert COLLECTOR.applies(silent)
    told = texts(await collect(COLLECTOR, silent))
    assert told[0].endswith("names ServiceAccount shop/default: it may not list services in all namespaces")


async def test_a_reason_that_is_no_refusal_is_not_taken_for_one(context: CollectorContext) -> None:
    told = "plugin/kubernetes: Failed to watch *v1.Service: dial tcp 10.96.0.1:443: i/o timeout"
    assert not COLLECTOR.applies(said(replace(context, kube=FakeKube()), told))
