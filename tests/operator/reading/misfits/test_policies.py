"""Policies that cut a workload off from what its settings name, and the many that do not."""

from typing import Any

import pytest

from casebook_operator.kube import Object, paths
from casebook_operator.reading.misfits import policies
from tests.operator.builders import workload
from tests.operator.reading.misfits.objects import deployment, reasons, service, told
from tests.rows import of_every

DB = deployment("db", kind="StatefulSet")
DB_SERVICE = service("db", ports=[{"port": 5432}])
URL = [{"name": "DATABASE_URL", "value": "postgres://shop:x@db:5432/shop"}]
SHOP = deployment("shop", env=URL)
TO_DNS = {"ports": [{"protocol": "UDP", "port": 53}]}
TO_DB = {"to": [{"podSelector": {"matchLabels": {"app": "db"}}}], "ports": [{"port": 5432}]}


def policy(*rules: Object, selects: str | None = "shop", direction: str = "egress", name: str = "strict") -> Object:
    selector = {"matchLabels": {"app": selects}} if selects else {}
    spec = {"podSelector": selector, "policyTypes": [direction.capitalize()], direction: list(rules)}
    return workload("NetworkPolicy", name) | {"spec": spec}


async def test_a_workload_that_names_a_service_needs_dns() -> None:
    ((reason, text),) = await told(SHOP, policy(TO_DB), DB, DB_SERVICE)
    assert reason == "NoDNS"
    assert text.startswith("NetworkPolicy strict of namespace shop does not let Deployment shop reach DNS")
    assert text.endswith("which it needs to find Service db")


async def test_a_service_that_it_names_is_out_of_reach() -> None:
    assert await told(SHOP, policy(TO_DNS), DB, DB_SERVICE) == [
        ("NoWayOut", "NetworkPolicy strict of namespace shop does not let Deployment shop reach Service db (port 5432)")
    ]


async def test_the_other_side_does_not_let_it_in() -> None:
    friends = {"from": [{"podSelector": {"matchLabels": {"app": "front"}}}]}
    assert await told(SHOP, policy(friends, selects="db", direction="ingress"), DB, DB_SERVICE) == [
        ("NoWayIn", "NetworkPolicy strict of namespace shop does not let Deployment shop in to Service db (port 5432)")
    ]


NODE_LOCAL = {"to": [{"ipBlock": {"cidr": "169.254.20.10/32"}}]}
TO_KUBE_SYSTEM = {"to": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}}}]}


@of_every(
    "policies",
    [
        [],
        [policy({})],
        [policy(TO_DNS, TO_DB)],
        [policy(TO_DB), policy(TO_DNS, selects=None, name="dns")],
        [policy(TO_DB, TO_KUBE_SYSTEM)],
        [policy(TO_DB, NODE_LOCAL)],
        [policy(TO_DNS, {"to": [{"podSelector": {}}]})],
        [policy(selects="other")],
        [policy(selects=None, direction="ingress"), policy({}, selects="db", direction="ingress", name="open")],
        [policy(TO_DNS, {"to": TO_DB["to"], "ports": [{"port": 5000, "endPort": 6000}]})],
        [policy(TO_DNS, {"to": TO_DB["to"], "ports": [{"port": "pg"}]})],
    ],
    ids=[
        "none",
        "all is allowed",
        "both are allowed",
        "they add up",
        "the namespace of the name servers",
        "an address",
        "the own namespace",
        "another workload",
        "one that lets in is enough",
        "a range",
        "a named port",
    ],
)
async def test_policies_that_let_it_work_fit(policies: list[Object]) -> None:
    assert await reasons(SHOP, *policies, DB, DB_SERVICE) == []


@pytest.mark.parametrize(
    "one",
    [
        deployment("shop"),
        deployment("shop", env=[{"name": "MODE", "value": "db"}]),
        deployment("shop", env=URL, replicas=0),
        deployment("shop", env=URL, pod={"hostNetwork": True}),
        deployment("shop", env=[{"name": "API", "value": "https://api.example.com"}]),
    ],
    ids=["names nobody", "a word that is no host", "switched off", "on the node's network", "somebody outside"],
)
async def test_that_nothing_is_let_out_fits_who_calls_nobody(one: Object) -> None:
    assert await reasons(one, policy(), DB, DB_SERVICE) == []


@pytest.mark.parametrize("env", [[{"name": "DB_HOST", "value": "db"}], [{"name": "X", "value": "db.shop.svc:5432"}]])
async def test_a_host_is_named_in_several_ways(env: Any) -> None:
    assert await reasons(deployment("shop", env=env), policy(), DB, DB_SERVICE) == ["NoDNS", "NoWayOut"]
    assert await reasons(deployment("shop", args=["--db-host=db"]), policy(), DB, DB_SERVICE) == ["NoDNS", "NoWayOut"]


@pytest.mark.parametrize("kind", policies._OTHERS)
async def test_where_policies_of_other_kinds_are_nobody_can_tell(kind: str) -> None:
    namespace = "" if kind in paths.CLUSTER_SCOPED else "shop"
    assert await reasons(SHOP, policy(), DB, DB_SERVICE, workload(kind, "more", namespace)) == []


async def test_another_name_server_of_the_pod_is_its_own_matter() -> None:
    own = deployment("shop", env=URL, pod={"dnsPolicy": "None"})
    assert await reasons(own, policy(TO_DB), DB, DB_SERVICE) == []
