"""Only so many notifications are worked on, so many wait, and all others are turned away at once."""

import asyncio

import pytest

from casebook_operator.alerts.notification_queue import BusyError, NotificationQueue


async def test_what_is_beyond_the_room_is_turned_away_and_there_is_room_again_afterwards() -> None:
    gate, go, most = NotificationQueue(at_once=2, waiting=3), asyncio.Event(), 0
    inside = 0

    async def work() -> str:
        nonlocal inside, most
        try:
            async with gate.enter():
                inside += 1
                most = max(most, inside)
                await go.wait()
                inside -= 1
        except BusyError:
            return "busy"
        return "done"

    tasks = [asyncio.create_task(work()) for _ in range(12)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sum(task.done() for task in tasks) == 7
    go.set()
    said = await asyncio.gather(*tasks)
    assert (said.count("done"), said.count("busy"), most) == (5, 7, 2)
    assert await work() == "done"


async def test_a_place_is_given_back_when_the_work_fails_or_the_client_goes_away() -> None:
    gate = NotificationQueue(at_once=1, waiting=1)
    for _ in range(5):
        with pytest.raises(KeyError):
            async with gate.enter():
                raise KeyError
    waits = asyncio.Event()

    async def hold() -> None:
        async with gate.enter():
            await waits.wait()

    for _ in range(5):
        tasks = [asyncio.create_task(hold()) for _ in range(2)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with gate.enter():
        pass
