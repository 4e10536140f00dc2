"""Row-level security: what a query that forgets the tenant sees."""

from collections.abc import Iterator

import psycopg
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import open_memory
from casebook_analyzer.memory.schema import metadata
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident


@pytest.fixture
def role_dsn(dsn: str) -> Iterator[str]:
    """DSN of a role as an operator should have: neither superuser nor owner."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE app LOGIN")
        connection.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app")
        yield dsn.replace("postgres:@", "app:@")
        connection.execute("DROP OWNED BY app")
        connection.execute("DROP ROLE app")


async def _record(dsn: str, tenant: str) -> None:
    async with open_memory(dsn, tenant=tenant, embedder=WordEmbedder()) as memory:
        await memory.record(make_incident(tenant=tenant))
        await memory.judge_again(make_incident(tenant=tenant))
        assert await memory.embed_pending() == 1


async def test_no_table_shows_rows_of_another_tenant(role_dsn: str) -> None:
    await _record(role_dsn, "cluster-a")
    await _record(role_dsn, "cluster-b")
    with psycopg.connect(role_dsn) as connection:
        connection.execute("SELECT set_config('casebook.tenant', 'cluster-b', true)")
        for table in metadata.tables:
            tenants = connection.execute(f"SELECT DISTINCT tenant FROM {table}").fetchall()
            assert tenants == [("cluster-b",)], table


async def test_without_a_tenant_nothing_is_seen(role_dsn: str) -> None:
    await _record(role_dsn, "cluster-a")
    with psycopg.connect(role_dsn) as connection:
        assert connection.execute("SELECT count(*) FROM incident").fetchone() == (0,)


async def test_a_row_cannot_be_written_for_another_tenant(role_dsn: str) -> None:
    with psycopg.connect(role_dsn) as connection:
        connection.execute("SELECT set_config('casebook.tenant', 'cluster-b', true)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute("INSERT INTO term_frequency VALUES ('cluster-a', 'case', 1, 1)")


async def test_a_role_that_may_not_write_is_told_so(role_dsn: str, dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("REVOKE INSERT ON ALL TABLES IN SCHEMA public FROM app")
    with pytest.raises(ConfigurationError, match="permission denied") as caught:
        await _record(role_dsn, "cluster-a")
    assert not caught.value.retryable
