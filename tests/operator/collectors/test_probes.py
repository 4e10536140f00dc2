"""Probes that ask where nobody listens."""

from typing import Any

import pytest

from casebook_operator.collectors.probes import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, Texts, said


@pytest.fixture
def container(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = case["pod"]["spec"]["containers"][0]
    return found


async def test_a_probe_on_a_port_that_is_not_declared(
    collect: Collect, context: CollectorContext, container: dict[str, Any]
) -> None:
    container["ports"] = [{"containerPort": 9090, "name": "web"}]
    (fact,) = (await collect(COLLECTOR, context)).facts
    assert fact.text == "The liveness probe of container app asks port 8080, but it declares 9090 (web)"
    assert fact.attributes["finding"] == "port-mismatch"
    assert fact.attributes["field"] == "spec.containers[app].livenessProbe"


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
    (text,) = texts(await collect(COLLECTOR, said(context, line)))
    assert text.endswith("asks port 8080, but its log says that it listens on 9090")


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
    ],
)
async def test_the_port_of_a_peer_and_other_numbers_after_a_colon_are_not_the_programs_own(
    collect: Collect, context: CollectorContext, container: dict[str, Any], line: str
) -> None:
    container["ports"] = []
    assert (await collect(COLLECTOR, said(context, line))).facts == []


@pytest.mark.parametrize("ports", [[{"containerPort": 8080}], []])
async def test_a_probe_that_asks_the_right_port_is_not_worth_a_line(
    collect: Collect, context: CollectorContext, container: dict[str, Any], ports: list[Any]
) -> None:
    container["ports"] = ports
    assert (await collect(COLLECTOR, said(context, "listening on :8080"))).facts == []


def test_it_waits_for_the_log(context: CollectorContext) -> None:
    assert not COLLECTOR.at_once(context)
    assert COLLECTOR.at_once(said(context, "anything"))
