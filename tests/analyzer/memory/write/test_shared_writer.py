"""Incidents that are recorded at the same time share transactions, and nothing else."""

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write import record, shared_writer
from casebook_analyzer.memory.write.record import PreparedIncident
from casebook_analyzer.memory.write.shared_writer import MOST
from casebook_analyzer.models import Incident
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.incidents import make_incident

POISON = make_incident("oom", number=3)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The ids of what was written together. What PostgreSQL refuses is played by the one that is called poison."""
    seen: list[list[str]] = []
    write = record.write

    async def noted(connection: AsyncConnection, prepared: Sequence[PreparedIncident]) -> None:
        seen.append([one.incident.id for one in prepared])
        await write(connection, prepared)
        if POISON.id in seen[-1]:
            raise CasebookError("refused")

    monkeypatch.setattr(record, "write", noted)
    return seen


def incidents(number: int) -> list[Incident]:
    return [make_incident("oom", number=n, workload=f"service-{n}") for n in range(10, 10 + number)]


async def test_who_comes_while_one_writes_is_written_with_the_others(
    lexical_memory: Memory, dsn: str, batches: list[list[str]]
) -> None:
    some = incidents(MOST + 3)
    await asyncio.gather(*map(lexical_memory.record, some))
    assert sorted(one for batch in batches for one in batch) == sorted(one.id for one in some)
    assert max(map(len, batches)) > 1
    assert max(map(len, batches)) <= MOST
    assert (await lexical_memory.stats()).incidents == len(some)
    assert_consistent(dsn)


async def test_together_or_one_by_one_the_same_is_found(lexical_memory: Memory, batches: list[list[str]]) -> None:
    some = incidents(4)
    await asyncio.gather(*map(lexical_memory.record, some))
    together = await lexical_memory.search("memory limit", limit=20)
    for one in some:
        await lexical_memory.record(one)
    assert batches[-4:] == [[one.id] for one in some]
    assert await lexical_memory.search("memory limit", limit=20) == together


async def test_one_that_cannot_be_written_fails_nobody_else(
    lexical_memory: Memory, dsn: str, batches: list[list[str]]
) -> None:
    others = incidents(5)
    answers = await asyncio.gather(
        *map(lexical_memory.record, [others[0], POISON, *others[1:]]), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [type(None), CasebookError, *[type(None)] * 4]
    assert (await lexical_memory.stats()).incidents == len(others)
    assert_consistent(dsn)


async def test_an_incident_that_is_recorded_twice_at_once_is_there_once(
    lexical_memory: Memory, dsn: str, batches: list[list[str]]
) -> None:
    first, *some = incidents(3)
    await asyncio.gather(*map(lexical_memory.record, [first, *some, *some, first]))
    assert (await lexical_memory.stats()).incidents == 3
    assert_consistent(dsn)


async def test_who_is_cancelled_takes_nobody_with_him(
    lexical_memory: Memory, dsn: str, batches: list[list[str]]
) -> None:
    tasks = [asyncio.create_task(lexical_memory.record(one)) for one in incidents(4)]
    while not batches:
        await asyncio.sleep(0)
    tasks[0].cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers[1:]] == [type(None)] * 3
    assert (await lexical_memory.stats()).incidents >= 3
    assert_consistent(dsn)


async def test_who_knows_of_companions_waits_for_them(
    lexical_memory: Memory, dsn: str, batches: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_writer, "PATIENCE_SECONDS", 60.0)
    some = incidents(MOST)
    await asyncio.gather(*(lexical_memory.record(one, companions=MOST - 1) for one in some))
    assert [sorted(batch) for batch in batches] == [sorted(one.id for one in some)]
    assert_consistent(dsn)


async def test_companions_that_never_come_are_not_waited_for_without_end(
    lexical_memory: Memory, batches: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_writer, "PATIENCE_SECONDS", 0.01)
    (alone,) = incidents(1)
    await lexical_memory.record(alone, companions=MOST)
    assert batches == [[alone.id]]


async def test_who_is_cancelled_while_it_waits_leaves_the_others_to_the_next(
    lexical_memory: Memory, batches: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_writer, "PATIENCE_SECONDS", 60.0)
    first, *others = incidents(3)
    leaving = asyncio.create_task(lexical_memory.record(first, companions=MOST))
    while not lexical_memory._writer._waiting:
        await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    await asyncio.gather(*(lexical_memory.record(one, companions=1) for one in others))
    assert [sorted(batch) for batch in batches] == [sorted(one.id for one in others)]
