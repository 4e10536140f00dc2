"""A session that is closed leaves no connection behind, whatever was going on."""

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.memory.database import engine as engine_module
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.database.engine import create_engine
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.index import corpora
from tests.analyzer.memory.database import stopped
from tests.patience import PATIENCE


@pytest.mark.parametrize("cancelled", [1, 2])
async def test_whoever_was_cancelled_gives_his_connection_back_before_all_are_closed(dsn: str, cancelled: int) -> None:
    engine = create_engine(parse_dsn(dsn))
    session, pool = Session(engine, "test"), engine.pool

    async def sleep() -> None:
        async with session.transaction() as connection:
            await connection.execute(text("SELECT pg_sleep(30)"))

    sleeper = asyncio.create_task(sleep())
    while not pool.checkedout():
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    for _ in range(cancelled):
        sleeper.cancel()
        await asyncio.sleep(0)
    await session.close()
    assert pool.checkedout() == 0
    await asyncio.gather(sleeper, return_exceptions=True)
    del sleeper
    gc.collect()


async def test_whoever_stands_still_within_a_transaction_keeps_nobody_else_waiting(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "IDLE_SECONDS", 0.2)
    still, other = (Session(create_engine(parse_dsn(dsn)), "test") for _ in range(2))
    drivers = []

    async def stand_still() -> None:
        async with still.transaction() as connection:
            await corpora.lock(connection, "test")  # as every writer of a tenant does
            drivers.append((await connection.get_raw_connection()).driver_connection)
            async with other.transaction() as another, asyncio.timeout(PATIENCE):
                await corpora.lock(another, "test")
            await connection.execute(text("SELECT 1"))

    with pytest.raises(DatabaseUnavailableError):
        await stand_still()
    for driver in drivers:
        assert driver is not None
        await driver.close()
    await asyncio.gather(still.close(), other.close())


@pytest.fixture
def stopped_writer(dsn: str) -> Iterator[None]:
    """A process that is stopped while it has the tenant's statistics in its hands."""
    program = subprocess.Popen([sys.executable, "-m", stopped.__name__, dsn, "0.2"])
    try:
        _, status = os.waitpid(program.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        yield
    finally:
        program.kill()
        program.wait()


@pytest.mark.usefixtures("stopped_writer")
async def test_whoever_is_stopped_while_it_writes_several_rows_keeps_nobody_else_waiting(dsn: str) -> None:
    other = Session(create_engine(parse_dsn(dsn)), stopped.TENANT)
    async with other.transaction() as connection, asyncio.timeout(PATIENCE):
        await corpora.lock(connection, stopped.TENANT)
    await other.close()
