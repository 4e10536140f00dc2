"""Jobs by what ends them."""

from dataclasses import replace

import pytest

from casebook_operator.collectors.job import COLLECTOR
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, FakeKube, Texts, obj


@pytest.fixture
def owned(context: CollectorContext) -> CollectorContext:
    return replace(context, kube=FakeKube(), pods=())


async def test_a_job_is_told_with_its_bounds(collect: Collect, owned: CollectorContext, texts: Texts) -> None:
    spec = {"backoffLimit": 4, "activeDeadlineSeconds": 600, "podFailurePolicy": {"rules": [{}]}, "suspend": True}
    bounded = obj("Job", "nightly-1", "shop", spec=spec, status={"startTime": "2026-03-01T11:50:30Z"})
    assert texts(await collect(COLLECTOR, replace(owned, owners=(bounded,)))) == [
        (
            "Job nightly-1 has run for 10 min, is suspended (backoffLimit 4, activeDeadlineSeconds 600); "
            "1 rules of podFailurePolicy"
        ),
    ]


async def test_a_job_that_never_started(collect: Collect, owned: CollectorContext, texts: Texts) -> None:
    idle = obj("Job", "idle", "shop")
    told = texts(await collect(COLLECTOR, replace(owned, owners=(idle,))))
    assert told == ["Job idle has not started (no bounds)"]


def test_a_deployment_is_none(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
