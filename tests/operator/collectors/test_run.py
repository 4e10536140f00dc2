"""No collector costs the case, whatever happens to it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from casebook_analyzer.models import FactKind, Gap, GapReason
from casebook_operator.collectors import CollectorContext, collect_all
from casebook_operator.collectors.collector import Collector, always
from casebook_operator.collectors.findings import Findings
from casebook_operator.collectors.run import COLLECTORS
from casebook_operator.kube import paths
from tests.operator.collectors.fakes import FakeKube, data


def collector(
    collect: Callable[[CollectorContext, Findings], Awaitable[None]],
    *,
    name: str = "mine",
    applies: Callable[[CollectorContext], bool] = always,
    seconds: float = 1.0,
    max_bytes: int = 10_000,
) -> Collector:
    return Collector(name=name, collect=collect, applies=applies, seconds=seconds, max_bytes=max_bytes)


async def say(context: CollectorContext, findings: Findings) -> None:
    findings.fact(FactKind.STATE, "here", "a fact", {})


async def hang(context: CollectorContext, findings: Findings) -> None:
    await say(context, findings)
    await asyncio.Event().wait()


async def fail(context: CollectorContext, findings: Findings) -> None:
    await say(context, findings)
    raise KeyError("name")


async def test_a_time_out_keeps_what_was_found(context: CollectorContext) -> None:
    _, collected = await collect_all(context, (collector(hang, seconds=0.01),))
    assert [fact.text for fact in collected.facts] == ["a fact"]
    assert [gap.reason for gap in collected.gaps] == [GapReason.TIMEOUT]


async def test_a_broken_collector_is_a_gap(context: CollectorContext) -> None:
    _, broken, whole = await collect_all(context, (collector(fail, name="a"), collector(say, name="b")))
    assert [(gap.collector, gap.reason) for gap in broken.gaps] == [("a", GapReason.UNAVAILABLE)]
    assert "KeyError" in broken.gaps[0].detail
    assert len(broken.facts) == len(whole.facts) == 1


async def test_cancellation_passes(context: CollectorContext) -> None:
    task = asyncio.create_task(collect_all(context, (collector(hang, seconds=60),)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_facts_beyond_the_budget_are_counted(context: CollectorContext) -> None:
    async def talk(context: CollectorContext, findings: Findings) -> None:
        for number in range(100):
            findings.fact(FactKind.STATE, "here", f"{number:096d}", {})

    _, collected = await collect_all(context, (collector(talk, max_bytes=1_000),))
    assert len(collected.facts) == 10
    assert collected.gaps[0].detail == "90 of 100 facts exceed the budget of this collector."


async def test_gaps_of_the_preparation_are_told(context: CollectorContext) -> None:
    gap = Gap(collector="prepare", what="pod shop/x", reason=GapReason.NOT_FOUND)
    prepared, *_ = await collect_all(replace(context, gaps=(gap,)), ())
    assert prepared.gaps == (gap,)


async def test_the_order_is_that_of_the_collectors(context: CollectorContext) -> None:
    async def late(context: CollectorContext, findings: Findings) -> None:
        await asyncio.sleep(0.01)
        findings.fact(FactKind.STATE, "here", "late", {})

    _, first, second = await collect_all(context, (collector(late), collector(say)))
    assert [first.facts[0].text, second.facts[0].text] == ["late", "a fact"]


async def test_a_whole_case(context: CollectorContext, kube: FakeKube) -> None:
    for event in data("events")["pod"]:
        kube.add(event, "Event")
    log = paths.item("Pod", "shop", "checkout-5bd69bbfbf-c7phk") + "/log"
    kube.answers[log] = b"2026-03-01T12:00:12.000000000Z FATAL: DATABASE_URL is not set\n"
    found = await collect_all(context)
    assert len(found) == len(COLLECTORS) + 1
    assert not [gap for collected in found for gap in collected.gaps]
    kinds = {fact.kind for collected in found for fact in collected.facts}
    assert kinds == {FactKind.STATE, FactKind.LOG, FactKind.EVENT, FactKind.CHANGE, FactKind.NODE}


async def test_nothing_exists_any_more(context: CollectorContext) -> None:
    gone = replace(context, kube=FakeKube(), pods=(), owners=(), node=None)
    found = await collect_all(gone)
    assert not [fact for collected in found for fact in collected.facts]


async def test_neither_secrets_nor_config_maps_are_read(context: CollectorContext, kube: FakeKube) -> None:
    await collect_all(context)
    assert not [path for path, _ in kube.requests if "/secrets" in path or "/configmaps" in path]


async def test_an_api_that_never_answers(context: CollectorContext, kube: FakeKube) -> None:
    quick = tuple(replace(one, seconds=0.05) for one in COLLECTORS)
    for path in (paths.collection("Event", "shop"), paths.collection("ReplicaSet", "shop")):
        kube.answers[path] = asyncio.Event()
    found = await collect_all(context, quick)
    reasons = {gap.reason for collected in found for gap in collected.gaps}
    assert GapReason.TIMEOUT in reasons
    assert [fact for collected in found for fact in collected.facts]
