"""A Service behind which nobody is, as its workload is scaled to 0: who did it, when, and what only looks like it."""

from dataclasses import replace
from typing import Any

import pytest

from casebook_operator.collectors.network import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.kube.times import parse_time, to_rfc3339
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Objects, Texts, obj, said

IDLE = [("StatefulSet", "db", "no-endpoints"), ("Service", "db", "no-endpoints")]
LABELS = {"app": "db", "tier": "data"}


@pytest.fixture
def calling(context: CollectorContext, case: Case) -> CollectorContext:
    kube = FakeKube(case["pod"])
    given = {"clusterIP": "10.96.7.7", "selector": {"app": "db"}, "ports": [{"port": 5432}]}
    kube.add(obj("Service", "db", "shop", spec=given))
    return said(replace(context, kube=kube), "dial tcp 10.96.7.7:5432: connect: no route to host")


def workload(name: str = "db", replicas: int = 0, *, kind: str = "StatefulSet", scaled: Any = ()) -> Object:
    return obj(
        kind,
        name,
        "shop",
        spec={"replicas": replicas, "template": {"metadata": {"labels": LABELS}}},
        managedFields=list(scaled),
    )


def write(context: CollectorContext, seconds: float, manager: str = "keda", **more: Any) -> Object:
    """That somebody set the replicas so many seconds after the failure."""
    time = context.signal.occurred_at.timestamp() + seconds
    at = context.signal.occurred_at.fromtimestamp(time, context.signal.occurred_at.tzinfo)
    owned = {"f:spec": {"f:replicas": {}}}
    return {"manager": manager, "time": to_rfc3339(at), "fieldsV1": owned, "operation": "Update"} | more


