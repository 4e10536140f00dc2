"""No collector costs the case, whatever happens to it."""

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from casebook_analyzer.evidence import assemble
from casebook_analyzer.models import FactKind, Gap, GapReason, Signal, SubjectRef
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.kube import paths
from casebook_operator.reading.collector import EvidenceSource, always, on_demand
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.survey import available, look_again, prepare_context, survey, survey_everything
from casebook_operator.survey.registry import COLLECTORS
from tests.operator.evidence.fakes import Case, FakeKube, data
from tests.operator.evidence.fixtures import digest


def collector(
    collect: Callable[[CollectorContext, Findings], Awaitable[None]],
    *,
    name: str = "mine",
    applies: Callable[[CollectorContext], bool] = always,
    seconds: float = 1.0,
    max_bytes: int = 10_000,
    at_once: Callable[[CollectorContext], bool] = always,
) -> EvidenceSource:
    return EvidenceSource(
        name=name, collect=collect, applies=applies, seconds=seconds, max_bytes=max_bytes, at_once=at_once
    )


async def say(context: CollectorContext, findings: Findings) -> None:
    findings.fact(FactKind.STATE, "here", "a fact", {})


async def hang(context: CollectorContext, findings: Findings) -> None:
    await say(context, findings)
    await asyncio.Event().wait()


async def fail(context: CollectorContext, findings: Findings) -> None:
    await say(context, findings)
    raise KeyError("name")


@pytest.mark.parametrize(("texts", "beside"), [(1, False), (40, True)])
async def test_who_is_called_for_is_decided_beside_the_loop_when_there_is_much_to_look_through(
    context: CollectorContext, texts: int, beside: bool
) -> None:
    seen: list[int] = []

    async def tell(_: CollectorContext, findings: Findings) -> None:
        for _number in range(texts):
            findings.fact(FactKind.LOG, "log", "refused " * 100, {})

    def wants(_: CollectorContext) -> bool:
        seen.append(threading.get_ident())
        return False

    await survey(context, (collector(tell, max_bytes=100_000), collector(say, name="other", at_once=wants)))
    assert (seen[-1] != threading.get_ident()) is beside


async def test_a_time_out_keeps_what_was_found(context: CollectorContext) -> None:
    _, collected = (await survey(context, (collector(hang, seconds=0.01),))).parts
    assert [fact.text for fact in collected.facts] == ["a fact"]
    assert [gap.reason for gap in collected.gaps] == [GapReason.TIMEOUT]


async def test_a_broken_collector_is_a_gap(context: CollectorContext) -> None:
    _, broken, whole = (await survey(context, (collector(fail, name="a"), collector(say, name="b")))).parts
    assert [(gap.collector, gap.reason) for gap in broken.gaps] == [("a", GapReason.UNAVAILABLE)]
    assert "KeyError" in broken.gaps[0].detail
    assert len(broken.facts) == len(whole.facts) == 1


