"""What the database's failures become."""

import socket
from collections.abc import Iterator

import psycopg
import pytest

from casebook_analyzer.errors import CasebookError, ConfigurationError, DatabaseUnavailableError
from casebook_analyzer.memory import Memory, open_memory, schema_status
from casebook_analyzer.memory.database.driver_errors import translated
from casebook_analyzer.memory.database.dsn import parse_dsn
from tests.analyzer.memory.incidents import make_incident


async def _failure(dsn: str) -> CasebookError:
    async with open_memory(dsn, tenant="cluster-a", embedder=None) as memory:
        with pytest.raises(CasebookError) as caught:
            await memory.check()
    return caught.value


@pytest.fixture
def closed_port() -> Iterator[int]:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        yield reserved.getsockname()[1]


async def test_a_server_that_is_not_there_is_named_without_the_password(closed_port: int) -> None:
    error = await _failure(f"postgresql://casebook:s3cret@127.0.0.1:{closed_port}/memory")
    assert isinstance(error, DatabaseUnavailableError)
    assert error.retryable
    assert str(error) == (
        f"Cannot reach PostgreSQL at 127.0.0.1:{closed_port}/memory as casebook: Connection refused. "
        "Check that it runs, and that host and port of the DSN are right and not blocked by a NetworkPolicy."
    )


async def test_a_host_that_is_not_known_is_unavailable() -> None:
    error = await _failure("postgresql://casebook:s3cret@db.invalid/memory")
    assert isinstance(error, DatabaseUnavailableError)
    assert "db.invalid:5432/memory" in str(error)


def test_commands_say_the_same(closed_port: int) -> None:
    with pytest.raises(DatabaseUnavailableError, match="Connection refused"):
        schema_status(f"postgresql://casebook:s3cret@127.0.0.1:{closed_port}/memory")


async def test_a_database_that_does_not_exist_is_named(dsn: str) -> None:
    error = await _failure(dsn.replace("/test_", "/nothing_"))
    assert "does not exist" in str(error)
    assert "Create it, or correct the DSN" in str(error)


async def test_a_wrong_password_is_named_but_not_shown(postgres: str, dsn: str) -> None:
    folder = postgres.partition("host=")[2]
    rules = f"{folder}/pg_hba.conf"
    with psycopg.connect(postgres, autocommit=True) as connection, open(rules, encoding="utf-8") as file:  # noqa: ASYNC230, PTH123
        before = file.read()
        connection.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        with open(rules, "w", encoding="utf-8") as changed:  # noqa: ASYNC230, PTH123
            changed.write(f"local all guarded scram-sha-256\n{before}")
        connection.execute("SELECT pg_reload_conf()")
        try:
            error = await _failure(dsn.replace("postgres:@", "guarded:s3cret@"))
        finally:
            with open(rules, "w", encoding="utf-8") as changed:  # noqa: ASYNC230, PTH123
                changed.write(before)
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("DROP ROLE guarded")
    assert isinstance(error, DatabaseUnavailableError)
    assert "password authentication failed" in str(error)
    assert "Check the user and the password" in str(error)
    assert "s3cret" not in str(error)


@pytest.mark.parametrize(
    "detail",
    [
        "SSL error: certificate verify failed",
        'server certificate for "a" does not match host name "b"',
        'no pg_hba.conf entry for host "10.0.0.7", user "casebook", database "casebook", no encryption',
        "server does not support SSL, but SSL was required",
        'root certificate file "/etc/casebook-database/ca.crt" does not exist',
    ],
)
def test_what_is_wrong_with_tls_is_told_from_what_is_wrong_with_the_address(detail: str) -> None:
    url = parse_dsn("postgresql://casebook@db/casebook")
    with pytest.raises(DatabaseUnavailableError, match="Check sslmode and sslrootcert"), translated(url):
        raise psycopg.OperationalError(detail)


async def test_an_option_that_does_not_exist_is_a_mistake_in_the_dsn(dsn: str) -> None:
    error = await _failure(f"{dsn}&colour=red")
    assert isinstance(error, ConfigurationError)
    assert "colour" in str(error)


async def test_a_connection_that_the_server_ends_is_replaced(memory: Memory, postgres: str) -> None:
    await memory.record(make_incident())
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'casebook'")
    assert await memory.by_id("missing_env-1") is not None


async def test_a_connection_that_ends_inside_a_call_is_worth_a_retry(memory: Memory, dsn: str) -> None:
    with pytest.raises(DatabaseUnavailableError) as caught:  # noqa: PT012
        async with memory.session.transaction() as connection:
            pid = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
            with psycopg.connect(dsn) as superuser:
                superuser.execute("SELECT pg_terminate_backend(%s)", [pid])
            await connection.exec_driver_sql("SELECT 1")
    assert caught.value.retryable


async def test_a_mistake_of_ours_is_not_worth_a_retry(memory: Memory) -> None:
    with pytest.raises(CasebookError, match="division by zero") as caught:
        async with memory.session.transaction() as connection:
            await connection.exec_driver_sql("SELECT 1 / 0")
    assert not caught.value.retryable