async def test_who_scaled_it_and_when_is_told(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    template = {"manager": "helm", "fieldsV1": {"f:spec": {"f:template": {}}}}
    writes = [write(calling, -30), write(calling, -10) | template, write(calling, -5, "status", subresource="status")]
    writes[-1]["fieldsV1"] = {"f:status": {"f:replicas": {}}}
    calling.kube.add(workload(scaled=writes))
    findings = await collect(COLLECTOR, calling)
    assert objects(findings) == IDLE
    told = findings.facts[0].attributes
    at = parse_time(writes[0]["time"])
    assert at is not None
    assert (told["service"], told["changed"]) == ("db", f"changed by keda at {at:%Y-%m-%d %H:%M:%S} UTC")


async def test_who_scales_it_back_ends_the_case(collect: Collect, calling: CollectorContext) -> None:
    calling.kube.add(workload(scaled=[write(calling, -30)]))
    (state,) = [one for one in (await collect(COLLECTOR, calling)).collected().objects if one.kind == "StatefulSet"]
    assert (state.name, state.state["number of replicas"]) == ("db", "0")


async def test_nobody_waits_for_what_nothing_said_of_the_failure_names(
    collect: Collect, calling: CollectorContext
) -> None:
    calling.kube.add(workload(scaled=[write(calling, -30)]))
    calling.pods[0]["spec"]["containers"][0]["env"] = [{"name": "DB", "value": "10.96.7.7:5432"}]
    elsewhere = said(calling, "panic: no such user")
    assert [one.kind for one in (await collect(COLLECTOR, elsewhere)).collected().objects] == ["Service"]


async def test_who_scales_through_the_subresource_leaves_only_the_time_of_a_status(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    status = write(calling, 900, "kube-controller-manager", subresource="status")
    status["fieldsV1"] = {"f:status": {"f:observedGeneration": {}}}
    calling.kube.add(workload(scaled=[status]))
    findings = await collect(COLLECTOR, calling)
    assert objects(findings) == IDLE, "a status may be written long after it, so that it acquits nobody"
    assert findings.facts[0].attributes["changed"].startswith("since ")
    assert findings.facts[0].attributes["changed"].endswith(" UTC at the latest")


async def test_it_is_told_where_nobody_wrote_down_who_did_it(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(workload())
    findings = await collect(COLLECTOR, calling)
    assert objects(findings) == IDLE
    assert "changed" not in findings.facts[0].attributes


async def test_pods_that_are_ending_are_nobody(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    calling.kube.add(workload(scaled=[write(calling, -1)]))
    ending = obj("Pod", "db-0", "shop", labels=LABELS, spec={}, status={})
    ending["metadata"]["deletionTimestamp"] = to_rfc3339(calling.now)
    calling.kube.add(ending)
    assert objects(await collect(COLLECTOR, calling)) == IDLE


async def test_what_came_after_the_failure_did_not_cause_it(
    collect: Collect, calling: CollectorContext, objects: Objects, texts: Texts
) -> None:
    calling.kube.add(workload(scaled=[write(calling, 120)]))
    findings = await collect(COLLECTOR, calling)
    assert objects(findings) == [("Service", "db", "ok")]
    assert "after the failure" in texts(findings)[0]
    assert "scaled to 0" not in texts(findings)[0], "or a rule would take it for the cause"


async def test_a_clock_may_be_a_minute_off(collect: Collect, calling: CollectorContext, objects: Objects) -> None:
    calling.kube.add(workload(scaled=[write(calling, 50)]))
    assert objects(await collect(COLLECTOR, calling)) == IDLE


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet"])
async def test_another_workload_that_wants_pods_is_why_there_are_none(
    collect: Collect, calling: CollectorContext, objects: Objects, kind: str
) -> None:
    calling.kube.add(workload("db-blue"))
    calling.kube.add(workload("db-green", 2, kind=kind))
    assert objects(await collect(COLLECTOR, calling)) == [("Service", "db", "no-endpoints")]


async def test_another_workload_whose_pods_serve_makes_it_well(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(workload("db-blue"))
    good = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
    calling.kube.add(obj("Pod", "db-green-0", "shop", labels=LABELS, spec={}, status=good))
    assert objects(await collect(COLLECTOR, calling)) == [("Service", "db", "ok")]


async def test_a_name_for_something_elsewhere_has_no_workload(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    kube = FakeKube(*(pod for pod in calling.pods))
    spec = {"type": "ExternalName", "externalName": "db.example.com", "selector": {"app": "db"}}
    kube.add(obj("Service", "db", "shop", spec=spec))
    kube.add(workload(scaled=[write(calling, -86_400)]))
    elsewhere = said(replace(calling, kube=kube), "connect to db:5432: connection refused")
    assert objects(await collect(COLLECTOR, elsewhere)) == []


async def test_of_two_that_are_idle_the_one_that_was_last_is_named(
    collect: Collect, calling: CollectorContext, objects: Objects
) -> None:
    calling.kube.add(workload("db-old", scaled=[write(calling, -900)]))
    calling.kube.add(workload("db", scaled=[write(calling, -9)]))
    assert objects(await collect(COLLECTOR, calling)) == IDLE


@pytest.mark.parametrize(
    "called_by",
    [
        {"spec": {"clusterIPs": ["10.96.7.7", "fd00::7"], "externalIPs": ["192.0.2.7"]}},
        {"spec": {"clusterIP": "10.96.7.8"}, "status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.7"}]}}},
    ],
    ids=["external", "balancer"],
)
async def test_a_service_is_known_by_the_addresses_from_outside(
    collect: Collect, calling: CollectorContext, objects: Objects, called_by: Any
) -> None:
    kube = FakeKube(*calling.pods)
    spec = {"selector": {"app": "db"}, "ports": [{"port": 5432}]} | called_by["spec"]
    kube.add(obj("Service", "db", "shop", spec=spec, status=called_by.get("status", {})))
    kube.add(workload())
    outside = said(replace(calling, kube=kube), "dial tcp 192.0.2.7:5432: connect: connection refused")
    assert objects(await collect(COLLECTOR, outside)) == IDLE
