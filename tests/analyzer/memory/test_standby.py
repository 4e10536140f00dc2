"""Reads from a real hot standby of a real primary: when they go there, and when not."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import psycopg
import pytest

from casebook_analyzer.errors import CasebookError, DatabaseUnavailableError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, StandbyAt, add_login, open_memory, upgrade
from casebook_analyzer.memory.browse.lookup import knows_family
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import earlier, make_incident, make_resolution
from tests.databases import as_login, copied, dsn_of
from tests.patience import PATIENCE
from tests.standbys import Replicated, replicated

_TENANT = "cluster-a"


class Where(NamedTuple):
    """DSNs of a database of one test, at both servers."""

    primary: str
    standby: str


@pytest.fixture(scope="module")
def pair() -> Iterator[Replicated]:
    with replicated() as found:
        yield found


@pytest.fixture
def where(pair: Replicated, request: pytest.FixtureRequest) -> Where:
    name = f"of_{zlib.crc32(request.node.name.encode())}"
    with psycopg.connect(pair.primary, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    upgrade(dsn_of(pair.primary, name))
    pair.caught_up()
    return Where(dsn_of(pair.primary, name), dsn_of(pair.standby, name))


@pytest.fixture
async def writer(where: Where) -> AsyncIterator[Memory]:
    """Who records, as the operator does."""
    async with open_memory(where.primary, tenant=_TENANT, embedder=WordEmbedder()) as memory:
        yield memory


@pytest.fixture
async def reader(where: Where) -> AsyncIterator[Memory]:
    """Who reads, as the web does, and has looked at the standby once."""
    async with _reader(*where) as memory:
        await _near(memory)
        yield memory


def _reader(primary: str, standby: str, most_lag: float = 3600.0) -> Memory:
    at = StandbyAt(dsn=standby, most_lag=most_lag)
    return open_memory(primary, tenant=_TENANT, embedder=WordEmbedder(), standby=at)


async def _near(reader: Memory) -> None:
    """Look until it is read: servers write to their log of their own accord, and a copy has it a moment later."""
    async with asyncio.timeout(PATIENCE):
        while not ((state := await reader.observe_standby()) and state.usable):
            await asyncio.sleep(0.01)


def _answered(memory: Memory) -> tuple[int, int]:
    assert memory.standby is not None
    return memory.standby.answered, memory.standby.left_out


async def test_every_read_of_the_pages_is_answered_by_the_standby(
    pair: Replicated, writer: Memory, reader: Memory
) -> None:
    past = make_incident(number=2, days=-1, resolution=make_resolution())
    case = make_incident()
    for one in (past, case):
        await writer.record(one)
    await writer.embed_pending()
    pair.caught_up()
    everything = View(namespaces=None)
    key = case.conclusion.signature.key
    assert await reader.get(case.namespace, case.name) == case
    assert await reader.by_id(case.id) == case
    assert (await reader.search("DATABASE_URL")).hits
    assert (await reader.similar(case.bundle, case.conclusion, exclude_id=case.id)).incidents
    assert (await reader.browse(EVERY_INCIDENT)).rows
    assert (await reader.counts(EVERY_INCIDENT)).open == 1
    assert await reader.namespaces() == ["shop"]
    assert await knows_family(reader.session, key, everything)
    known = await reader.family(key, everything)
    assert known
    assert await reader.families(everything)
    assert (await reader.past(case, everything)).family
    assert (await reader.browse(IncidentFilter(subject="Deployment/shop/checkout"))).rows
    assert await earlier(reader, case.id) == []
    assert await reader.usage.of_incidents([past.id], everything)
    assert await reader.usage.of_fixes(known, everything)
    assert _answered(reader) == (15, 0)


async def test_what_is_written_never_goes_there(pair: Replicated, reader: Memory) -> None:
    case = make_incident()
    await reader.record(case)
    await reader.embed_pending()
    assert await reader.resolve(case.id, make_resolution())
    reader.usage.opened(case.id)
    assert await reader.usage.flush() == 1
    assert _answered(reader) == (0, 0)
    pair.caught_up()
    assert (await reader.get(case.namespace, case.name)) is not None
    assert _answered(reader) == (1, 0)


async def test_a_read_that_writes_is_refused_by_the_standby_itself(pair: Replicated, reader: Memory) -> None:
    assert reader.standby is not None

    async def write(connection: object) -> None:
        await connection.exec_driver_sql("DELETE FROM incident")  # type: ignore[attr-defined]

    with pytest.raises(DatabaseUnavailableError, match="read-only"):
        await reader.standby.read(write, {})


async def test_a_report_that_the_standby_lacks_is_looked_for_at_the_primary(
    pair: Replicated, writer: Memory, reader: Memory
) -> None:
    with pair.paused():
        case = make_incident()
        await writer.record(case)
        assert await reader.get(case.namespace, case.name) == case
        assert await reader.namespaces() == []  # a list does not know what it lacks
        assert await reader.get("shop", "nothing") is None


async def test_a_standby_that_lags_is_not_read_until_it_has_caught_up(
    pair: Replicated, where: Where, writer: Memory
) -> None:
    async with _reader(*where, most_lag=0.001) as reader:
        await _near(reader)
        assert await reader.namespaces() == []
        assert _answered(reader) == (1, 0)
        with pair.paused():
            await writer.record(make_incident())
            await reader.observe_standby()
            state = await reader.observe_standby()
            assert state is not None
            assert not state.usable
            assert state.lag_seconds is not None
            assert state.lag_seconds > 0
            assert "behind" in state.why
            assert await reader.namespaces() == ["shop"]
            assert _answered(reader) == (1, 1)
        await _near(reader)
        assert await reader.namespaces() == ["shop"]
        assert _answered(reader) == (2, 1)


async def test_each_read_asks_the_server_that_answers_it_how_far_it_is(
    pair: Replicated, where: Where, writer: Memory
) -> None:
    """Behind one name may be several standbys: the one that was looked at says nothing of the next."""
    async with _reader(*where, most_lag=0.001) as reader:
        await writer.record(make_incident())
        pair.caught_up()
        await _near(reader)
        assert reader.standby is not None
        reader.standby._least *= 2
        assert await reader.namespaces() == ["shop"]
        assert _answered(reader) == (0, 1)


async def test_the_primary_answers_while_the_standby_is_away(pair: Replicated, writer: Memory, reader: Memory) -> None:
    await writer.record(make_incident())
    pair.caught_up()
    assert await reader.namespaces() == ["shop"]
    with pair.away("standby"):
        assert await reader.namespaces() == ["shop"]  # nobody has looked since
        state = await reader.observe_standby()
        assert state is not None
        assert not state.usable
        assert await reader.namespaces() == ["shop"]
    assert _answered(reader) == (1, 2)
    await _near(reader)


async def test_a_standby_that_stops_without_a_word_is_not_waited_for(
    pair: Replicated, writer: Memory, reader: Memory
) -> None:
    await writer.record(make_incident())
    pair.caught_up()
    assert await reader.namespaces() == ["shop"]
    with pair.frozen():
        assert await reader.namespaces() == ["shop"]
        await reader.observe_standby()
        assert reader.standby is not None
        assert "did not answer within" in reader.standby.state.why
        assert await reader.namespaces() == ["shop"]
    assert _answered(reader) == (1, 2)
    await _near(reader)


async def test_the_standby_answers_while_the_primary_is_away(pair: Replicated, writer: Memory, reader: Memory) -> None:
    await writer.record(make_incident())
    pair.caught_up()
    await writer.close()
    with pair.away("primary"):
        state = await reader.observe_standby()
        assert state is not None
        assert state.usable
        assert state.lag_seconds is None
        await reader.check()
        assert await reader.namespaces() == ["shop"]
        with pytest.raises(DatabaseUnavailableError):
            await reader.record(make_incident())
        with pytest.raises(DatabaseUnavailableError):  # what it lacks may be at the primary
            await reader.get("shop", "nothing")


async def test_nothing_answers_while_both_are_away(pair: Replicated, reader: Memory) -> None:
    with pair.away("standby", "primary"):
        await reader.observe_standby()
        with pytest.raises(DatabaseUnavailableError):
            await reader.check()
        with pytest.raises(DatabaseUnavailableError):
            await reader.namespaces()


async def test_a_standby_that_was_promoted_is_not_read() -> None:
    with replicated() as own:
        upgrade(own.primary)
        own.caught_up()
        async with _reader(own.primary, own.standby) as reader:
            await _near(reader)
            own.promote()
            await reader.record(make_incident())
            assert await reader.namespaces() == ["shop"]  # nobody has looked since
            state = await reader.observe_standby()
            assert state is not None
            assert "no hot standby" in state.why
            assert await reader.namespaces() == ["shop"]
            assert _answered(reader) == (0, 2)


async def test_the_standby_of_another_database_is_not_read(where: Where, postgres: str) -> None:
    with copied(postgres, "of_another_system", "template1") as primary:
        upgrade(primary)
        async with _reader(primary, where.standby) as reader:
            state = await reader.observe_standby()
            assert state is not None
            assert "standby of another database" in state.why
            assert await reader.namespaces() == []
            assert _answered(reader) == (0, 1)


async def test_the_primary_is_no_standby_of_itself(where: Where) -> None:
    async with _reader(where.primary, where.primary) as reader:
        state = await reader.observe_standby()
        assert state is not None
        assert "no hot standby" in state.why
        assert await reader.namespaces() == []


async def test_a_login_that_would_see_nothing_at_the_standby_is_not_used(
    pair: Replicated, where: Where, writer: Memory
) -> None:
    """An empty page would be the worst answer: it looks like a cluster where nothing ever failed."""
    await writer.record(make_incident())
    add_login(where.primary, "of_another", "cluster-b", password="x" * 20)
    pair.caught_up()
    async with _reader(where.primary, as_login(where.standby, "of_another")) as reader:
        state = await reader.observe_standby()
        assert state is not None
        assert not state.usable
        assert "cluster-b" in state.why
        assert await reader.namespaces() == ["shop"]


async def test_a_query_that_replay_cancels_is_answered_by_the_primary(
    pair: Replicated, where: Where, writer: Memory, reader: Memory
) -> None:
    """A standby that must replay the end of a table's rows cancels whoever reads them (SQLSTATE 40001)."""
    with psycopg.connect(where.standby, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET max_standby_streaming_delay = 0")
        connection.execute("SELECT pg_reload_conf()")
    await writer.record(make_incident())
    pair.caught_up()
    asked = 0

    async def read(connection: object) -> int:
        nonlocal asked
        asked += 1
        found = await connection.exec_driver_sql("SELECT count(*) FROM incident")  # type: ignore[attr-defined]
        if asked == 1:  # a lock that readers hold is taken away from them
            with psycopg.connect(where.primary, autocommit=True) as owner:
                owner.execute("ALTER TABLE incident SET (fillfactor = 90)")
                owner.execute("VACUUM FULL incident")
            pair.caught_up()
            found = await connection.exec_driver_sql("SELECT count(*) FROM incident")  # type: ignore[attr-defined]
        return int(found.scalar_one())

    assert await reader.session.read(read) == 1
    assert asked == 2
    assert _answered(reader) == (0, 1)


async def test_an_error_of_the_work_itself_is_told_once_the_primary_has_said_the_same(reader: Memory) -> None:
    async def wrong(connection: object) -> None:
        await connection.exec_driver_sql("SELECT 1 / 0")  # type: ignore[attr-defined]

    with pytest.raises(CasebookError, match="division by zero"):
        await reader.session.read(wrong)
