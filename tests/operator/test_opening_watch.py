"""What was opened is written down from time to time, and at the end; a database that is away stops nobody."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.usage import ledger
from casebook_operator import opening_watch
from casebook_operator.opening_watch import counted_openings
from tests.analyzer.memory.incidents import make_incident
from tests.patience import PATIENCE

CASE = make_incident()


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant="cluster-a", embedder=None) as memory:
        await memory.record(CASE)
        yield memory


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_watch, "FLUSH_SECONDS", 0.01)


async def opened(memory: Memory) -> int:
    return (await memory.usage.of_incidents([CASE.id], View()))[CASE.id].opened


async def test_what_is_left_is_written_at_the_end(memory: Memory) -> None:
    async with counted_openings(memory):
        memory.usage.opened(CASE.id)
        await asyncio.sleep(0)
        assert await opened(memory) == 0
    assert await opened(memory) == 1


@pytest.mark.usefixtures("often")
async def test_it_is_written_while_it_goes_on(memory: Memory) -> None:
    async with counted_openings(memory), asyncio.timeout(PATIENCE):
        for number in (1, 2):
            memory.usage.opened(CASE.id)
            while await opened(memory) < number:
                await asyncio.sleep(0.01)


@pytest.mark.usefixtures("often")
async def test_a_database_that_is_away_is_told_once_and_written_to_when_it_is_back(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    async def away(*_: object) -> None:
        nonlocal tried
        tried += 1
        raise DatabaseUnavailableError("The database is away.")

    with capture_logs() as told:
        async with counted_openings(memory), asyncio.timeout(PATIENCE):
            with monkeypatch.context() as patch:
                patch.setattr(ledger, "count_openings", away)
                memory.usage.opened(CASE.id)
                while tried < 3:
                    await asyncio.sleep(0.01)
            while not await opened(memory):
                await asyncio.sleep(0.01)
    assert [one["event"] for one in told] == ["openings of reports wait to be counted"]


async def test_the_end_does_not_wait_for_a_database_that_does_not_answer(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(opening_watch, "LAST_SECONDS", 0.05)
    monkeypatch.setattr(ledger, "count_openings", silent)
    async with asyncio.timeout(PATIENCE), counted_openings(memory):
        memory.usage.opened(CASE.id)
    assert await opened(memory) == 0
    monkeypatch.undo()
    assert await memory.usage.flush() == 1


@pytest.mark.usefixtures("often")
async def test_what_is_not_counted_is_told(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "MOST", 0)
    memory.usage.opened(CASE.id)
    with capture_logs() as told:
        async with counted_openings(memory), asyncio.timeout(PATIENCE):
            while not told:
                await asyncio.sleep(0.01)
    assert [(one["event"], one["uncounted"]) for one in told] == [("more reports were opened than are counted", 1)]
