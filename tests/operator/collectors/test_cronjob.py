"""CronJobs by what keeps them from running."""

from dataclasses import replace

import pytest

from casebook_operator.collectors.cronjob import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Texts, obj


def job(name: str, condition: str) -> Object:
    owner = [{"kind": "CronJob", "name": "nightly", "uid": "uid-CronJob-nightly", "controller": True}]
    status = {"conditions": [{"type": condition, "status": "True"}]}
    return obj("Job", name, "shop", status=status, ownerReferences=owner, created="2026-03-01T11:50:00Z")


def cron(spec: Object, status: Object) -> Object:
    return obj("CronJob", "nightly", "shop", spec={"schedule": "0 3 * * *"} | spec, status=status)


@pytest.fixture
def owned(context: CollectorContext) -> CollectorContext:
    return replace(context, kube=FakeKube(), pods=())


async def test_a_cronjob_that_waits_for_its_last_run(collect: Collect, owned: CollectorContext, texts: Texts) -> None:
    forbids = cron(
        {"concurrencyPolicy": "Forbid", "startingDeadlineSeconds": 100, "timeZone": "Europe/Berlin"},
        {"active": [{}], "lastScheduleTime": "2026-02-27T12:00:30Z"},
    )
    (fact,) = (await collect(COLLECTOR, replace(owned, owners=(forbids,)))).facts
    assert fact.text == (
        "CronJob nightly runs at 0 3 * * * Europe/Berlin: concurrencyPolicy Forbid, startingDeadlineSeconds 100, "
        "1 running, last scheduled 2 d ago, no success yet"
    )
    assert fact.attributes["concurrencyPolicy"] == "Forbid"


async def test_a_suspended_cronjob(collect: Collect, owned: CollectorContext) -> None:
    (fact,) = (await collect(COLLECTOR, replace(owned, owners=(cron({"suspend": True}, {}),)))).facts
    assert fact.attributes["suspend"] == "true"
    assert "never scheduled" in fact.text


async def test_a_cronjob_whose_jobs_fail_each_time(collect: Collect, owned: CollectorContext, texts: Texts) -> None:
    for number, condition in enumerate(("Complete", "Failed", "Failed"), start=1):
        owned.kube.add(job(f"nightly-{number}", condition))
    told = texts(await collect(COLLECTOR, replace(owned, owners=(cron({}, {}),))))
    assert told[1] == (
        "CronJob nightly: 2 of 3 kept Jobs failed; the latest: nightly-1 complete, nightly-2 failed, nightly-3 failed"
    )


def test_a_deployment_is_none(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
