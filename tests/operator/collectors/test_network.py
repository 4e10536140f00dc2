"""Who cannot be reached, and which object to mend."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.collectors.network import COLLECTOR
from casebook_operator.kube import NotHeldError, Object, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, forbidden, obj, said, triggered

REFUSED = "dial tcp: connect to db:5432: connection refused"
TIMEOUT = 'connection to server at "db" (10.96.7.7), port 5432 failed: timeout expired'
READY = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
LOOPING = {"containerStatuses": [{"name": "db", "state": {"waiting": {"reason": "CrashLoopBackOff"}}}]}


def service(name: str = "db", port: int = 5432, *, target: Any = None, **spec: Any) -> Object:
    ports = [{"port": port} | ({"targetPort": target} if target else {})]
    given = {"clusterIP": "10.96.7.7", "selector": {"app": name}, "ports": ports} | spec
    return obj("Service", name, "shop", spec=given)


def backend(name: str = "db-0", *, status: Object = READY, ports: Any = (), **labels: str) -> Object:
    spec = {"containers": [{"name": "db", "ports": list(ports)}]}
    return obj("Pod", name, "shop", labels=labels or {"app": "db"}, spec=spec, status=status)


def slice_of(name: str, *ready: bool) -> Object:
    labels = {"kubernetes.io/service-name": name}
    return obj(
        "EndpointSlice", f"{name}-1", "shop", labels=labels, endpoints=[{"conditions": {"ready": r}} for r in ready]
    )


def policy(name: str, pods: Object, **spec: Any) -> Object:
    return obj("NetworkPolicy", name, "shop", spec={"podSelector": {"matchLabels": pods}, **spec})


@pytest.fixture
def calling(context: CollectorContext, case: Case) -> CollectorContext:
    return said(replace(context, kube=FakeKube(case["pod"])), REFUSED)


async def test_a_service_that_does_not_exist(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    lost = said(calling, "dial tcp: lookup db on 10.96.0.10:53: no such host")
    assert ("Service", "db", "missing") in objects(await collect(COLLECTOR, lost))


async def test_a_name_that_is_none_of_the_clusters_is_not_missing_here(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    lost = said(calling, "getaddrinfo ENOTFOUND api.example.com", "getaddrinfo ENOTFOUND example.com")
    assert objects(await collect(COLLECTOR, lost)) == []


async def test_a_service_whose_selector_meets_no_pod(
    collect: Collect, calling: CollectorContext, objects: Objects, texts: Texts
) -> None:
    calling.kube.add(service())
    calling.kube.add(backend(app="database", tier="db"))
    findings = await collect(COLLECTOR, calling)
    assert ("Service", "db", "selector-mismatch") in objects(findings)
    assert ("Service shop/db selects pods with app=db, and no pod has that; nearest: db-0 has app=database") in texts(
        findings
    )


async def test_a_service_without_any_pod(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    calling.kube.add(service())
    assert ("Service", "db", "no-endpoints") in objects(await collect(COLLECTOR, calling))


async def test_a_service_whose_workload_is_scaled_to_zero(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(service())
    template = {"metadata": {"labels": {"app": "db", "tier": "data"}}}
    calling.kube.add(obj("StatefulSet", "db", "shop", spec={"replicas": 0, "template": template}))
    findings = await collect(COLLECTOR, calling)
    assert objects(findings) == [("StatefulSet", "db", "no-endpoints"), ("Service", "db", "no-endpoints")]
    assert findings.facts[0].attributes["hard"] == "0"


@pytest.mark.parametrize("with_slices", [True, False])
async def test_a_service_whose_pods_are_not_ready_says_what_they_do(
    collect: Collect, calling: CollectorContext, objects: Objects, texts: Texts, with_slices: bool
) -> None:
    calling.kube.add(service())
    calling.kube.add(backend(status=LOOPING))
    if with_slices:
        calling.kube.add(slice_of("db", False))
    findings = await collect(COLLECTOR, calling)
    assert ("Service", "db", "no-ready-endpoints") in objects(findings)
    assert "Service shop/db has no ready endpoint: 1 pods are behind it: db-0 (CrashLoopBackOff)" in texts(findings)
    assert "endpoints of Service db: 0 ready" in findings.collected().looked_for


@pytest.mark.parametrize(
    ("is_ready", "told"),
    [
        (False, ["Service money/ledger has no ready endpoint"]),
        (True, ["Service money/ledger has ready endpoints"]),
    ],
)
async def test_of_a_service_of_another_namespace_it_is_told_whether_it_answers(
    collect: Collect, calling: CollectorContext, texts: Texts, is_ready: bool, told: list[str]
) -> None:
    foreign = said(calling, "Post http://ledger.money.svc:80/: connect: connection refused")
    ports = [{"port": 80}]
    calling.kube.add(obj("Service", "ledger", "money", spec={"selector": {"app": "ledger"}, "ports": ports}))
    calling.kube.add(obj("Pod", "ledger-0", "money", labels={"app": "ledger"}, spec={}, status=LOOPING))
    slices = slice_of("ledger", is_ready)
    slices["metadata"]["namespace"] = "money"
    calling.kube.add(slices)
    assert texts(await collect(COLLECTOR, foreign)) == told


@pytest.mark.parametrize(("ready", "told"), [([True], "has 1 ready endpoint"), ([True, True], "has 2 ready endpoints")])
async def test_a_sound_service_speaks_against_it(
    collect: Collect, calling: CollectorContext, objects: Objects, ready: list[bool], told: str
) -> None:
    calling.kube.add(service())
    calling.kube.add(slice_of("db", *ready))
    found = await collect(COLLECTOR, calling)
    assert objects(found) == [("Service", "db", "ok")]
    assert found.facts[0].text.endswith(told)


async def test_callers_that_use_another_port_than_the_service_has(
    collect: Collect, calling: CollectorContext, objects: Objects, texts: Texts
) -> None:
    calling.kube.add(service(port=5433))
    calling.kube.add(slice_of("db", True))
    findings = await collect(COLLECTOR, calling)
    assert ("Service", "db", "port-mismatch") in objects(findings)
    assert "Callers use port 5432 of Service shop/db, which has 5433" in texts(findings)


@pytest.mark.parametrize(
    ("target", "ports", "mismatch"),
    [
        (5433, [{"containerPort": 5432}], True),
        (5432, [{"containerPort": 5432}], False),
        ("pg", [{"containerPort": 5432, "name": "pg"}], False),
        ("pg", [{"containerPort": 5432, "name": "sql"}], True),
        (5433, [], False),
    ],
)
async def test_the_port_behind_a_service(
    collect: Collect, calling: CollectorContext, objects: Objects, target: Any, ports: list[Object], mismatch: bool
) -> None:
    calling.kube.add(service(target=target))
    calling.kube.add(backend(ports=ports))
    calling.kube.add(slice_of("db", True))
    assert (("Service", "db", "port-mismatch") in objects(await collect(COLLECTOR, calling))) is mismatch


async def test_an_address_is_known_by_the_service_that_has_it(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(service())
    by_address = said(calling, "dial tcp 10.96.7.7:5432: i/o timeout")
    assert ("Service", "db", "no-endpoints") in objects(await collect(COLLECTOR, by_address))


async def test_a_service_that_only_the_settings_name_is_told_when_it_is_broken(
    collect: Collect, calling: CollectorContext, case: Case, objects: Objects
) -> None:
    case["pod"]["spec"]["containers"][0]["env"] = [{"name": "CACHE", "value": "redis://:hunter2@cache:6379/0"}]
    calling.kube.add(service("cache", 6379))
    quiet = replace(calling, found=())
    findings = await collect(COLLECTOR, quiet)
    assert objects(findings) == [("Service", "cache", "no-endpoints")]
    assert "hunter2" not in str(findings.facts)
    calling.kube.add(slice_of("cache", True))
    assert objects(await collect(COLLECTOR, quiet)) == []


async def test_services_that_lead_to_the_pod_know_its_port(
    collect: Collect, calling: CollectorContext, case: Case, objects: Objects
) -> None:
    case["pod"]["spec"]["containers"][0]["ports"] = [{"containerPort": 8080}]
    calling.kube.add(service("checkout", 80, target=8081))
    findings = await collect(COLLECTOR, replace(calling, found=()))
    assert objects(findings) == [("Service", "checkout", "port-mismatch")]
    assert "Services that select the pod: checkout" in findings.collected().looked_for


async def test_a_policy_that_lets_nothing_out(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    calling.kube.add(policy("default-deny", {}, policyTypes=["Ingress", "Egress"]))
    found = objects(await collect(COLLECTOR, calling))
    assert found == [
        ("NetworkPolicy", "default-deny", "denies-egress"),
        ("NetworkPolicy", "default-deny", "denies-ingress"),
    ]


async def test_policies_add_up_so_that_a_default_deny_beside_others_is_not_blamed(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(policy("default-deny", {}, policyTypes=["Ingress", "Egress"]))
    calling.kube.add(policy("open", {"app": "checkout"}, policyTypes=["Ingress", "Egress"], ingress=[{}], egress=[{}]))
    found = objects(await collect(COLLECTOR, calling))
    assert found == [("NetworkPolicy", "default-deny", "ok"), ("NetworkPolicy", "open", "ok")]


@pytest.mark.parametrize(
    ("rule", "denied"),
    [
        ({"to": [{"podSelector": {"matchLabels": {"app": "db"}}}], "ports": [{"port": 5432}]}, False),
        ({"to": [{"podSelector": {"matchLabels": {"app": "db"}}}], "ports": [{"port": 80}]}, True),
        ({"to": [{"podSelector": {"matchLabels": {"app": "cache"}}}]}, True),
        ({"to": [{"namespaceSelector": {}}]}, False),
        ({"to": [{"namespaceSelector": {}, "podSelector": {}}]}, False),
        ({"to": [{"namespaceSelector": {"matchLabels": {"team": "x"}}}]}, False),
        ({"ports": [{"port": 5000, "endPort": 6000}]}, False),
        ({"to": [{"ipBlock": {"cidr": "0.0.0.0/0"}}]}, False),
        ({}, False),
    ],
)
async def test_a_policy_that_lets_out_what_it_names(
    collect: Collect, calling: CollectorContext, objects: Objects, rule: Object, denied: bool
) -> None:
    calling.kube.add(service())
    calling.kube.add(slice_of("db", True))
    calling.kube.add(policy("out", {"app": "checkout"}, policyTypes=["Egress"], egress=[rule]))
    found = objects(await collect(COLLECTOR, calling))
    assert ("NetworkPolicy", "out", "denies-egress" if denied else "ok") in found


async def test_a_policy_of_the_other_side_that_does_not_let_the_pod_in(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(service())
    calling.kube.add(slice_of("db", True))
    calling.kube.add(
        policy("db-guard", {"app": "db"}, ingress=[{"from": [{"podSelector": {"matchLabels": {"app": "api"}}}]}])
    )
    findings = await collect(COLLECTOR, calling)
    assert ("NetworkPolicy", "db-guard", "denies-ingress") in objects(findings)
    assert "NetworkPolicies that select the pods of Service db: db-guard" in findings.collected().looked_for


async def test_the_other_side_is_looked_at_where_the_pods_own_policies_are_not_known(
    collect: Collect, calling: CollectorContext, texts: Texts
) -> None:
    calling.kube.answers[paths.collection("NetworkPolicy", "shop")] = forbidden("list", "networkpolicies")
    of_money = msgspec.json.decode(msgspec.json.encode(service("ledger")).replace(b'"shop"', b'"money"'))
    guard = msgspec.json.decode(msgspec.json.encode(policy("guard", {}, ingress=[])).replace(b'"shop"', b'"money"'))
    calling.kube.add(of_money)
    calling.kube.add(guard)
    found = texts(await collect(COLLECTOR, said(calling, "dial tcp ledger.money.svc:5432: i/o timeout")))
    assert "The NetworkPolicies of namespace money do not let the pod in to Service ledger" in found


async def test_a_policy_that_forgets_the_name_servers(
    collect: Collect, calling: CollectorContext, objects: Objects, texts: Texts
) -> None:
    calling.kube.add(policy("out", {"app": "checkout"}, policyTypes=["Egress"], egress=[{"ports": [{"port": 443}]}]))
    silent = said(calling, "dial tcp: lookup db on 10.96.0.10:53: read udp: i/o timeout")
    findings = await collect(COLLECTOR, silent)
    assert ("NetworkPolicy", "out", "denies-egress") in objects(findings)
    assert any("does not let the pod reach DNS (port 53)" in text for text in texts(findings))


async def test_a_policy_for_other_pods_is_not_told(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(policy("other", {"app": "api"}, policyTypes=["Ingress", "Egress"]))
    findings = await collect(COLLECTOR, calling)
    assert objects(findings) == []
    assert "NetworkPolicies that select the pod: none" in findings.collected().looked_for


async def test_a_network_plugin_that_does_not_run_on_the_node(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    owner = [{"kind": "DaemonSet", "name": "calico-node", "uid": "d", "controller": True}]
    spec = {"nodeName": "node-1", "hostNetwork": True}
    calling.kube.add(obj("Pod", "calico-node-7xk2p", "kube-system", spec=spec, ownerReferences=owner, status={}))
    sandbox = said(
        calling, 'Failed to create pod sandbox: plugin type="calico" failed (add): stat /var/lib/calico/nodename'
    )
    findings = await collect(COLLECTOR, sandbox)
    assert objects(findings) == [("DaemonSet", "calico-node", "pending")]
    assert "pods of the network plugin on node node-1: 0 of 1 ready" in findings.collected().looked_for


async def test_a_service_that_is_itself_the_subject(
    collect: Collect, context: CollectorContext, objects: Objects
) -> None:
    kube = FakeKube(service())
    subject = SubjectRef(kind="Service", namespace="shop", name="db")
    own = triggered(replace(context, kube=kube, subject=subject, pods=(), owners=()), Trigger.SERVICE_UNAVAILABLE)
    assert COLLECTOR.at_once(own)
    assert objects(await collect(COLLECTOR, own)) == [("Service", "db", "no-endpoints")]


async def test_what_a_bundle_does_not_hold_is_not_said_to_be_missing(
    collect: Collect, calling: CollectorContext
) -> None:
    for kind in ("Service", "EndpointSlice", "NetworkPolicy", "Pod"):
        calling.kube.answers[paths.collection(kind, "shop")] = NotHeldError("no such thing in the bundle")
    calling.kube.answers[paths.item("Service", "shop", "db")] = NotHeldError("no such thing in the bundle")
    findings = await collect(COLLECTOR, calling)
    assert (findings.facts, findings.gaps) == ([], [])


@pytest.mark.parametrize(
    ("text", "at_once"),
    [
        (REFUSED, True),
        (TIMEOUT, True),
        ("getaddrinfo EAI_AGAIN db", True),
        ('ReplicaSet "checkout" has timed out progressing.', False),
        ("Pod sandbox changed, it will be killed and re-created.", False),
        ('Readiness probe failed: Get "http://10.1.0.9:8080/healthz": context deadline exceeded', False),
        ("listening on :8080", False),
    ],
)
def test_it_runs_at_once_when_somebody_is_not_reached(
    context: CollectorContext, case: Case, text: str, at_once: bool
) -> None:
    case["pod"]["status"]["podIP"] = "10.1.0.9"
    assert COLLECTOR.at_once(said(context, text)) is at_once


def probing(context: CollectorContext, **probe: Any) -> CollectorContext:
    """The case of a pod whose readiness probe asks somebody else, and fails."""
    pod = msgspec.json.decode(msgspec.json.encode(context.pods[0]))
    pod["spec"]["containers"][0]["readinessProbe"] = probe
    failed = said(context, "Readiness probe failed: db:5432 - no response")
    return replace(failed, pods=(pod,))


@pytest.mark.parametrize(
    "probe",
    [
        {"exec": {"command": ["pg_isready", "-h", "db"]}},
        {"exec": {"command": ["sh", "-c", "wget -qO- http://db:5432/healthz"]}},
        {"tcpSocket": {"host": "db", "port": 5432}},
        {"httpGet": {"host": "db.shop.svc", "port": 5432}},
    ],
    ids=str,
)
async def test_a_service_that_a_failing_probe_asks_is_suspected(
    collect: Collect, calling: CollectorContext, probe: Object
) -> None:
    calling.kube.add(service())
    findings = await collect(COLLECTOR, probing(calling, **probe))
    assert [(e.name, e.role) for e in findings.collected().entities] == [("db", "cause")]


async def test_the_own_service_that_a_probe_goes_through_is_not(collect: Collect, calling: CollectorContext) -> None:
    calling.kube.add(service("checkout", selector=calling.pods[0]["metadata"]["labels"]))
    findings = await collect(COLLECTOR, probing(calling, tcpSocket={"host": "checkout", "port": 5432}))
    assert findings.collected().entities == ()


async def test_a_service_that_settings_alone_name_is_broken_and_not_suspected(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    pod = msgspec.json.decode(msgspec.json.encode(calling.pods[0]))
    pod["spec"]["containers"][0]["env"] = [{"name": "CACHE", "value": "cache:6379"}]
    calling.kube.add(service("cache", 6379))
    findings = await collect(COLLECTOR, said(replace(calling, pods=(pod,)), "giving up"))
    assert objects(findings) == [("Service", "cache", "no-endpoints")]
    assert [entity for entity in findings.collected().entities if entity.role == "cause"] == []
