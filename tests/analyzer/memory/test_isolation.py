"""Row-level security: what a query that forgets the tenant sees, and who it holds for."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from sqlalchemy import text

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Memory, add_login, open_memory
from casebook_analyzer.memory.database.role import APP_ROLE
from casebook_analyzer.memory.database.tables import metadata
from casebook_analyzer.memory.knowledge.document import read_document
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import given, make_incident, make_resolution
from tests.databases import as_login

TABLES = sorted(metadata.tables)
NOT_THEIRS = {"another": "cluster-b", "empty": "", "none": None, "a pattern": "%"}

FEEDBACK = (
    "INSERT INTO feedback (tenant, incident_id, number, verdict, cause, fix, note, author, client, source, given_at) "
    "SELECT tenant, id, 1, 'confirmed', '', '', '', 'ann', '', 'command', now() FROM incident WHERE tenant = %s"
)


async def _fill(dsn: str, tenant: str) -> None:
    """A row of this tenant in every table."""
    async with open_memory(dsn, tenant=tenant, embedder=WordEmbedder(), fleet=True) as memory:
        await memory.register(f"uid-{tenant}")
        past = make_incident(tenant=tenant, resolution=make_resolution())
        await memory.record(past)
        await memory.judge_again(given(make_incident(tenant=tenant), past))
        memory.usage.opened(past.id)
        await memory.exhibits.attach(past.id, exhibit("erased"))
        await memory.exhibits.remove(past.id, erasure("erased"))
        await memory.exhibits.attach(past.id, exhibit())
        assert await memory.usage.flush() == 1
        assert await memory.embed_pending() == 1
        await memory.knowledge.sync("runbooks", [read_document("runbooks", "oom.md", "Raise the limit.")])
        assert await memory.knowledge.embed() == 1
        assert await memory.fleet.publish(past.opened_at) == 1
    with psycopg.connect(dsn) as connection:
        connection.execute(FEEDBACK, [tenant])
        connection.execute("INSERT INTO spending VALUES (%s, '2026-03', 'shop', 1, 1)", [tenant])
        for table in TABLES:
            assert connection.execute(f"SELECT 1 FROM {table} WHERE tenant = %s", [tenant]).fetchone(), table


async def _fill_one(dsn: str) -> None:
    await _fill(dsn, "cluster-a")


async def _fill_both(dsn: str) -> None:
    for tenant in ("cluster-a", "cluster-b"):
        await _fill(dsn, tenant)


of_one_tenant = pytest.mark.database(filled_by=_fill_one)
of_both_tenants = pytest.mark.database(filled_by=_fill_both)


def _as_app(connection: psycopg.Connection, tenant: str | None) -> None:
    connection.execute(f"SET ROLE {APP_ROLE}")
    if tenant is not None:
        connection.execute("SELECT set_config('casebook.tenant', %s, true)", [tenant])


def _everything(dsn: str) -> dict[str, list[str]]:
    with psycopg.connect(dsn) as connection:
        return {name: sorted(repr(row) for row in connection.execute(f"SELECT * FROM {name}")) for name in TABLES}


@of_both_tenants
def test_no_table_shows_rows_of_another_tenant(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        _as_app(connection, "cluster-b")
        for table in TABLES:
            tenants = connection.execute(f"SELECT DISTINCT tenant FROM {table}").fetchall()
            assert tenants == [("cluster-b",)], table


@of_one_tenant
@pytest.mark.parametrize("tenant", NOT_THEIRS.values(), ids=NOT_THEIRS)
def test_rows_of_another_tenant_are_neither_seen_nor_changed_nor_deleted(dsn: str, tenant: str | None) -> None:
    before = _everything(dsn)
    with psycopg.connect(dsn) as connection:
        _as_app(connection, tenant)
        for table in TABLES:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
            assert connection.execute(f"SELECT count(*) FROM {table} WHERE tenant = 'cluster-a'").fetchone() == (0,)
            assert connection.execute(f"UPDATE {table} SET tenant = 'cluster-b'").rowcount == 0, table
            assert connection.execute(f"DELETE FROM {table} WHERE tenant = 'cluster-a'").rowcount == 0, table
    assert _everything(dsn) == before


@of_one_tenant
@pytest.mark.parametrize("tenant", NOT_THEIRS.values(), ids=NOT_THEIRS)
def test_a_row_cannot_be_written_for_another_tenant(dsn: str, tenant: str | None) -> None:
    for table in TABLES:
        with psycopg.connect(dsn) as connection:
            connection.execute(f"CREATE TEMPORARY TABLE stolen AS SELECT * FROM {table} LIMIT 1")
            connection.execute(f"GRANT SELECT ON stolen TO {APP_ROLE}")
            _as_app(connection, tenant)
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                connection.execute(f"INSERT INTO {table} SELECT * FROM stolen")
            connection.rollback()


@of_one_tenant
def test_own_rows_cannot_be_given_to_another_tenant(dsn: str) -> None:
    for table in TABLES:
        with psycopg.connect(dsn) as connection:
            _as_app(connection, "cluster-a")
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                connection.execute(f"UPDATE {table} SET tenant = 'cluster-b'")
            connection.rollback()


async def test_a_pooled_connection_keeps_neither_the_tenant_nor_the_role(opened: Callable[..., Memory]) -> None:
    memory = opened()
    await memory.record(make_incident())
    async with memory.session._engine.begin() as connection:
        left = await connection.execute(text("SELECT current_setting('casebook.tenant', true), current_user"))
        # Once set, a setting of ours is never unset again but empty, which is no tenant's name either.
        assert left.one() == ("", "postgres")
        await connection.execute(text(f"SET LOCAL ROLE {APP_ROLE}"))
        for table in TABLES:
            assert (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one() == 0, table


async def test_a_transaction_that_fails_keeps_neither(opened: Callable[..., Memory]) -> None:
    memory = opened()
    with pytest.raises(ZeroDivisionError):
        async with memory.session.transaction():
            raise ZeroDivisionError
    async with memory.session._engine.begin() as connection:
        left = await connection.execute(text("SELECT current_setting('casebook.tenant', true), current_user"))
        assert left.one() == ("", "postgres")


async def test_transactions_run_as_a_role_that_row_level_security_holds(memory: Memory) -> None:
    async with memory.session.transaction() as connection:
        found = await connection.execute(
            text(
                "SELECT rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb FROM pg_roles "
                "WHERE rolname = current_user"
            )
        )
        assert tuple(found.one()) == (APP_ROLE, False, False, False, False, False)
        owned = text("SELECT count(*) FROM pg_class c JOIN pg_roles r ON r.oid = relowner WHERE rolname = current_user")
        assert (await connection.execute(owned)).scalar_one() == 0


@pytest.mark.parametrize("statement", ["CREATE TABLE mine (x int)", "DROP TABLE incident", "TRUNCATE incident"])
async def test_the_role_may_change_rows_and_nothing_else(memory: Memory, statement: str) -> None:
    with pytest.raises(ConfigurationError, match=r"permission denied|must be owner"):
        async with memory.session.transaction() as connection:
            await connection.exec_driver_sql(statement)


@of_one_tenant
def test_row_level_security_cannot_be_switched_off_by_the_role(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        _as_app(connection, "cluster-b")
        connection.execute("SET row_security = off")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute("SELECT * FROM incident")


@pytest.mark.parametrize(
    ("altered", "repaired", "why"),
    [
        (f"ALTER ROLE {APP_ROLE} SUPERUSER", f"ALTER ROLE {APP_ROLE} NOSUPERUSER", "is a superuser"),
        (f"ALTER ROLE {APP_ROLE} BYPASSRLS", f"ALTER ROLE {APP_ROLE} NOBYPASSRLS", "has BYPASSRLS"),
        (f"ALTER TABLE incident OWNER TO {APP_ROLE}", "ALTER TABLE incident OWNER TO postgres", "owns tables"),
    ],
)
async def test_a_role_that_was_given_too_much_is_refused(
    memory: Memory, dsn: str, altered: str, repaired: str, why: str
) -> None:
    await memory.check()
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(altered)
        try:
            with pytest.raises(ConfigurationError, match=f"The role {APP_ROLE} at .* {why}, so that it would see"):
                await memory.check()
        finally:
            connection.execute(repaired)
    await memory.check()


@pytest.fixture
def login_dsn(dsn: str) -> Iterator[str]:
    """DSN of a login that may become the role for one cluster, and nothing else."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE app LOGIN NOINHERIT")
        add_login(dsn, "app", "cluster-a")
        yield as_login(dsn, "app")
        connection.execute("DROP OWNED BY app")
        connection.execute("DROP ROLE app")


async def test_a_login_needs_no_more_than_a_cluster_and_to_become_the_role(login_dsn: str) -> None:
    async with open_memory(login_dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        await memory.record(make_incident())
        assert await memory.embed_pending() == 1
        await memory.knowledge.sync("runbooks", [read_document("runbooks", "oom.md", "Raise the limit.")])
        assert await memory.knowledge.embed() == 1
        assert (await memory.stats()).embedded == 1


async def test_a_login_that_may_not_become_the_role_is_told_so(login_dsn: str, dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"REVOKE {APP_ROLE} FROM app")
    async with open_memory(login_dsn, tenant="cluster-a", embedder=None) as memory:
        with pytest.raises(ConfigurationError, match="permission denied to set role") as caught:
            await memory.record(make_incident())
    assert not caught.value.retryable


async def test_a_role_that_may_not_write_is_told_so(memory: Memory, dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"REVOKE INSERT ON ALL TABLES IN SCHEMA public FROM {APP_ROLE}")
    with pytest.raises(ConfigurationError, match="permission denied") as caught:
        await memory.record(make_incident())
    assert not caught.value.retryable
