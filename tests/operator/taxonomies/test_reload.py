"""A changed Taxonomy is in force within seconds, without a restart, and its author reads what became of it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.taxonomy import TaxonomyHolder, shipped_taxonomy
from casebook_operator.kube import Object
from casebook_operator.taxonomies import reload as reload_module
from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.reload import Reload
from casebook_operator.taxonomies.resource import TaxonomyObject
from tests.analyzer.taxonomy.overlays import RULE_TEXT, written
from tests.operator.taxonomies.bodies import bad, good
from tests.operator.waiting import until

SHIPPED = shipped_taxonomy()


class Store:
    """Taxonomies that are there at the start, and every status that was written."""

    def __init__(self, *bodies: Object) -> None:
        self.there = bodies
        self.written: list[tuple[str, Object]] = []
        self.errors: list[Exception] = []

    async def bodies(self) -> AsyncGenerator[Object, None]:
        for body in self.there:
            yield body

    async def write_status(self, obj: TaxonomyObject, status: Object) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.written.append((obj.name, status))

    def ready(self, name: str = "ours") -> str:
        """The newest reason of ``Ready``."""
        statuses = [status for of, status in self.written if of == name]
        return statuses[-1]["conditions"][0]["reason"] if statuses else ""


class House:
    """A reload that runs, with everything around it."""

    def __init__(self, *bodies: Object, files: tuple[Path, ...] = (), tells: bool = True) -> None:
        self.store, self.holder = Store(*bodies), TaxonomyHolder(SHIPPED)
        self.reload = Reload(layers=Layers(SHIPPED, files), holder=self.holder, store=self.store, tells=tells)
        self.running: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        await self.reload.restore()
        self.running = asyncio.create_task(self.reload.run())

    async def end(self) -> None:
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
        await self.reload.close()

    def title(self) -> str:
        return next((rule.title for rule in self.holder.current().rules if rule.id == "my-rule"), "")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reload_module, "SETTLE_SECONDS", 0.01)
    monkeypatch.setattr(reload_module, "FILES_SECONDS", 0.05)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    made = House()
    await made.begin()
    yield made
    await made.end()


async def test_what_is_there_at_the_start_is_in_force_before_anything_is_judged() -> None:
    house = House(good("from the start"))
    await house.reload.restore()
    assert house.title() == "from the start"
    await until(lambda: house.store.ready() == "Accepted")
    await house.end()


async def test_a_change_is_in_force_without_a_restart(house: House) -> None:
    house.reload.taxonomy(good("first"), deleted=False)
    await until(lambda: house.title() == "first")
    house.reload.taxonomy(good("second", generation=2), deleted=False)
    await until(lambda: house.title() == "second")
    house.reload.taxonomy(good("second", generation=2), deleted=True)
    await until(lambda: house.holder.version == SHIPPED.version)


async def test_a_bad_change_is_refused_and_the_last_good_one_stays(house: House) -> None:
    house.reload.taxonomy(good("first"), deleted=False)
    await until(lambda: house.store.ready() == "Accepted")
    house.reload.taxonomy(bad(generation=2), deleted=False)
    await until(lambda: house.store.ready() == "InvalidRule")
    assert house.title() == "first"
    assert house.store.written[-1][1]["conditions"][1]["reason"] == "LastGoodInForce"


async def test_the_echo_of_an_own_write_is_no_work(house: House) -> None:
    house.reload.taxonomy(good(), deleted=False)
    await until(lambda: house.store.written)
    (name, status) = house.store.written[-1]
    house.reload.taxonomy(good(status=status), deleted=False)
    await asyncio.sleep(0.1)
    assert len(house.store.written) == 1
    assert name == "ours"


async def test_a_status_that_is_right_already_is_not_written_again() -> None:
    first = House(good())
    await first.begin()
    await until(lambda: first.store.written)
    await first.end()
    again = House(good(status=first.store.written[-1][1]))
    await again.begin()
    await asyncio.sleep(0.1)
    assert again.store.written == []
    await again.end()


async def test_a_status_that_cannot_be_written_now_is_written_later(house: House) -> None:
    house.store.errors = [ClusterUnavailableError("away")]
    house.reload.taxonomy(good(), deleted=False)
    await until(lambda: house.store.ready() == "Accepted")


async def test_a_changed_file_is_in_force_without_a_restart(tmp_path: Path) -> None:
    path = written(tmp_path, RULE_TEXT)
    house = House(files=(path,))
    await house.begin()
    assert house.title() == "Something of ours"
    written(tmp_path, RULE_TEXT.replace("Something of ours", "Changed"))
    await until(lambda: house.title() == "Changed")
    await house.end()


def refused(source: str) -> float | None:
    return REGISTRY.get_sample_value("casebook_taxonomy_refused", {"source": source})


async def test_a_taxonomy_that_is_refused_is_counted_until_it_is_repaired(house: House) -> None:
    house.reload.taxonomy(bad(), deleted=False)
    await until(lambda: refused("resource") == 1)
    house.reload.taxonomy(good(generation=2), deleted=False)
    await until(lambda: refused("resource") == 0)


async def test_a_file_that_breaks_is_counted_until_it_says_what_it_said_before(tmp_path: Path) -> None:
    path = written(tmp_path, RULE_TEXT)
    house = House(files=(path,))
    await house.begin()
    assert refused("file") == 0
    written(tmp_path, "rules: [")
    await until(lambda: refused("file") == 1)
    written(tmp_path, RULE_TEXT)
    await until(lambda: refused("file") == 0)
    await house.end()


async def test_an_operator_that_is_not_the_first_puts_taxonomies_in_force_and_tells_nobody() -> None:
    house = House(good(), tells=False)
    await house.begin()
    await house.end()
    assert house.holder.version != SHIPPED.version
    assert house.store.written == []
