"""Incidents that are judged again by a later taxonomy."""

from collections.abc import Callable
from datetime import timedelta

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Category, Incident
from tests.analyzer.memory.incidents import earlier, make_incident, make_resolution


def _opened(incident: Incident, *, days: int, namespace: str = "shop") -> Incident:
    opened = incident.opened_at + timedelta(days=days)
    return msgspec.structs.replace(incident, id=f"day-{days}", opened_at=opened, namespace=namespace)


def _otherwise(incident: Incident, category: Category = Category.DRIVER_ISSUE, version: str = "new") -> Incident:
    conclusion = msgspec.structs.replace(incident.conclusion, category=category, taxonomy_version=version)
    return msgspec.structs.replace(incident, conclusion=conclusion, report="# Judged again")


async def test_history_gives_every_incident_once_the_newest_first(lexical_memory: Memory) -> None:
    first = make_incident()
    for days in (3, 1, 5, 2, 4):
        await lexical_memory.record(_opened(first, days=days))
    found = [incident.id async for incident in lexical_memory.history(page=2)]
    assert found == ["day-5", "day-4", "day-3", "day-2", "day-1"]


async def test_history_can_be_bounded_by_time_and_namespace(lexical_memory: Memory) -> None:
    first = make_incident()
    for days, namespace in ((1, "shop"), (2, "bank"), (3, "shop")):
        await lexical_memory.record(_opened(first, days=days, namespace=namespace))
    since = first.opened_at + timedelta(days=2)
    assert [i.id async for i in lexical_memory.history(since=since)] == ["day-3", "day-2"]
    assert [i.id async for i in lexical_memory.history(since=since, namespace="shop")] == ["day-3"]


async def test_the_conclusion_that_is_replaced_is_kept(lexical_memory: Memory) -> None:
    before = make_incident(resolution=make_resolution())
    await lexical_memory.record(before)
    after = _otherwise(before)
    await lexical_memory.judge_again(after)
    assert await lexical_memory.by_id(before.id) == after
    (replaced,) = await earlier(lexical_memory, before.id)
    assert (replaced.number, replaced.conclusion) == (1, before.conclusion)


async def test_every_earlier_conclusion_is_kept(lexical_memory: Memory) -> None:
    before = make_incident()
    await lexical_memory.record(before)
    await lexical_memory.judge_again(_otherwise(before, Category.DRIVER_ISSUE, "second"))
    await lexical_memory.judge_again(_otherwise(before, Category.UNKNOWN, "third"))
    versions = [j.conclusion.taxonomy_version for j in await earlier(lexical_memory, before.id)]
    assert versions == [before.conclusion.taxonomy_version, "second"]


async def test_a_confirmed_conclusion_gets_the_version_and_nothing_else(lexical_memory: Memory) -> None:
    before = make_incident()
    await lexical_memory.record(before)
    await lexical_memory.confirm(before.id, "new")
    found = await lexical_memory.by_id(before.id)
    assert found is not None
    assert found.conclusion == msgspec.structs.replace(before.conclusion, taxonomy_version="new")
    assert await earlier(lexical_memory, before.id) == []


async def test_an_incident_that_is_gone_is_recorded_without_a_past(lexical_memory: Memory) -> None:
    incident = make_incident()
    await lexical_memory.judge_again(incident)
    assert await lexical_memory.by_id(incident.id) == incident
    assert await earlier(lexical_memory, incident.id) == []


async def test_other_tenants_neither_see_nor_touch_it(opened: Callable[..., Memory]) -> None:
    ours, theirs = opened(), opened(tenant="cluster-b")
    before = make_incident()
    await ours.record(before)
    await ours.judge_again(_otherwise(before))
    await theirs.confirm(before.id, "theirs")
    assert [i async for i in theirs.history()] == []
    assert await earlier(theirs, before.id) == []
    found = await ours.by_id(before.id)
    assert found is not None
    assert found.conclusion.taxonomy_version == "new"
