"""Routes whose class, Gateway, Service or port does not exist, and those that are as they should be."""

from typing import Any

import pytest

from casebook_operator.kube import Object
from tests.operator.builders import workload
from tests.operator.reading.misfits.objects import ingress, reasons, service, told

CLASS: Object = {"kind": "IngressClass", "metadata": {"name": "nginx"}}
SERVED = {"loadBalancer": {"ingress": [{"ip": "192.0.2.7"}]}}


async def test_an_ingress_names_the_service_that_does_not_exist() -> None:
    assert await told(ingress(to="cart"), service()) == [
        ("NoSuchService", "Ingress shop/web sends requests to Service shop/cart, which does not exist")
    ]


async def test_an_ingress_names_a_port_that_its_service_does_not_have() -> None:
    assert await told(ingress(port=8080), service()) == [
        ("NoSuchPort", "Ingress shop/web sends requests to port 8080 of Service shop/catalog, which has 80")
    ]


async def test_a_backend_for_all_that_no_rule_takes_counts_too() -> None:
    assert await reasons(ingress(defaultBackend={"service": {"name": "lost"}}), service()) == ["NoSuchService"]


async def test_a_class_that_does_not_exist_is_told() -> None:
    assert await reasons(ingress(ingressClassName="nginx"), service()) == ["NoSuchClass"]


def annotated() -> Object:
    """An action of the AWS load balancer controller: a redirect, and no Service."""
    one: Any = ingress(to="ssl-redirect")
    backend = one["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    backend["port"] = {"name": "use-annotation"}
    return one


@pytest.mark.parametrize(
    ("one", "others"),
    [
        (ingress(), [service()]),
        (ingress(ingressClassName="nginx"), [service(), CLASS]),
        (ingress(ingressClassName="nginx", status=SERVED), [service()]),
        (annotated(), []),
        (ingress(port=8443), [service(type="ExternalName", ports=None)]),
        (ingress(defaultBackend={"resource": {"kind": "StorageBucket", "name": "icons"}}), [service()]),
    ],
    ids=["no class", "its class", "served without a class", "an annotation", "a name elsewhere", "a bucket"],
)
async def test_an_ingress_that_is_served_fits(one: Object, others: list[Object]) -> None:
    assert await reasons(one, *others) == []


def refused(kind: str, reason: str, generation: int = 1) -> Object:
    return {"type": kind, "status": "False", "reason": reason, "message": "why", "observedGeneration": generation}


def route(*conditions: Object, to: Object | None = None, parent: Object | None = None) -> Object:
    spec = {
        "parentRefs": [parent or {"name": "edge"}],
        "rules": [{"backendRefs": [to or {"name": "catalog", "port": 80}]}],
    }
    made = workload("HTTPRoute", "web")
    made["metadata"]["generation"] = 1
    return made | {"spec": spec, "status": {"parents": [{"conditions": list(conditions)}]}}


def gateway(*conditions: Object, listeners: list[Object] | None = None) -> Object:
    made = workload("Gateway", "edge")
    made["metadata"]["generation"] = 1
    status = {"conditions": list(conditions), "listeners": [{"conditions": listeners or []}]}
    return made | {"spec": {"gatewayClassName": "envoy"}, "status": status}


GATEWAY_CLASS: Object = {"kind": "GatewayClass", "metadata": {"name": "envoy"}}
ELSEWHERE = {"name": "shared", "namespace": "other", "port": 80}


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (route(to={"name": "lost", "port": 80}), "NoSuchService"),
        (route(to={"name": "catalog", "port": 81}), "NoSuchPort"),
        (route(parent={"name": "lost"}), "NoSuchGateway"),
        (route(refused("ResolvedRefs", "RefNotPermitted"), to=ELSEWHERE), "RefNotPermitted"),
        (route(refused("Accepted", "NoMatchingListenerHostname")), "NoMatchingListenerHostname"),
    ],
    ids=["service", "port", "gateway", "no grant", "no listener"],
)
async def test_a_route_that_leads_nowhere(one: Object, reason: str) -> None:
    assert await reasons(one, service(), gateway()) == [reason]


@pytest.mark.parametrize(
    "one",
    [
        route(),
        route(to=ELSEWHERE),
        route(parent={"name": "shared", "namespace": "infra"}),
        route(parent={"name": "mesh", "kind": "Service", "group": ""}),
        route(to={"name": "lost", "kind": "Backend", "group": "gateway.envoyproxy.io"}),
        route(refused("Accepted", "Pending")),
        route(refused("ResolvedRefs", "BackendNotFound", generation=0)),
    ],
    ids=["whole", "granted", "gateway elsewhere", "of a mesh", "another kind", "at work", "of an older version"],
)
async def test_a_route_of_which_nobody_complains_fits(one: Object) -> None:
    assert await reasons(one, service(), gateway()) == []


async def test_a_gateway_without_its_class_or_its_certificate() -> None:
    assert await reasons(gateway()) == ["NoSuchClass"]
    assert await reasons(gateway(), GATEWAY_CLASS) == []
    uncertified = gateway(listeners=[refused("ResolvedRefs", "InvalidCertificateRef")])
    assert await told(uncertified, GATEWAY_CLASS) == [
        ("InvalidCertificateRef", "Gateway shop/edge is refused by its controller (InvalidCertificateRef): why")
    ]
