"""The schema: how it is made, compared and refused."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from casebook_analyzer.errors import ConfigurationError, SchemaMismatchError
from casebook_analyzer.memory import Memory, SchemaState, open_memory, schema_status, upgrade
from casebook_analyzer.memory.database import migrate
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.database.role import APP_ROLE
from casebook_analyzer.memory.database.tables import metadata, owners_metadata
from tests.databases import as_login


def _execute(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


@contextmanager
def _limited_role(dsn: str, *, member: bool = True) -> Iterator[str]:
    """DSN of a role that owns the schema ``public`` but is no superuser; a member of the role that reads and writes."""
    _execute(dsn, "CREATE ROLE limited LOGIN", "GRANT ALL ON SCHEMA public TO limited")
    if member:
        _execute(dsn, f"GRANT {APP_ROLE} TO limited WITH SET TRUE")
    yield as_login(dsn, "limited")
    _execute(dsn, "DROP OWNED BY limited", "DROP ROLE limited")


async def _check(dsn: str) -> None:
    async with open_memory(dsn, tenant="cluster-a", embedder=None) as memory:
        await memory.check()


def test_migrations_produce_exactly_the_declared_schema(dsn: str) -> None:
    engine = create_engine(parse_dsn(dsn), poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, [metadata, owners_metadata]) == []


def test_every_migration_is_named_after_its_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate._MIGRATIONS))
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(known) == migrate._revisions()


def test_vectors_are_stored_in_their_rows(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        found = connection.execute(
            "SELECT attrelid::regclass::text, attstorage::text FROM pg_attribute "
            "WHERE attname IN ('embedding', 'weights') AND attnum > 0"
        ).fetchall()
    vectors = dict.fromkeys(("case_vector", "chunk_vector", "embedding_cache", "passage_vector", "shared_family"), "p")
    lexical = ("case_lexical", "chunk_lexical", "report_lexical", "document", "passage", "shared_family")
    words = dict.fromkeys(lexical, "m")
    assert set(found) == {*vectors.items(), *words.items()}


def test_row_level_security_is_forced_on_every_table(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        forced = connection.execute(
            "SELECT relname FROM pg_class WHERE relforcerowsecurity AND relrowsecurity"
        ).fetchall()
    assert {name for (name,) in forced} == set(metadata.tables)


def test_an_upgrade_says_what_it_does(empty_dsn: str) -> None:
    steps: list[str] = []
    assert schema_status(empty_dsn).state is SchemaState.MISSING
    found = upgrade(empty_dsn, steps.append)
    assert (found.state, found.current) == (SchemaState.CURRENT, found.head)
    assert steps[0] == "creating the extension vector"
    assert steps[1].startswith("applied 0001: Incidents")


def test_upgrading_twice_changes_nothing(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(migrate, "_migrate", lambda *_: steps.append("asked Alembic"))
    upgrade(dsn, steps.append)
    assert steps == []


def test_two_upgrades_at_once_take_turns(empty_dsn: str) -> None:
    steps: list[str] = []
    threads = [threading.Thread(target=upgrade, args=(empty_dsn, steps.append)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([step for step in steps if "0001" in step]) == 1
    assert schema_status(empty_dsn).state is SchemaState.CURRENT


async def test_a_current_schema_passes_the_check(memory: Memory) -> None:
    await memory.check()


async def test_a_database_without_a_schema_is_refused(empty_dsn: str) -> None:
    with pytest.raises(SchemaMismatchError, match=r"no Casebook schema yet: run `casebook db upgrade`"):
        await _check(empty_dsn)


async def test_a_newer_schema_is_refused_and_never_touched(dsn: str) -> None:
    _execute(dsn, "UPDATE alembic_version SET version_num = '9999'")
    assert schema_status(dsn).state is SchemaState.NEWER
    with pytest.raises(SchemaMismatchError, match=r"upgraded by a newer Casebook \(revision 9999\): upgrade Casebook"):
        await _check(dsn)
    with pytest.raises(SchemaMismatchError, match="newer Casebook"):
        upgrade(dsn)


async def test_an_older_schema_is_refused(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    head = migrate._revisions()[0]
    monkeypatch.setattr(migrate, "_revisions", lambda: ("9998", head))
    with pytest.raises(
        SchemaMismatchError, match=f"at revision {head}, this Casebook needs 9998: run `casebook db upgrade`"
    ):
        await _check(dsn)


async def test_an_old_pgvector_is_refused(dsn: str) -> None:
    _execute(dsn, "UPDATE pg_extension SET extversion = '0.8.3' WHERE extname = 'vector'")
    with pytest.raises(SchemaMismatchError, match=r"pgvector 0\.8\.3, Casebook needs 0\.8\.4 or later"):
        await _check(dsn)


async def test_a_database_without_pgvector_is_refused(dsn: str) -> None:
    _execute(dsn, "DROP EXTENSION vector CASCADE")
    with pytest.raises(SchemaMismatchError, match="no pgvector"):
        await _check(dsn)


async def test_a_table_that_is_gone_is_a_schema_mismatch(memory: Memory, dsn: str) -> None:
    _execute(dsn, "DROP TABLE incident CASCADE")
    with pytest.raises(SchemaMismatchError, match="incident"):
        await memory.by_id("a")


def test_a_role_that_may_not_become_the_one_that_reads_and_writes_is_told_who_may(dsn: str, empty_dsn: str) -> None:
    _execute(empty_dsn, "CREATE EXTENSION vector")
    with _limited_role(empty_dsn, member=False) as limited:
        with pytest.raises(ConfigurationError, match=f"let a superuser run GRANT {APP_ROLE} TO limited there once"):
            upgrade(limited)
        assert schema_status(empty_dsn).state is SchemaState.MISSING


def test_a_role_that_may_create_roles_makes_itself_a_member(dsn: str, empty_dsn: str) -> None:
    _execute(empty_dsn, "CREATE EXTENSION vector")
    with _limited_role(empty_dsn, member=False) as limited:
        _execute(empty_dsn, "ALTER ROLE limited CREATEROLE", f"GRANT {APP_ROLE} TO limited WITH ADMIN TRUE, SET FALSE")
        assert upgrade(limited).state is SchemaState.CURRENT


def test_a_server_without_pgvector_is_named_and_nothing_is_written(empty_dsn: str) -> None:
    database = empty_dsn.rpartition("/test_")[2].partition("?")[0]
    _execute(
        empty_dsn,
        "CREATE SCHEMA bare",
        "CREATE VIEW bare.pg_available_extension_versions AS "
        "SELECT * FROM pg_catalog.pg_available_extension_versions WHERE name <> 'vector'",
        f"ALTER DATABASE test_{database} SET search_path = bare, pg_catalog, public",
    )
    with pytest.raises(ConfigurationError, match="does not offer pgvector: install it there, or use its image"):
        upgrade(empty_dsn)
    assert schema_status(empty_dsn).state is SchemaState.MISSING


def test_a_database_that_cannot_hold_every_character_is_refused(dsn: str) -> None:
    _execute(dsn, "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    name = dsn.partition("?")[0].rpartition("/")[2]
    try:
        with pytest.raises(ConfigurationError, match="has the encoding SQL_ASCII, and logs are UTF-8: create another"):
            upgrade(dsn.replace(f"/{name}?", "/ascii?"))
    finally:
        _execute(dsn, "DROP DATABASE ascii")


def test_an_old_pgvector_is_not_upgraded_upon_and_nothing_is_written(empty_dsn: str) -> None:
    _execute(
        empty_dsn,
        "CREATE EXTENSION vector",
        "UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'",
    )
    with pytest.raises(SchemaMismatchError, match=r"pgvector 0\.7\.4, Casebook needs 0\.8\.4 or later: install it"):
        upgrade(empty_dsn)
    assert schema_status(empty_dsn).state is SchemaState.MISSING


def test_a_role_that_may_not_create_the_extension_is_told_who_may(dsn: str, empty_dsn: str) -> None:
    with _limited_role(empty_dsn) as limited:
        with pytest.raises(ConfigurationError, match="let a superuser run CREATE EXTENSION vector"):
            upgrade(limited)
        assert schema_status(empty_dsn).state is SchemaState.MISSING


def test_a_role_that_is_no_superuser_can_upgrade_when_the_extension_is_there(dsn: str, empty_dsn: str) -> None:
    _execute(empty_dsn, "CREATE EXTENSION vector")
    with _limited_role(empty_dsn) as limited:
        assert upgrade(limited).state is SchemaState.CURRENT


def test_an_upgrade_that_fails_leaves_nothing(
    new_database: Callable[..., AbstractContextManager[str]],
) -> None:
    with new_database() as dsn:
        _execute(dsn, "CREATE TABLE term_frequency (x int)")
        with pytest.raises(Exception, match="term_frequency"):
            upgrade(dsn)
        with psycopg.connect(dsn) as connection:
            assert connection.execute("SELECT to_regclass('incident')").fetchone() == (None,)
