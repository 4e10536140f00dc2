"""Nobody waits behind the thousand things of somebody else."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from casebook_operator.fair_slots import FairSlots, Turn
from tests.patience import PATIENCE

EVIL, SHOP, BANK = Turn("evil"), Turn("shop"), Turn("bank")


class Hall:
    """Whoever gets a slot keeps it until it is let go."""

    def __init__(self, slots: int) -> None:
        self.number = slots
        self.slots = FairSlots(lambda: self.number)
        self.served: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._go: dict[str, asyncio.Event] = {}

    async def come(self, *turns: Turn) -> None:
        for turn in turns:
            name = f"{turn.group}{len(self.tasks)}"
            self._go[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._stay(name, turn))
        await self._rest()

    async def leave(self, name: str) -> None:
        self._go[name].set()
        await self._rest()

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    @property
    def groups(self) -> list[str]:
        return [name.rstrip("0123456789") for name in self.served]

    async def _rest(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    async def _stay(self, name: str, turn: Turn) -> None:
        async with self.slots.hold(turn):
            self.served.append(name)
            await self._go[name].wait()


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    made = Hall(3)
    yield made
    await made.close()


async def test_one_slot_is_left_for_others(hall: Hall) -> None:
    await hall.come(*[EVIL] * 10)
    assert hall.groups == ["evil"] * 2
    await hall.come(SHOP)
    assert hall.groups[2:] == ["shop"]


async def test_groups_come_in_turn(hall: Hall) -> None:
    await hall.come(*[EVIL] * 4, *[SHOP] * 3, *[BANK] * 2)
    for _ in range(4):
        await hall.leave(hall.served[-1])
    assert hall.groups == ["evil", "evil", "shop", "shop", "bank", "shop", "bank"]
    for name in hall.served[:2]:
        await hall.leave(name)
    assert hall.groups[7:] == ["evil", "evil"]


async def test_what_nobody_asked_for_goes_first_and_has_a_slot_at_once(hall: Hall) -> None:
    await hall.come(*(Turn(f"evil-{number}-", asked=True) for number in range(10)))
    assert len(hall.served) == 2
    await hall.come(SHOP, BANK)
    assert hall.groups[2:] == ["shop"]
    await hall.leave(hall.served[0])
    assert hall.groups[3:] == ["bank"]


async def test_what_belongs_to_no_namespace_may_have_all(hall: Hall) -> None:
    await hall.come(*[Turn()] * 4)
    assert len(hall.served) == 3


async def test_of_a_group_the_oldest_goes_first(hall: Hall) -> None:
    await hall.come(EVIL, EVIL, *(EVIL._replace(since=since) for since in (30, 10, 20)))
    for _ in range(3):
        await hall.leave(hall.served[-1])
    assert hall.served[2:] == ["evil3", "evil4", "evil2"]


async def test_as_there_are_fewer_slots_no_more_are_given_out_and_more_again_later(hall: Hall) -> None:
    await hall.come(*[EVIL] * 5, *[BANK] * 2)
    assert hall.groups == ["evil", "evil", "bank"]
    hall.number = 1
    await hall.leave(hall.served[0])
    await hall.come(BANK)
    assert len(hall.served) == 3
    hall.number = 3
    hall.slots.serve()
    await hall.come()
    assert len(hall.served) == 4


async def test_a_failure_elsewhere_has_a_slot_at_once_when_there_are_fewer_than_one_namespace_holds(hall: Hall) -> None:
    """An overload halves them while one namespace holds all but one, for as long as its reads take."""
    hall.number = 8
    await hall.come(*[EVIL] * 20)
    hall.number = 1
    await hall.come(SHOP, BANK)
    assert hall.groups == [*["evil"] * 7, "shop"]
    await hall.leave(hall.served[-1])
    assert hall.groups[8:] == ["bank"]
    await hall.leave(hall.served[-1])
    await hall.come(EVIL)
    assert len(hall.served) == 9, "and nobody has more for it"


async def test_so_has_what_nobody_asked_for_where_people_asked_for_all(hall: Hall) -> None:
    hall.number = 8
    await hall.come(*(Turn(f"evil-{number}-", asked=True) for number in range(10)))
    hall.number = 2
    await hall.come(Turn("more", asked=True), SHOP, BANK)
    assert hall.groups[7:] == ["shop"]


async def test_nobody_has_one_while_a_server_asks_for_patience(hall: Hall) -> None:
    await hall.come(*[EVIL] * 3)
    hall.number = 0
    await hall.come(SHOP)
    assert hall.groups == ["evil"] * 2
    hall.number = 1
    hall.slots.serve()
    await hall.come()
    assert hall.groups[2:] == ["shop"]


async def test_the_age_is_that_of_what_has_waited_for_longest(hall: Hall) -> None:
    assert hall.slots.age == 0
    await hall.come(*[EVIL] * 3)
    await asyncio.sleep(0.05)
    await hall.come(EVIL, *[SHOP] * 3)
    assert hall.slots.age >= 0.05
    for name in hall.served[:2]:
        await hall.leave(name)
    assert hall.slots.age < 0.05


async def test_one_slot_is_everybodys() -> None:
    hall = Hall(1)
    await hall.come(Turn("evil", asked=True), BANK)
    await hall.leave(hall.served[0])
    assert hall.groups == ["evil", "bank"]
    await hall.close()


async def test_who_is_cancelled_while_it_waits_takes_nothing_along(hall: Hall) -> None:
    await hall.come(*[EVIL] * 3, SHOP, BANK)
    for name in hall.tasks.keys() - set(hall.served):
        hall.tasks[name].cancel()
    for name in list(hall.served):
        await hall.leave(name)
    await hall.come(*[SHOP] * 2, BANK)
    assert hall.groups[-3:] == ["shop", "shop", "bank"]


async def test_who_is_cancelled_when_it_is_served_gives_its_slot_back() -> None:
    slots = FairSlots(lambda: 1)

    async def once() -> None:
        async with slots.hold(BANK):
            pass

    async with slots.hold(SHOP):
        other = asyncio.create_task(once())
        await asyncio.sleep(0)
    other.cancel()
    await asyncio.gather(other, return_exceptions=True)
    async with asyncio.timeout(PATIENCE):
        await once()


async def test_companions_are_those_at_work_while_others_wait() -> None:
    slots = FairSlots(lambda: 2)
    async with slots.hold(Turn("a")), slots.hold(Turn("b")):
        assert slots.companions == 0
        waiting = asyncio.create_task(_held(slots, Turn("c")))
        await asyncio.sleep(0)
        assert slots.companions == 1
    await waiting
    assert slots.companions == 0


async def _held(slots: FairSlots, turn: Turn) -> None:
    async with slots.hold(turn):
        pass
