"""Whether the cluster's name servers are to blame for a name that gets no answer, and whom they wait for themselves."""

from dataclasses import replace

import pytest

from casebook_operator.collectors.network import COLLECTOR
from casebook_operator.kube import Object, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, obj, said

READY = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}


@pytest.fixture
def calling(context: CollectorContext, case: Case) -> CollectorContext:
    return replace(context, kube=FakeKube(case["pod"]))


async def test_name_servers_that_are_not_ready(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    owner = [{"kind": "ReplicaSet", "name": "coredns-5d78c", "uid": "r", "controller": True}]
    pod = obj("Pod", "coredns-5d78c-x", "kube-system", labels={"k8s-app": "kube-dns"}, ownerReferences=owner, status={})
    calling.kube.add(pod)
    silent = said(calling, "getaddrinfo EAI_AGAIN db")
    assert ("Deployment", "coredns", "no-ready-endpoints") in objects(await collect(COLLECTOR, silent))


LOST = b"[ERROR] plugin/errors: 2 secret.bank.example. A: read udp 10.42.0.18:59960->192.168.4.2:53: i/o timeout\n"
ELSEWHERE = "getaddrinfo EAI_AGAIN api.partner.example"


KUBE_DNS = {"k8s-app": "kube-dns"}


def name_server(kube: FakeKube, log: bytes, name: str = "coredns-5d78c-x", labels: Object = KUBE_DNS) -> None:
    owner = [{"kind": "ReplicaSet", "name": "coredns-5d78c", "uid": "r", "controller": True}]
    spec = {"containers": [{"name": "coredns"}]}
    kube.add(obj("Pod", name, "kube-system", labels=labels, ownerReferences=owner, spec=spec, status=READY))
    kube.answers[f"{paths.item('Pod', 'kube-system', name)}/log"] = log


async def test_a_server_that_the_name_server_waits_for_is_told_and_no_name_that_others_ask_for(
    collect: Collect, calling: CollectorContext, objects: Objects, texts: Texts
) -> None:
    name_server(calling.kube, LOST * 2)
    name_server(calling.kube, LOST, "coredns-5d78c-y")
    findings = await collect(COLLECTOR, said(calling, ELSEWHERE))
    assert ("Deployment", "coredns", "server-silent") in objects(findings)
    told = next(text for text in texts(findings) if "forwards to" in text)
    assert "192.168.4.2:53 and gets no answer: i/o timeout (3 times in its log)" in told
    assert "secret" not in "".join(texts(findings))
    assert "servers that CoreDNS gets no answer from: 192.168.4.2:53" in findings.collected().looked_for


async def test_name_servers_have_the_label_of_their_chart_alone_where_they_were_installed_by_it(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    name_server(calling.kube, LOST * 3, labels={"app.kubernetes.io/name": "coredns"})
    assert ("Deployment", "coredns", "server-silent") in objects(await collect(COLLECTOR, said(calling, ELSEWHERE)))


@pytest.mark.parametrize(
    ("log", "text"),
    [
        (LOST * 2, ELSEWHERE),
        ((b"2020-01-01T00:00:00.000000000Z " + LOST) * 9, ELSEWHERE),
        (b"[INFO] 10.42.0.18:59960 - 2 A IN api.partner.example. udp 40 NOERROR qr,rd,ra 74 0.02s\n" * 9, ELSEWHERE),
        (LOST * 9, "getaddrinfo EAI_AGAIN db.shop.svc"),
        (LOST * 9, "getaddrinfo ENOTFOUND api.partner.example"),
    ],
    ids=["seldom", "long ago", "answers", "a name of the cluster", "a name that does not exist"],
)
async def test_a_name_server_that_may_have_lost_other_names_is_not_blamed(
    collect: Collect, calling: CollectorContext, objects: Objects, log: bytes, text: str
) -> None:
    name_server(calling.kube, log)
    found = objects(await collect(COLLECTOR, said(calling, text)))
    assert "server-silent" not in [finding for _, _, finding in found]