async def test_cancellation_passes(context: CollectorContext) -> None:
    task = asyncio.create_task(survey(context, (collector(hang, seconds=60),)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_facts_beyond_the_budget_are_counted(context: CollectorContext) -> None:
    async def talk(context: CollectorContext, findings: Findings) -> None:
        for number in range(100):
            findings.fact(FactKind.STATE, "here", f"{number:096d}", {})

    _, collected = (await survey(context, (collector(talk, max_bytes=1_000),))).parts
    assert len(collected.facts) == 10
    assert collected.gaps[0].detail == "90 of 100 facts exceed the budget of this collector."


async def test_gaps_of_the_preparation_are_told(context: CollectorContext) -> None:
    gap = Gap(collector="prepare", what="pod shop/x", reason=GapReason.NOT_FOUND)
    prepared, *_ = (await survey(replace(context, gaps=(gap,)), ())).parts
    assert prepared.gaps == (gap,)


async def test_the_order_is_that_of_the_collectors(context: CollectorContext) -> None:
    async def late(context: CollectorContext, findings: Findings) -> None:
        await asyncio.sleep(0.01)
        findings.fact(FactKind.STATE, "here", "late", {})

    _, first, second = (await survey(context, (collector(late, name="a"), collector(say, name="b")))).parts
    assert [first.facts[0].text, second.facts[0].text] == ["late", "a fact"]


async def test_a_whole_case(context: CollectorContext, kube: FakeKube) -> None:
    for event in data("events")["pod"]:
        kube.add(event, "Event")
    log = paths.item("Pod", "shop", "checkout-5bd69bbfbf-c7phk") + "/log"
    kube.answers[log] = b"2026-03-01T12:00:12.000000000Z FATAL: DATABASE_URL is not set\n"
    found = (await survey(context)).parts
    assert not [gap for collected in found for gap in collected.gaps]
    kinds = {fact.kind for collected in found for fact in collected.facts}
    assert kinds == {FactKind.STATE, FactKind.LOG, FactKind.EVENT, FactKind.CHANGE, FactKind.NODE}


async def test_nothing_exists_any_more(context: CollectorContext) -> None:
    gone = replace(context, kube=FakeKube(), pods=(), owners=(), node=None)
    found = (await survey(gone)).parts
    assert not [fact for collected in found for fact in collected.facts]


async def test_secrets_are_not_read_and_of_config_maps_only_the_metadata(
    context: CollectorContext, kube: FakeKube
) -> None:
    found = await survey_everything(context)
    assert not [path for path, _ in kube.requests if "/secrets" in path]
    assert all(query == {"metadata": True} for path, query in kube.requests if "/configmaps" in path)
    everything = msgspec.json.encode(found.parts).decode()
    assert "max: 3" not in everything
    assert "hunter2" not in everything


async def test_a_plain_crash_loop_costs_few_requests_and_none_twice(
    kube: FakeKube, case: Case, subject: SubjectRef, signal: Signal, conditions: ConditionTable
) -> None:
    now = datetime(2026, 3, 1, 12, 1, tzinfo=UTC)
    case["replicaSets"][1]["status"] = {}  # its complaint about a quota would call for the quotas
    context = await prepare_context(kube, subject, signal, conditions=conditions, digest=digest, now=now)
    await survey(context)
    asked = [(path, tuple(sorted(query.items()))) for path, query in kube.requests if not path.endswith("/log")]
    # Pod, ReplicaSet, Deployment, node; the workload's pods and revisions; four lists of Events; two ConfigMaps.
    assert len(asked) == 12
    assert len(set(asked)) == len(asked)


async def test_what_was_found_calls_for_more(context: CollectorContext) -> None:
    async def ask(context: CollectorContext, findings: Findings) -> None:
        findings.fact(FactKind.STATE, "there", f"asked because of: {context.texts[0]}", {})

    asked = collector(ask, name="asked", at_once=lambda context: bool(context.found))
    found = await survey(context, (asked, collector(say, name="says")))
    assert [fact.text for fact in found.facts] == ["a fact", "asked because of: a fact"]


async def test_who_only_answers_on_demand_waits_for_a_second_look(context: CollectorContext) -> None:
    shy = (collector(say, name="shy", at_once=on_demand),)
    found = await survey(context, shy)
    assert (found.facts, available(found, shy)) == ((), ("shy",))
    again = await look_again(found, ("shy",), seconds=1.0, collectors=shy)
    assert [fact.text for fact in again.facts] == ["a fact"]
    assert available(again, shy) == ()


async def test_a_second_look_has_what_is_left_of_the_time(context: CollectorContext) -> None:
    slow = (collector(hang, name="slow", seconds=60, at_once=on_demand),)
    found = await look_again(await survey(context, slow), ("slow",), seconds=0.01, collectors=slow)
    assert [gap.reason for part in found.parts for gap in part.gaps] == [GapReason.TIMEOUT]


async def test_an_api_that_never_answers(context: CollectorContext, kube: FakeKube) -> None:
    quick = tuple(replace(one, seconds=0.05) for one in COLLECTORS)
    for path in (paths.collection("Event", "shop"), paths.collection("ReplicaSet", "shop")):
        kube.answers[path] = asyncio.Event()
    found = (await survey(context, quick)).parts
    reasons = {gap.reason for collected in found for gap in collected.gaps}
    assert GapReason.TIMEOUT in reasons
    assert [fact for collected in found for fact in collected.facts]


async def test_whoever_answers_first_the_bundle_is_the_same(context: CollectorContext, kube: FakeKube) -> None:
    """Requests are answered in another order each time."""

    class Unsteady(FakeKube):
        def __init__(self, seed: int) -> None:
            super().__init__()
            self.answers, self.chance = kube.answers, random.Random(seed)

        async def _answer(self, path: str, query: dict[str, Any]) -> Any:
            await asyncio.sleep(self.chance.random() / 100)
            return await super()._answer(path, query)

    bundles = set()
    for seed in range(4):
        found = await survey_everything(replace(context, kube=Unsteady(seed)))
        bundle = assemble(
            subject=context.subject,
            signal=context.signal,
            collected_at=context.now,
            collected=found.parts,
            sanitizer=Sanitizer(b"k", SECRETS_AND_EMAILS),
        )
        bundles.add(msgspec.json.encode(bundle))
    assert len(bundles) == 1
