"""Work by key: the newest item is handled once, and again until it succeeds."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.errors import CasebookError, ClusterUnavailableError
from casebook_operator import metrics
from casebook_operator.work import KeyedWork
from tests.operator.waiting import until

pytestmark = pytest.mark.usefixtures("no_pauses")


class SlowHandler:
    """Handles items slowly: each waits until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.finished: list[str] = []
        self.now = 0
        self.most = 0
        self.go = asyncio.Event()

    async def handle(self, item: str) -> None:
        self.begun.append(item)
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await self.go.wait()
        finally:
            self.now -= 1
        self.finished.append(item)


Maker = Callable[..., KeyedWork[str]]


@pytest.fixture
async def make() -> AsyncIterator[Maker]:
    made: list[KeyedWork[str]] = []

    def maker(handle: Callable[[str], Awaitable[None]], *, concurrency: int = 4, name: str = "test") -> KeyedWork[str]:
        made.append(KeyedWork(name, handle, concurrency=concurrency))
        return made[-1]

    yield maker
    for work in made:
        await work.close()


async def drained(work: KeyedWork[str]) -> None:
    await until(lambda: not len(work))


async def pause() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def given_up(name: str) -> float:
    return float(metrics.WORK_ERRORS.labels(work=name)._value.get())


async def test_the_newest_item_of_a_key_replaces_one_that_waits(make: Maker) -> None:
    slow = SlowHandler()
    work = make(slow.handle)
    for item in ("first", "second", "third"):
        work.submit("key", item)
    await pause()
    work.submit("key", "fourth")
    work.submit("key", "fifth")
    slow.go.set()
    await drained(work)
    assert slow.finished == ["third", "fifth"]


async def test_an_item_that_waits_for_its_turn_is_replaced_too(make: Maker) -> None:
    slow = SlowHandler()
    work = make(slow.handle, concurrency=1)
    work.submit("other", "busy")
    await pause()
    work.submit("key", "old")
    await pause()
    work.submit("key", "new")
    slow.go.set()
    await drained(work)
    assert slow.finished == ["busy", "new"]


async def test_two_items_of_one_key_are_never_handled_at_once(make: Maker) -> None:
    slow = SlowHandler()
    work = make(slow.handle)
    for number in range(5):
        work.submit("key", str(number))
        await pause()
    slow.go.set()
    await drained(work)
    assert slow.most == 1


async def test_keys_are_handled_side_by_side_up_to_the_limit(make: Maker) -> None:
    slow = SlowHandler()
    work = make(slow.handle, concurrency=3)
    for number in range(10):
        work.submit(str(number), str(number))
    await pause()
    assert slow.now == 3
    slow.go.set()
    await drained(work)
    assert (slow.most, len(slow.finished)) == (3, 10)


async def test_an_error_that_may_pass_is_retried_until_it_has_passed(make: Maker) -> None:
    errors = [ClusterUnavailableError("away")] * 10
    handled: list[str] = []

    async def handle(item: str) -> None:
        if errors:
            raise errors.pop()
        handled.append(item)

    work = make(handle, name="retried")
    work.submit("key", "item")
    await drained(work)
    assert handled == ["item"]
    assert given_up("retried") == 0


async def test_a_retry_takes_the_newest_item(make: Maker) -> None:
    handled: list[str] = []

    async def handle(item: str) -> None:
        handled.append(item)
        if len(handled) == 1:
            work.submit("key", "new")
            raise ClusterUnavailableError("away")

    work = make(handle)
    work.submit("key", "old")
    await drained(work)
    assert handled == ["old", "new"]


@pytest.mark.parametrize("error", [CasebookError("refused"), RuntimeError("a bug"), KeyError("metadata")], ids=repr)
async def test_any_other_error_ends_that_item_only_and_is_counted(make: Maker, error: Exception) -> None:
    handled: list[str] = []

    async def handle(item: str) -> None:
        if item == "bad":
            raise error
        handled.append(item)

    work = make(handle, name=f"given-up-{type(error).__name__}")
    work.submit("key", "bad")
    work.submit("other", "good")
    await drained(work)
    work.submit("key", "good again")
    await drained(work)
    assert handled == ["good", "good again"]
    assert given_up(f"given-up-{type(error).__name__}") == 1


async def test_a_series_begins_before_the_first_error(make: Maker) -> None:
    """Prometheus sees no increase in a series that begins at 1."""
    make(SlowHandler().handle, name="begins")
    assert REGISTRY.get_sample_value("casebook_work_errors_total", {"work": "begins"}) == 0


async def test_closing_stops_at_once(make: Maker) -> None:
    slow = SlowHandler()
    work = make(slow.handle, concurrency=1)
    work.submit("running", "running")
    work.submit("waiting", "waiting")
    await pause()
    await work.close()
    assert (len(work), slow.finished, slow.now) == (0, [], 0)


async def test_less_is_done_at_once_after_a_server_could_take_no_more(make: Maker) -> None:
    errors = [ClusterUnavailableError("busy")]
    slow = SlowHandler()

    async def handle(item: str) -> None:
        if errors:
            raise errors.pop()
        await slow.handle(item)

    work = make(handle, concurrency=4)
    work.submit("first", "first")
    await pause()
    for number in range(10):
        work.submit(str(number), str(number))
    await pause()
    assert slow.now == 2


async def test_nothing_begins_while_a_server_wants_to_be_left_alone(make: Maker) -> None:
    errors = [ClusterUnavailableError("busy", retry_after=0.1)]
    handled: list[float] = []

    async def handle(_: str) -> None:
        if errors:
            raise errors.pop()
        handled.append(asyncio.get_running_loop().time())

    work = make(handle)
    begun = asyncio.get_running_loop().time()
    work.submit("refused", "refused")
    await pause()
    work.submit("other", "other")
    await drained(work)
    assert len(handled) == 2
    assert min(handled) - begun >= 0.09


async def test_what_is_refused_says_nothing_about_what_a_server_can_take(make: Maker) -> None:
    slow = SlowHandler()

    async def handle(item: str) -> None:
        if item == "refused":
            raise CasebookError("no")
        await slow.handle(item)

    work = make(handle, concurrency=4)
    work.submit("refused", "refused")
    await pause()
    for number in range(10):
        work.submit(str(number), str(number))
    await pause()
    assert slow.now == 4


async def test_there_may_be_less_room_for_other_reasons() -> None:
    slow, room = SlowHandler(), 2
    work = KeyedWork("room", slow.handle, concurrency=4, room=lambda: room)
    for number in range(10):
        work.submit(str(number), str(number))
    await pause()
    assert slow.now == 2
    assert work.age > 0
    await work.close()
