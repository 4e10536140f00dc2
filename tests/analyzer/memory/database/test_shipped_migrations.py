"""Migrations that somebody has run: never edited, and able to bring a filled database from any of them to today."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from casebook_analyzer.memory import Memory, SchemaState, open_memory, schema_status, upgrade
from casebook_analyzer.memory.database import migrate
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.models import Category, Change, ResolutionKind
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident

VERSIONS = Path(str(migrate._MIGRATIONS)) / "versions"
SHIPPED = VERSIONS.parent / "shipped.sha256"
FILLED = Path(__file__).parent / "filled"
"""Per revision the rows that the last version of Casebook with that schema has written, by pg_dump. Two tenants."""
EARLIER = migrate._revisions()[:0:-1]
TENANTS = ("cluster-a", "cluster-b")


def _listed() -> dict[str, str]:
    lines = (line.split() for line in SHIPPED.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in lines}


def _written() -> dict[str, str]:
    files = sorted(VERSIONS.glob("[0-9]*.py"))
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


def test_every_migration_is_listed_with_its_digest() -> None:
    how = "list it when it is finished: cd analyzer/casebook_analyzer/migrations/versions && sha256sum "
    for name in _written():
        assert name in _listed(), f"{how}{name} >> ../shipped.sha256"


@pytest.mark.parametrize("name", _listed())
def test_a_migration_that_was_shipped_is_not_edited(name: str) -> None:
    assert _written().get(name) == _listed()[name], f"restore {name}, and put the change into a new migration"


def test_there_is_a_filled_database_of_every_earlier_revision() -> None:
    assert sorted(path.stem for path in FILLED.iterdir()) == list(EARLIER)


def _fill(dsn: str, revision: str) -> None:
    """A database as a Casebook of that revision leaves it."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    engine = create_engine(parse_dsn(dsn), poolclass=NullPool)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(migrate._MIGRATIONS))
        config.attributes.update(connection=connection, progress=lambda _: None)
        command.upgrade(config, revision)
    # The rows of each tenant, as its own: an owner that is no superuser is bound by row-level security as well.
    with engine.begin() as connection:
        forced = connection.execute(text("SELECT relname FROM pg_class WHERE relforcerowsecurity")).scalars().all()
        for name in forced:
            connection.exec_driver_sql(f"ALTER TABLE {name} NO FORCE ROW LEVEL SECURITY")
        connection.connection.cursor().execute((FILLED / f"{revision}.sql").read_bytes())
        for name in forced:
            connection.exec_driver_sql(f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY")


@pytest.fixture(params=EARLIER)
def filled_dsn(
    request: pytest.FixtureRequest, new_database: Callable[..., AbstractContextManager[str]]
) -> Iterator[str]:
    with new_database() as dsn:
        _fill(dsn, request.param)
        assert schema_status(dsn).state is SchemaState.OLDER
        yield dsn


def _counts(dsn: str) -> dict[str, int]:
    tables = ("incident", "chunk", "case_lexical", "case_vector", "chunk_lexical", "chunk_vector", "term_frequency")
    with psycopg.connect(dsn) as connection:
        rows = [(name, connection.execute(f"SELECT count(*) FROM {name}").fetchone()) for name in tables]
    return {name: row[0] for name, row in rows if row is not None}


async def _assert_remembered(memory: Memory) -> None:
    """What both tenants of every filled database have."""
    first = await memory.by_id("missing_env-1")
    assert first is not None
    assert first.resolution is not None
    assert first.bundle == make_incident(tenant=memory.session.tenant).bundle
    assert first.conclusion == make_incident(tenant=memory.session.tenant).conclusion
    assert first.resolution.kind is ResolutionKind.TEMPLATE_CHANGED
    assert first.resolution.changes == (Change(text="env DATABASE_URL added to container app", fix=""),)
    gone, node, latest = [await memory.by_id(name) for name in ("oom-1", "xid79-1", "missing_env-3")]
    assert gone is not None
    assert gone.resolution is not None
    assert gone.resolution.kind is ResolutionKind.SUBJECT_DELETED
    assert node is not None
    assert node.resolution is not None
    assert node.resolution.kind is ResolutionKind.RECOVERED_BY_ITSELF
    assert latest is not None
    assert [one.id for one in latest.similar] == ["missing_env-1"]
    assert latest.resolution is None


async def test_a_filled_database_of_every_earlier_revision_is_upgraded_without_loss(filled_dsn: str) -> None:
    before = _counts(filled_dsn)
    assert upgrade(filled_dsn).state is SchemaState.CURRENT
    assert _counts(filled_dsn) == before
    assert_consistent(filled_dsn)
    for tenant in TENANTS:
        async with open_memory(filled_dsn, tenant=tenant, embedder=WordEmbedder()) as memory:
            await memory.check()
            await _assert_remembered(memory)
            stats = await memory.stats()
            assert stats.incidents == before["incident"] / 2
            assert (stats.embedded, stats.pending) == (0, stats.incidents)
            assert len([incident async for incident in memory.history()]) == stats.incidents


async def test_what_was_upgraded_is_searched_judged_and_recorded_like_the_new(filled_dsn: str) -> None:
    upgrade(filled_dsn)
    async with open_memory(filled_dsn, tenant="cluster-b", embedder=WordEmbedder()) as memory:
        await memory.register("uid")
        case = make_incident(number=9, tenant="cluster-b", days=40, workload="orders")
        similar = await memory.similar(case.bundle, case.conclusion)
        assert similar.incidents[0].id == "missing_env-1"
        assert (await memory.search("java heap")).hits[0].id == "oom-1"
        await memory.record(case)
        while await memory.embed_pending():
            pass
        async for _ in memory.reindex():
            pass
        assert (await memory.backlog()).failed == 0
    assert_consistent(filled_dsn)


async def test_earlier_conclusions_are_kept(new_database: Callable[..., AbstractContextManager[str]]) -> None:
    with new_database() as dsn:
        _fill(dsn, "0002")
        upgrade(dsn)
        for tenant in TENANTS:
            async with open_memory(dsn, tenant=tenant, embedder=None) as memory:
                (earlier,) = await memory.earlier("forbidden-1")
                found = await memory.by_id("forbidden-1")
            assert earlier.conclusion.category is Category.PERMISSION_DENIED
            assert found is not None
            assert found.conclusion.category is Category.CONFIG_ERROR


@pytest.mark.parametrize("revision", EARLIER)
async def test_an_owner_that_is_no_superuser_upgrades_the_rows_of_all_tenants(
    empty_dsn: str, new_database: Callable[..., AbstractContextManager[str]], revision: str
) -> None:
    upgrade(empty_dsn)  # makes the server's role that reads and writes
    with new_database() as dsn:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
            connection.execute("CREATE ROLE plain_owner LOGIN")
            connection.execute("GRANT ALL ON SCHEMA public TO plain_owner")
            connection.execute("GRANT casebook_app TO plain_owner WITH SET TRUE")
        try:
            owned = dsn.replace("postgres:@", "plain_owner:@")
            _fill(owned, revision)
            upgrade(owned)
            for tenant in TENANTS:
                async with open_memory(owned, tenant=tenant, embedder=None) as memory:
                    await _assert_remembered(memory)
            assert_consistent(dsn)
        finally:
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute("DROP OWNED BY plain_owner CASCADE")
                connection.execute("DROP ROLE plain_owner")
