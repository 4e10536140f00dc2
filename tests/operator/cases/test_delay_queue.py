"""Objects wait for their time, are read again then, and leave no trace when they have recovered."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator import metrics
from casebook_operator.cases import delay_queue
from casebook_operator.cases.delay_queue import DelayQueue
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.kube import Object
from tests.operator.builders import at, pod
from tests.operator.cases.rooms import Clock
from tests.operator.fakes import FakeKube, refusal
from tests.operator.waiting import until

PLACE = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")


class Lobby:
    """A delay queue at work, and what it has shown."""

    def __init__(self) -> None:
        self.clock, self.kube = Clock(0), FakeKube()
        self.room = DelayQueue(self.kube, clock=self.clock)
        self.shown: list[str] = []
        self.kube.put(pod() | {"kind": "Pod"})

    def look(self, kind: str, obj: Object) -> None:
        self.shown.append(f"{kind}/{obj['metadata']['name']}")

    def forward(self, seconds: float) -> None:
        self.clock.forward(seconds)
        self.room._changed.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        running = asyncio.create_task(self.room.run(self.look))
        try:
            yield
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            await self.room.close()

    async def quiet(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
        await until(lambda: not len(self.room._work))


@pytest.fixture
def lobby() -> Lobby:
    return Lobby()


async def test_an_object_is_read_again_when_its_first_signal_is_due_and_not_before(lobby: Lobby) -> None:
    async with lobby.open():
        lobby.room.hold(PLACE, {"a": at(60), "b": at(30)})
        lobby.forward(29)
        await lobby.quiet()
        assert lobby.kube.asked == []
        lobby.forward(1)
        await until(lambda: lobby.shown)
    assert lobby.shown == ["Pod/checkout-5d9f-abcde"]


async def test_a_newer_version_replaces_what_an_object_waits_for(lobby: Lobby) -> None:
    async with lobby.open():
        lobby.room.hold(PLACE, {"a": at(30)})
        lobby.room.hold(PLACE, {"a": at(90)})
        lobby.forward(60)
        await lobby.quiet()
        assert lobby.shown == []
        lobby.forward(30)
        await until(lambda: lobby.shown)
    assert len(lobby.shown) == 1


@pytest.mark.parametrize("how", ["dropped", "nothing left"])
async def test_what_has_recovered_is_not_read_again(lobby: Lobby, how: str) -> None:
    async with lobby.open():
        lobby.room.hold(PLACE, {"a": at(30)})
        if how == "dropped":
            lobby.room.drop(PLACE)
        else:
            lobby.room.hold(PLACE, {})
        lobby.forward(60)
        await lobby.quiet()
    assert (lobby.kube.asked, len(lobby.room)) == ([], 0)


@pytest.mark.parametrize("status", [404, 403])
async def test_an_object_that_is_gone_or_forbidden_waits_no_more(lobby: Lobby, status: int) -> None:
    lobby.kube.fail(*PLACE, refusal(status))
    async with lobby.open():
        lobby.room.hold(PLACE, {"a": at(0)})
        await until(lambda: not len(lobby.room))
        await lobby.quiet()
    assert lobby.shown == []


@pytest.mark.usefixtures("no_pauses")
async def test_an_api_server_that_is_away_is_asked_until_it_answers(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, failures = lobby.kube.get, [ClusterUnavailableError("away")] * 3

    async def get(path: str) -> Object:
        if failures:
            raise failures.pop()
        return await answer(path)

    monkeypatch.setattr(lobby.kube, "get", get)
    async with lobby.open():
        lobby.room.hold(PLACE, {"a": at(0)})
        await until(lambda: lobby.shown)
    assert failures == []


async def test_it_is_known_what_an_object_waits_for(lobby: Lobby) -> None:
    lobby.room.hold(PLACE, {"a": at(60)})
    assert lobby.room.dues(PLACE) == {"a": at(60)}
    assert lobby.room.dues(ObjectKey("Pod", "shop", "else")) == {}


async def test_objects_that_wait_are_a_metric(lobby: Lobby) -> None:
    for number in range(3):
        lobby.room.hold(ObjectKey("Pod", "shop", str(number)), {"a": at(60)})
    lobby.room.drop(ObjectKey("Pod", "shop", "1"))
    assert metrics.SIGNALS_WAITING.collect()[0].samples[0].value == 2


async def test_an_object_that_changes_without_end_costs_no_memory(lobby: Lobby) -> None:
    for number in range(20_000):
        lobby.room.hold(PLACE, {"a": at(number)})
    assert (len(lobby.room), len(lobby.room._queue) < 2000) == (1, True)


async def test_a_full_room_turns_away_and_says_so(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delay_queue, "CAPACITY", 2)
    before = metrics.SIGNALS_TURNED_AWAY.collect()[0].samples[0].value
    for number in range(3):
        lobby.room.hold(ObjectKey("Pod", "shop", str(number)), {"a": at(60)})
    lobby.room.hold(ObjectKey("Pod", "shop", "1"), {"a": at(30)})
    assert len(lobby.room) == 2
    assert metrics.SIGNALS_TURNED_AWAY.collect()[0].samples[0].value == before + 1
