"""Work in the second loop holds up nobody in the first one, and reads through it."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from casebook_operator.kube import ApiStatusError, ObjectReader
from casebook_operator.side_loop import SideLoop
from tests.operator.fakes import FakeKube
from tests.patience import PATIENCE

POD = "/api/v1/namespaces/shop/pods/cart"


class Watched(FakeKube):
    """Notes in which thread it is asked; a read of ``waits`` ends when it is given up."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: set[int] = set()
        self.given_up = asyncio.Event()

    async def get(self, path: str, **query: Any) -> Any:
        self.threads.add(threading.get_ident())
        if path != "waits":
            return await super().get(path, **query)
        try:
            await asyncio.Event().wait()
        finally:
            self.given_up.set()


@asynccontextmanager
async def second_loop() -> AsyncIterator[SideLoop]:
    beside = SideLoop("test")
    living = asyncio.create_task(beside.run())
    try:
        yield beside
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)


async def test_the_first_loop_goes_on_while_the_second_computes() -> None:
    begun, went_on = threading.Event(), threading.Event()

    async def long(_: ObjectReader) -> str:
        begun.set()
        assert went_on.wait(PATIENCE)  # its own loop alone stands still
        return threading.current_thread().name

    async with second_loop() as beside:
        work = asyncio.create_task(beside.look(FakeKube(), long))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        went_on.set()
        assert await work == "test"


async def test_everything_is_read_in_the_first_one() -> None:
    kube = Watched()
    kube.objects[POD] = {"metadata": {"name": "cart"}}
    async with second_loop() as beside:
        found = await beside.look(kube, lambda reader: reader.get(POD))
        with pytest.raises(ApiStatusError):
            await beside.look(kube, lambda reader: reader.get("nothing"))
    assert found["metadata"]["name"] == "cart"
    assert kube.threads == {threading.get_ident()}


async def test_a_read_ends_with_whoever_waits_for_it() -> None:
    kube = Watched()
    async with second_loop() as beside:

        async def hasty(reader: ObjectReader) -> None:
            async with asyncio.timeout(0.01):
                await reader.get("waits")

        with pytest.raises(TimeoutError):
            await beside.look(kube, hasty)
        await kube.given_up.wait()
        kube.given_up.clear()
        work = asyncio.create_task(beside.look(kube, lambda reader: reader.get("waits")))
        await asyncio.sleep(0.05)
        work.cancel()
        await kube.given_up.wait()


async def test_what_goes_on_ends_with_the_loop() -> None:
    kube = Watched()
    async with second_loop() as beside:
        work = asyncio.create_task(beside.look(kube, lambda reader: reader.get("waits")))
        await asyncio.sleep(0.05)
    with pytest.raises(asyncio.CancelledError):
        await work


async def test_what_is_asked_of_a_loop_that_has_ended_is_cancelled_as_what_was_under_way() -> None:
    async def never(_: ObjectReader) -> None: ...

    async with second_loop() as beside:
        await beside.look(FakeKube(), never)
    with pytest.raises(asyncio.CancelledError):
        await beside.look(FakeKube(), never)
