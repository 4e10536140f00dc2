"""What takes long is computed beside the event loop, what is short in it, and nobody waits for all that others have."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from casebook_operator.fair_slots import Turn
from casebook_operator.kube import ObjectReader
from casebook_operator.off_loop import LIGHT, by_thread, computed, on_behalf_of, share_threads
from casebook_operator.side_loop import SideLoop
from casebook_operator.work import KeyedWork
from tests.operator.fakes import FakeKube
from tests.operator.waiting import until

EVIL, SHOP = Turn("evil"), Turn("shop")


@pytest.mark.parametrize(("weight", "beside"), [(0, False), (LIGHT, False), (LIGHT + 1, True)])
async def test_only_what_is_heavy_is_computed_by_a_thread(weight: int, beside: bool) -> None:
    thread = await computed(weight, threading.get_ident)
    assert (thread != threading.get_ident()) is beside


async def test_arguments_and_errors_come_through() -> None:
    assert await computed(LIGHT + 1, divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await computed(LIGHT + 1, divmod, 7, 0)


class Gate:
    """Work that goes on until it is let go, and says who began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.open = threading.Event()

    def work(self, name: str) -> str:
        self.begun.append(name)
        self.open.wait(10)
        return name


@pytest.fixture
async def gate() -> AsyncIterator[Gate]:
    made = Gate()
    yield made
    made.open.set()


def come(gate: Gate, turn: Turn, number: int = 1) -> list[asyncio.Task[str]]:
    """``number`` pieces of work of one namespace."""
    with on_behalf_of(turn):
        return [asyncio.create_task(by_thread(gate.work, turn.group)) for _ in range(number)]


async def test_a_namespace_computes_at_once_though_another_one_has_much_to_compute(gate: Gate) -> None:
    share_threads(2, "test")
    tasks = come(gate, EVIL, 8)
    await until(lambda: gate.begun)
    tasks += come(gate, SHOP)
    await until(lambda: len(gate.begun) > 1)
    assert gate.begun == ["evil", "shop"]
    gate.open.set()
    assert await asyncio.gather(*tasks) == [*["evil"] * 8, "shop"]


async def test_who_has_taken_a_turn_for_another_one_takes_its_own_afterwards(gate: Gate) -> None:
    share_threads(2, "test")
    tasks = come(gate, EVIL, 4)
    await until(lambda: gate.begun)

    async def on_its_own() -> str:
        with on_behalf_of(EVIL):
            pass
        return await by_thread(gate.work, "nobody's")

    tasks.append(asyncio.create_task(on_its_own()))
    await until(lambda: len(gate.begun) > 1)
    assert gate.begun == ["evil", "nobody's"]
    gate.open.set()
    await asyncio.gather(*tasks)


async def test_work_in_turns_computes_in_the_turn_of_its_item(gate: Gate) -> None:
    share_threads(2, "test")
    work: KeyedWork[str] = KeyedWork("test", lambda name: by_thread(_done, gate, name), concurrency=8, turn=Turn)
    for number in range(5):
        work.submit(f"evil-{number}", "evil")
    await until(lambda: gate.begun)
    work.submit("shop", "shop")
    await until(lambda: len(gate.begun) > 1)
    assert gate.begun == ["evil", "shop"]
    gate.open.set()
    await until(lambda: not len(work))


def _done(gate: Gate, name: str) -> None:
    gate.work(name)


async def test_who_gives_up_leaves_its_thread_to_nobody_before_it_is_free(gate: Gate) -> None:
    share_threads(2, "test")
    (first, *others) = come(gate, EVIL, 4)
    await until(lambda: gate.begun)
    first.cancel()
    others[-1].cancel()
    await asyncio.gather(first, others[-1], return_exceptions=True)
    tasks = come(gate, SHOP)
    await until(lambda: len(gate.begun) > 1)
    assert gate.begun == ["evil", "shop"]
    gate.open.set()
    await asyncio.gather(*others[:-1], *tasks)
    assert gate.begun.count("evil") == 3


async def test_what_is_given_up_and_fails_is_told_to_nobody(gate: Gate, caplog: pytest.LogCaptureFixture) -> None:
    share_threads(2, "test")

    def fails() -> None:
        gate.work("")
        raise ValueError

    task = asyncio.create_task(by_thread(fails))
    await until(lambda: gate.begun)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    gate.open.set()
    await by_thread(int)
    await asyncio.sleep(0)
    assert not caplog.records


@asynccontextmanager
async def second_loop() -> AsyncIterator[SideLoop]:
    made = SideLoop("test")
    living = asyncio.create_task(made.run())
    try:
        yield made
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)


async def test_the_second_loop_computes_in_the_turn_of_whoever_asked_it(gate: Gate) -> None:
    async with second_loop() as second:

        def ask(turn: Turn) -> asyncio.Task[str]:
            async def look(_: ObjectReader) -> str:
                return await by_thread(gate.work, turn.group)

            with on_behalf_of(turn):
                return asyncio.create_task(second.look(FakeKube(), look))

        tasks = [ask(EVIL) for _ in range(8)]
        await until(lambda: gate.begun)
        tasks.append(ask(SHOP))
        await until(lambda: len(gate.begun) > 1)
        assert gate.begun == ["evil", "shop"]
        gate.open.set()
        await asyncio.gather(*tasks)
