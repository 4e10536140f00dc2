"""Migrations that somebody has run: never edited, and a later one brings a filled database on from any of them."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from psycopg.types.json import Jsonb
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory, SchemaState, open_memory, schema_status, upgrade
from casebook_analyzer.memory.database import migrate
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.models import Category, Change, ResolutionKind, Severity
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import OPENED, earlier, make_incident
from tests.databases import as_login

VERSIONS = Path(str(migrate._MIGRATIONS)) / "versions"
SHIPPED = VERSIONS.parent / "shipped.sha256"
FILLED = Path(__file__).parent / "filled"
"""The rows that the last version of Casebook with a schema has written, by pg_dump. Two tenants.

A revision that changes no table and no column has those of the one before it.
"""
_CHANGES_TABLES = (
    "add_column",
    "alter_column",
    "drop_column",
    "create_table",
    "drop_table",
    "rename_table",
    " COLUMN ",
)
REVISIONS = migrate._revisions()[::-1]
TENANTS = ("cluster-a", "cluster-b")

LATER = """
import sqlalchemy as sa
from alembic import op
from tests.databases import as_login

revision, down_revision = {revision!r}, {before!r}

def upgrade():
    op.add_column("incident", sa.Column("urgency", sa.Text, nullable=False, server_default=""))
    op.execute("ALTER TABLE incident NO FORCE ROW LEVEL SECURITY")
    op.execute("UPDATE incident SET urgency = {urgency}")
    op.execute("ALTER TABLE incident FORCE ROW LEVEL SECURITY")
