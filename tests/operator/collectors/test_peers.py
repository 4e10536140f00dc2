"""Those that something calls which a person asked about: whether they serve, and what they say themselves."""

from dataclasses import replace
from typing import Any

import pytest

from casebook_analyzer.models import FactKind, Trigger
from casebook_operator.collectors.peers import COLLECTOR, MAX_PEERS
from casebook_operator.kube import Object, paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, KubeletLog, Texts, obj, said, triggered

RUNS = {"name": "db", "state": {"running": {"startedAt": "2026-03-01T06:00:00Z"}}, "restartCount": 0}
ENDED = {"reason": "OOMKilled", "exitCode": 137, "finishedAt": "2026-03-01T11:55:30Z"}
READY = [{"type": "Ready", "status": "True"}]
OLD, NEW = "2026-02-01T00:00:00Z", "2026-03-01T11:58:30Z"


def service(name: str = "db") -> Object:
    return obj("Service", name, "shop", spec={"selector": {"app": name}, "ports": [{"port": 5432}]})


def peer(name: str = "db-0", *, ready: bool = True, created: str = OLD, **status: Any) -> Object:
    conditions = READY if ready else [{"type": "Ready", "status": "False"}]
    body = {"phase": "Running", "conditions": conditions, "containerStatuses": [RUNS | status]}
    return obj("Pod", name, "shop", labels={"app": "db"}, created=created, spec={"nodeName": "n"}, status=body)


def asked(context: CollectorContext, case: Case, *objects: Object, url: str = "postgres://db:5432/orders") -> Any:
    case["pod"]["spec"]["containers"][0]["env"] = [{"name": "DB", "value": url}]
    kube = FakeKube(case["pod"], *objects)
    for one in objects:
        if one["kind"] == "Pod":
            log = KubeletLog(["level=info msg=ready", 'level=warn msg="slow query took 4.8s"'])
            kube.answers[paths.item("Pod", "shop", one["metadata"]["name"]) + "/log"] = log
    return replace(triggered(context, Trigger.MANUAL), kube=kube, pods=(case["pod"],))


@pytest.mark.parametrize(
    ("pods", "told", "stands_out"),
    [
        ([peer()], "1 of 1 pods are ready", False),
        ([peer(), peer("db-1", ready=False)], "1 of 2 pods are ready", True),
        (
            [peer(lastState={"terminated": ENDED}, restartCount=4)],
            "1 of 1 pods are ready; db-0 was restarted 5 min ago (OOMKilled, exit code 137; 4 restarts)",
            True,
        ),
        ([peer(created=NEW)], "1 of 1 pods are ready; its newest pod is 2 min old", True),
    ],
)
async def test_the_state_of_who_is_called_is_told(
    collect: Collect, context: CollectorContext, case: Case, pods: list[Object], told: str, stands_out: bool
) -> None:
    found = await collect(COLLECTOR, asked(context, case, service(), *pods))
    (fact,) = [one for one in found.facts if one.kind is FactKind.OBJECT]
    assert fact.text == f"Service shop/db, which it calls: {told}"
    assert ("standsOut" in fact.attributes, fact.attributes["finding"]) == (stands_out, "ok")


async def test_what_a_peer_says_itself_is_kept_as_its_own_words(
    collect: Collect, context: CollectorContext, case: Case
) -> None:
    found = await collect(COLLECTOR, asked(context, case, service(), peer()))
    lines = [one for one in found.facts if one.kind is FactKind.LOG]
    assert 'level=warn msg="slow query took 4.8s"' in [line.text for line in lines]
    assert {str(line.entity) for line in lines} == {"Pod/shop/db-0"}
    assert {line.attributes["peer"] for line in lines} == {"db"}


async def test_who_is_named_in_the_log_stands_out_and_comes_first(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    several = [service(f"s{number}") for number in range(MAX_PEERS + 1)]
    words = " ".join(f"http://s{number}" for number in range(MAX_PEERS + 1))
    calm = asked(context, case, service(), *several, peer(), url=words)
    loud = said(calm, "dial tcp db:5432: i/o timeout")
    assert texts(await collect(COLLECTOR, calm)) == []
    (fact,) = [one for one in (await collect(COLLECTOR, loud)).facts if one.kind is FactKind.OBJECT]
    assert fact.attributes["standsOut"] == "true"


async def test_who_has_no_pods_or_is_the_asked_one_itself_is_left_to_others(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    case["pod"]["metadata"]["labels"] = {"app": "db"}
    assert texts(await collect(COLLECTOR, asked(context, case, service(), peer()))) == []
    case["pod"]["metadata"]["labels"] = {"app": "checkout"}
    assert texts(await collect(COLLECTOR, asked(context, case, service()))) == []


def test_only_what_a_person_asked_about_has_its_peers_looked_at(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
    manual = triggered(context, Trigger.MANUAL)
    assert COLLECTOR.applies(manual)
    assert not COLLECTOR.at_once(manual)
    assert COLLECTOR.at_once(said(manual, "a line"))
