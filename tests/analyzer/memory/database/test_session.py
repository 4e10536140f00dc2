"""A session that is closed leaves no connection behind, whatever was going on."""

import asyncio
import gc

import pytest
from sqlalchemy import text

from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.database.engine import create_engine
from casebook_analyzer.memory.database.session import Session


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
