"""Probes that ask where nobody listens."""

from dataclasses import replace
from typing import Any

import pytest

from casebook_analyzer.models import Fact, FactKind
from casebook_operator.collectors.probes import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, Texts, said

REFUSED = 'Get "http://10.1.2.3:8080/live": dial tcp 10.1.2.3:8080: connect: connection refused'

GRPC_REFUSED = 'timeout: failed to connect service "10.1.2.3:8080" within 1s: context deadline exceeded'


def probed(context: CollectorContext, *answers: str) -> CollectorContext:
    """The case, in which the kubelet's liveness probe got these answers."""
    facts = (
        Fact(id="", kind=FactKind.EVENT, source="events", text=f"Liveness probe failed: {answer}") for answer in answers
    )
    return replace(context, found=(*context.found, *facts))


@pytest.fixture
def container(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = case["pod"]["spec"]["containers"][0]
    return found


async def test_a_probe_on_a_name_that_no_port_has(
    collect: Collect, context: CollectorContext, container: dict[str, Any], texts: Texts
) -> None:
    container["livenessProbe"] = {"tcpSocket": {"port": "http"}}
    (text,) = texts(await collect(COLLECTOR, context))
    assert text.endswith("asks port http, but it declares no port of that name (no port)")


@pytest.mark.parametrize(
    "line",
    [
        "listening on :9090",
        "Tomcat started on port(s): 9090 (http)",
        "Uvicorn running on http://0.0.0.0:9090 (Press CTRL+C to quit)",
        "Server listening at http://[::]:9090",
        "http server started at 12:30:05 on localhost:9090",
    ],
)
async def test_what_the_log_says_wins_over_what_is_declared(
    collect: Collect, context: CollectorContext, container: dict[str, Any], texts: Texts, line: str
) -> None:
    container["ports"] = [{"containerPort": 8080}]
    (fact,) = (await collect(COLLECTOR, probed(said(context, line), REFUSED))).facts
    assert fact.text == "The liveness probe of container app asks port 8080, but its log says that it listens on 9090"
    assert fact.attributes["finding"] == "port-mismatch"
    assert fact.attributes["field"] == "spec.containers[app].livenessProbe"


@pytest.mark.parametrize(
    "answers",
    [
        (),
        ("HTTP probe failed with statuscode: 503",),
        ("HTTP probe failed with statuscode: 404",),
        ('Get "http://10.1.2.3:8080/": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',),
        ('Get "http://10.1.2.3:8080/live": EOF',),
        ("dial tcp 10.1.2.3:8080: i/o timeout",),
        (REFUSED, "HTTP probe failed with statuscode: 503"),
        ("dial tcp 10.1.2.3:9999: connect: connection refused",),
        ("dial tcp 10.9.9.9:5432: connect: connection refused, so the database is down; statuscode: 500",),
    ],
)
async def test_a_port_that_answers_or_was_not_refused_is_not_a_wrong_one(
    collect: Collect, context: CollectorContext, container: dict[str, Any], answers: tuple[str, ...]
) -> None:
    assert (await collect(COLLECTOR, probed(said(context, "listening on :9090"), *answers))).facts == []


@pytest.mark.parametrize("answer", ["dial tcp 10.1.2.3:8080: connect: connection refused", GRPC_REFUSED])
async def test_every_kind_of_probe_says_that_it_was_refused(
    collect: Collect, context: CollectorContext, container: dict[str, Any], answer: str
) -> None:
    assert (await collect(COLLECTOR, probed(said(context, "listening on :9090"), answer))).facts


async def test_a_port_is_not_wrong_because_another_is_declared(
    collect: Collect, context: CollectorContext, container: dict[str, Any]
) -> None:
    container["ports"] = [{"containerPort": 9090, "name": "web"}]
    assert (await collect(COLLECTOR, probed(context, REFUSED))).facts == []


@pytest.mark.parametrize(
    "line",
    [
        "WARN identity{server.addr=identity.mesh.svc:9090}: cannot reach it",
        "ERROR serving from cache, upstream 10.1.2.3:9090 refused",
        "started, connecting to redis:9090",
        "Identity verified via server.mesh.svc:9090",
        "Started /rs:fit:1280:0/plain/s3://media/0b1f.jpg request_id=a1",
        "worker started at 12:9090:11",
        "Server started 2026-01-02 12:30",
        '{"caller":"etcdserver/server.go:1473","msg":"triggering snapshot"}',
        "serving request at handlers/orders.py:217",
        "Serving metrics on :9090",
        "pprof server listening on localhost:6060",
        "level=info msg=listening component=management address=:9090",
        "serving peer traffic on 10.1.2.3:2380",
    ],
)
async def test_the_port_of_a_peer_and_other_numbers_after_a_colon_are_not_the_programs_own(
    collect: Collect, context: CollectorContext, container: dict[str, Any], line: str
) -> None:
    container["ports"] = []
    assert (await collect(COLLECTOR, probed(said(context, line), REFUSED))).facts == []


@pytest.mark.parametrize("ports", [[{"containerPort": 8080}], []])
async def test_a_probe_that_asks_the_right_port_is_not_worth_a_line(
    collect: Collect, context: CollectorContext, container: dict[str, Any], ports: list[Any]
) -> None:
    container["ports"] = ports
    said_so = probed(said(context, "listening on :9090", "serving metrics on :8080"), REFUSED)
    assert (await collect(COLLECTOR, said_so)).facts == []
    assert (await collect(COLLECTOR, probed(said(context, "listening on :8080"), REFUSED))).facts == []


def test_it_waits_for_the_log(context: CollectorContext) -> None:
    assert not COLLECTOR.at_once(context)
    assert COLLECTOR.at_once(said(context, "anything"))
