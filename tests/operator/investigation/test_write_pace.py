"""However much there is to write, etcd has room for others."""

import asyncio

import pytest

from casebook_operator.investigation.write_pace import WritePace
from tests.operator.bucket_clock import Watch


async def let_through(pace: WritePace, watch: Watch, writers: int, seconds: float) -> int:
    """How many of so many writers are let through in this time, of the watch."""
    done = 0

    async def write() -> None:
        nonlocal done
        await pace.turn()
        done += 1

    tasks = [asyncio.create_task(write()) for _ in range(writers)]
    for _ in range(round(seconds / 0.02) + 1):
        for _ in range(writers + 3):
            await asyncio.sleep(0)
        watch.now += 0.02
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return done


@pytest.fixture(autouse=True)
def _no_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda _: sleep(0))


async def test_a_thousand_after_a_quiet_time_and_fifty_a_second_after_that(watch: Watch) -> None:
    pace = WritePace()
    assert await let_through(pace, watch, 1100, 1.0) in range(1050, 1053)
    assert await let_through(pace, watch, 500, 2.0) in range(98, 104)


async def test_a_writer_that_is_cancelled_holds_nobody_up(watch: Watch) -> None:
    pace = WritePace()
    await let_through(pace, watch, 1000, 0)
    waiting = asyncio.create_task(pace.turn())
    await asyncio.sleep(0)
    waiting.cancel()
    assert await let_through(pace, watch, 1, 0.1) == 1
