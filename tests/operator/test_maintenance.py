"""What memory needs now and then, with a real memory."""

from collections.abc import AsyncIterator
from datetime import timedelta

import msgspec
import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.memory import Memory, Retention, open_memory
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.memory.knowledge.sources import SourceState
from casebook_analyzer.memory.write.opinions import Amount, SpendingAccount, month_of, settle
from casebook_operator.knowledge_age import MOST, KnowledgeAge
from casebook_operator.maintenance import Maintenance
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import OPENED, make_incident


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder(poison="poison")) as found:
        yield found


def _incidents(state: str) -> float | None:
    return REGISTRY.get_sample_value("casebook_memory_incidents", {"state": state})


def _database_up() -> float | None:
    return REGISTRY.get_sample_value("casebook_database_up", {"component": "operator"})


async def test_vectors_are_made_and_counted(memory: Memory) -> None:
    await memory.record(make_incident(number=1))
    await memory.record(make_incident(number=2, logs=["poison"]))
    await Maintenance(memory, Retention()).round(OPENED)
    assert (_incidents("embedded"), _incidents("pending"), _incidents("failed")) == (1, 1, 0)


async def test_another_model_is_announced_once_with_what_there_is_to_do(memory: Memory, dsn: str) -> None:
    await memory.record(make_incident())
    await memory.embed_pending()
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder(revision="2")) as newer:
        maintenance = Maintenance(newer, Retention())
        with capture_logs() as logs:
            await maintenance.round(OPENED)
            await maintenance.round(OPENED)
    said = [(entry["event"], entry.get("incidents")) for entry in logs if "model is another one" in entry["event"]]
    assert said == [("embedding incidents anew, as the model is another one", 1)]
    assert _incidents("embedded") == 1


async def test_what_is_over_is_deleted_once_a_day(memory: Memory) -> None:
    maintenance, now = Maintenance(memory, Retention(silent_days=10)), OPENED + timedelta(days=9)
    await memory.record(make_incident())
    await maintenance.round(now)
    assert await memory.by_id("missing_env-1") is not None
    await maintenance.round(now + timedelta(hours=23))
    await memory.record(make_incident("oom", days=-2))
    await maintenance.round(now + timedelta(hours=23.5))
    assert (await memory.stats()).incidents == 2
    with capture_logs() as logs:
        await maintenance.round(now + timedelta(hours=25))
    assert (await memory.stats()).incidents == 0
    assert [entry["silent"] for entry in logs if "time is over" in entry["event"]] == [2]
    assert (_incidents("embedded"), _incidents("pending")) == (0, 0)


async def test_what_is_new_is_shared_with_the_fleet_once_a_minute(dsn: str) -> None:
    async with open_memory(dsn, tenant="cluster-a", embedder=None, fleet=True) as memory:
        maintenance = Maintenance(memory, Retention())
        await memory.record(make_incident())
        with capture_logs() as logs:
            await maintenance.round(OPENED)
            await memory.record(make_incident("oom"))
            await maintenance.round(OPENED + timedelta(seconds=30))
            await maintenance.round(OPENED + timedelta(seconds=61))
        assert [one["families"] for one in logs if "shared" in one["event"]] == [1, 1]
        assert not await memory.fleet.publish(OPENED + timedelta(seconds=62))


def _age(name: str, source: str) -> float | None:
    return REGISTRY.get_sample_value(f"casebook_knowledge_{name}", {"source": source})


async def test_how_old_what_people_wrote_is_is_told_whoever_reads_it(memory: Memory) -> None:
    sync, shelf = memory.knowledge.sync, [read_document("runbooks", "oom.md", "Raise the limit.")]
    await sync("runbooks", shelf, every=timedelta(minutes=1), now=OPENED)
    await sync("notes", [], keep={"a.md", "b.md"}, now=OPENED)
    maintenance = Maintenance(memory, Retention())
    await maintenance.round(OPENED)
    told = ("synced_timestamp_seconds", "watch_interval_seconds", "unusable_files")
    assert [_age(name, "runbooks") for name in told] == [OPENED.timestamp(), 60, 0]
    assert [_age(name, "notes") for name in told] == [OPENED.timestamp(), None, 2]
    await sync("runbooks", shelf, now=OPENED + timedelta(hours=1))
    await memory.knowledge.remove("notes")
    await maintenance.round(OPENED + timedelta(seconds=10))
    assert [_age(name, "runbooks") for name in told] == [OPENED.timestamp() + 3600, None, 0]
    assert [_age(name, "notes") for name in told] == [None, None, None]
    Maintenance(memory, Retention(), alone=False)
    assert [_age(name, "runbooks") for name in told] == [None, None, None]


def test_names_of_sources_are_no_flood_of_series() -> None:
    state = SourceState(source="", synced_at=OPENED, every_seconds=1.0, unusable=0)
    age = KnowledgeAge()
    age.show([msgspec.structs.replace(state, source=f"flood-{number:03}") for number in range(200)])
    assert [_age("unusable_files", f"flood-{number:03}") for number in (0, MOST - 1, MOST)] == [0, 0, None]
    age.show([])
    assert _age("unusable_files", "flood-000") is None


@pytest.mark.parametrize("alone", [True, False])
async def test_what_models_took_this_month_is_told_by_memory_whoever_has_asked(memory: Memory, *, alone: bool) -> None:
    """Another operator, or this one before it was started anew."""

    def told() -> tuple[float | None, float | None]:
        month = "casebook_reflection_month"
        return REGISTRY.get_sample_value(f"{month}_tokens"), REGISTRY.get_sample_value(f"{month}_cost")

    account = SpendingAccount(month=month_of(OPENED), namespace="shop")
    maintenance = Maintenance(memory, Retention(), alone=alone)
    await settle(memory.session, account, Amount(), Amount(960, 2_500_000))
    await maintenance.round(OPENED)
    assert told() == (960, 2.5)
    await settle(memory.session, account, Amount(960, 2_500_000), Amount(100, 1_000_000))
    await maintenance.round(OPENED + timedelta(seconds=10))
    assert told() == (100, 1)
    await maintenance.round(OPENED + timedelta(days=31))
    assert told() == (0, 0)


async def test_a_database_that_is_away_is_tried_again(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object, **__: object) -> int:
        raise DatabaseUnavailableError("away")

    maintenance = Maintenance(memory, Retention())
    await memory.record(make_incident())
    with monkeypatch.context() as patch:
        patch.setattr(Memory, "reweight", away)
        await maintenance.round(OPENED + timedelta(days=400))
    assert (await memory.stats()).incidents == 1
    assert _database_up() == 0
    await maintenance.round(OPENED + timedelta(days=400))
    assert (await memory.stats()).incidents == 0
    assert _database_up() == 1


async def test_where_another_operator_looks_after_memory_it_is_only_asked_whether_it_is_there(memory: Memory) -> None:
    await memory.record(make_incident(number=1))
    await Maintenance(memory, Retention()).round(OPENED)
    await memory.record(make_incident(number=2))
    maintenance = Maintenance(memory, Retention(silent_days=1), alone=False)
    await maintenance.round(OPENED + timedelta(days=9))
    assert _database_up() == 1
    assert _incidents("embedded") is None, "two that count would be twice as many incidents"
    assert (await memory.backlog()).pending == 1
    assert (await memory.stats()).incidents == 2