"""
"""A migration that only tests have, of the kind that is easiest to get wrong: the owner moves rows of all tenants."""


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


def test_there_is_a_filled_database_of_every_revision_that_changes_tables() -> None:
    changing = {path.name[:4] for path in VERSIONS.glob("[0-9]*.py") if _changes_tables(path)}
    assert changing <= {path.stem for path in FILLED.iterdir()}


def _changes_tables(migration: Path) -> bool:
    return any(word in migration.read_text(encoding="utf-8") for word in _CHANGES_TABLES)


def test_no_filled_database_is_that_of_the_revision_before() -> None:
    written = [path.read_bytes() for path in sorted(FILLED.iterdir())]
    assert {path.stem for path in FILLED.iterdir()} <= set(REVISIONS)
    assert all(rows != before for before, rows in pairwise(written))


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """``ship(urgency)``: from now on Casebook has one more migration, which fills a column by that expression."""

    def shipped(urgency: str) -> None:
        before = REVISIONS[-1]
        revision = f"{int(before) + 1:04}"
        folder = tmp_path / "migrations"
        shutil.copytree(VERSIONS.parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = LATER.format(revision=revision, before=before, urgency=urgency)
        (folder / "versions" / f"{revision}_urgency.py").write_text(text)
        monkeypatch.setattr(migrate, "_MIGRATIONS", folder)
        migrate._revisions.cache_clear()

    yield shipped
    migrate._revisions.cache_clear()


@pytest.fixture
def later(ship: Callable[[str], None]) -> None:
    ship("upper(category)")


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
        rows = max(path for path in FILLED.iterdir() if path.stem <= revision)
        connection.connection.cursor().execute(rows.read_bytes())
        for name in forced:
            connection.exec_driver_sql(f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY")


@pytest.fixture(params=REVISIONS)
def filled_dsn(
    request: pytest.FixtureRequest, new_database: Callable[..., AbstractContextManager[str]]
) -> Iterator[str]:
    with new_database() as dsn:
        _fill(dsn, request.param)
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
    assert first.resolution.changes == (
        Change(text="env DATABASE_URL added to container app", fix="set env DATABASE_URL"),
    )
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
    assert {one.fix for one in latest.withdrawn} <= {"set env DATABASE_URL"}


def _assert_filled(dsn: str) -> None:
    """The later migration reached the rows of all tenants."""
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT DISTINCT tenant, urgency = upper(category) FROM incident").fetchall()
    assert sorted(rows) == [(tenant, True) for tenant in TENANTS]


@pytest.mark.usefixtures("later")
async def test_a_filled_database_of_every_revision_is_upgraded_without_loss(filled_dsn: str) -> None:
    before = _counts(filled_dsn)
    assert schema_status(filled_dsn).state is SchemaState.OLDER
    assert upgrade(filled_dsn).state is SchemaState.CURRENT
    assert _counts(filled_dsn) == before
    assert_consistent(filled_dsn)
    _assert_filled(filled_dsn)
    for tenant in TENANTS:
        async with open_memory(filled_dsn, tenant=tenant, embedder=WordEmbedder()) as memory:
            await memory.check()
            await _assert_remembered(memory)
            stats = await memory.stats()
            assert stats.incidents == before["incident"] / 2
            assert (stats.embedded, stats.pending) == (0, stats.incidents)
            assert len([incident async for incident in memory.history()]) == stats.incidents


@pytest.mark.usefixtures("later")
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


async def test_incidents_from_before_there_were_filters_are_found_by_them(
    new_database: Callable[..., AbstractContextManager[str]],
) -> None:
    with new_database() as dsn:
        _fill(dsn, "0004")
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(
                "UPDATE incident SET conclusion = conclusion || "
                """'{"severity": "Info", "environment_tags": ["zone=a", "owner=payments"]}' WHERE id = 'oom-1'"""
            )
            connection.execute("""UPDATE incident SET bundle = jsonb_set(bundle, '{subject,device}', '"0000:3b:00"')""")
        upgrade(dsn)
        assert_consistent(dsn)
        async with open_memory(dsn, tenant="cluster-a", embedder=None) as memory:
            for wanted in (IncidentFilter(owner="payments"), IncidentFilter(severity=Severity.INFO)):
                assert [row.id for row in (await memory.browse(wanted)).rows] == ["oom-1"]
            counts = await memory.counts(IncidentFilter())
            over = [one async for one in memory.history() if one.resolution is not None]
            assert counts.resolved == len(over) > 0


async def test_incidents_from_before_there_were_numbers_are_found_by_objects_and_tags(
    new_database: Callable[..., AbstractContextManager[str]],
) -> None:
    about = {"entities": [{"kind": "Secret", "namespace": "shop", "name": "a/\ufffd\U0001f600", "role": "cause"}]}
    about |= {"environment_tags": ["zone=a", "zone=" + "x" * 10_000]}
    with new_database() as dsn:
        _fill(dsn, "0012")
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("UPDATE incident SET conclusion = conclusion || %s WHERE id = 'oom-1'", [Jsonb(about)])
        upgrade(dsn)
        assert_consistent(dsn)
        for tenant in TENANTS:
            async with open_memory(dsn, tenant=tenant, embedder=None) as memory:
                for wanted in (
                    IncidentFilter(entity="Secret/shop/a/\0\U0001f600"),
                    IncidentFilter(tag="zone=a"),
                    IncidentFilter(tag="zone=" + "x" * 10_000),
                ):
                    assert [row.id for row in (await memory.browse(wanted)).rows] == ["oom-1"]


@pytest.mark.usefixtures("later")
async def test_earlier_conclusions_are_kept(filled_dsn: str) -> None:
    upgrade(filled_dsn)
    for tenant in TENANTS:
        async with open_memory(filled_dsn, tenant=tenant, embedder=None) as memory:
            (replaced,) = await earlier(memory, "forbidden-1")
            found = await memory.by_id("forbidden-1")
        assert replaced.conclusion.category is Category.PERMISSION_DENIED
        assert found is not None
        assert found.conclusion.category is Category.CONFIG_ERROR


async def test_a_later_migration_that_fails_in_its_midst_leaves_a_filled_database_as_it_was(
    filled_dsn: str, ship: Callable[[str], None]
) -> None:
    before = _counts(filled_dsn)
    ship("(1 / (episode - episode))::text")
    with pytest.raises(CasebookError, match="division by zero"):
        upgrade(filled_dsn)
    assert schema_status(filled_dsn).state is SchemaState.OLDER
    assert _counts(filled_dsn) == before
    with psycopg.connect(filled_dsn) as connection:
        left = connection.execute("SELECT FROM information_schema.columns WHERE column_name = 'urgency'").fetchall()
        open_to_owner = connection.execute(
            "SELECT FROM pg_class WHERE relname = 'incident' AND NOT relforcerowsecurity"
        ).fetchall()
    assert left == open_to_owner == []


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("revision", REVISIONS)
async def test_an_owner_that_is_no_superuser_upgrades_the_rows_of_all_tenants(
    empty_dsn: str, new_database: Callable[..., AbstractContextManager[str]], revision: str
) -> None:
    upgrade(empty_dsn)  # makes the server's role that reads and writes
    with new_database() as dsn, _owned(dsn, revision) as owned:
        upgrade(owned)
        _assert_filled(dsn)
        for tenant in TENANTS:
            async with open_memory(owned, tenant=tenant, embedder=None) as memory:
                await _assert_remembered(memory)
        assert_consistent(dsn)


@contextmanager
def _owned(dsn: str, revision: str) -> Iterator[str]:
    """A filled database of a plain owner, and how he logs in."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute("CREATE ROLE plain_owner LOGIN")
        connection.execute("GRANT ALL ON SCHEMA public TO plain_owner")
        connection.execute("GRANT casebook_app TO plain_owner WITH SET TRUE")
    try:
        owned = as_login(dsn, "plain_owner")
        _fill(owned, revision)
        yield owned
    finally:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("DROP OWNED BY plain_owner CASCADE")
            connection.execute("DROP ROLE plain_owner")


async def test_what_a_cluster_shared_that_is_too_large_is_taken_back_and_shared_anew(
    empty_dsn: str, new_database: Callable[..., AbstractContextManager[str]]
) -> None:
    upgrade(empty_dsn)  # makes the server's role that reads and writes
    rows = "SELECT tenant, family, cardinality(words) > 1000 FROM shared_family ORDER BY 1, 2"
    with new_database() as dsn, _owned(dsn, "0013") as owned, psycopg.connect(dsn, autocommit=True) as connection:
        before = connection.execute(rows).fetchall()
        connection.execute(
            "UPDATE shared_family SET words = array(SELECT generate_series(1, 100000)) WHERE tenant = 'cluster-a'"
        )
        upgrade(owned)
        assert connection.execute(rows).fetchall() == [row for row in before if row[0] == "cluster-b"] != []
        async with open_memory(owned, tenant="cluster-a", embedder=None, fleet=True) as memory:
            await memory.fleet.publish(OPENED)
        assert set(connection.execute(rows)) >= set(before)
