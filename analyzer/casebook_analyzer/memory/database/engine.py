"""The asyncio engine and its pool."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

CONNECT_ARGS = {
    "application_name": "casebook",
    "connect_timeout": 5,  # seconds
    # Without these a lost node leaves a connection waiting for an answer for a quarter of an hour.
    "keepalives_idle": 15,  # seconds
    "tcp_user_timeout": 30_000,  # milliseconds
    "prepare_threshold": None,
    "client_encoding": "utf8",
}

POOLED = "casebook.pooled"
"""Whether a pooler is between a connection and the server, in ``Connection.info``."""

IDLE_SECONDS = 60.0
"""After this time PostgreSQL ends a transaction whose owner says nothing: a process that was stopped, or whose node is
gone. It may hold the tenant's statistics, for which every other writer waits. A pooler has a bound of its own."""

_PREPARED_FROM = 1
"""A statement that a connection has run so often is prepared: PostgreSQL takes 3 to 5 ms to parse and plan a search."""


def create_engine(url: URL) -> AsyncEngine:
    """An engine that connects when it is first used. Its errors do not show parameters, because they hold evidence."""
    engine = create_async_engine(
        url,
        connect_args=CONNECT_ARGS,
        hide_parameters=True,
        json_deserializer=msgspec.json.decode,  # a search reads the evidence of what it attaches
        pool_pre_ping=True,
        pool_size=5,
        max_overflow=5,
        pool_timeout=10,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "do_executemany", _one_by_one)
    return engine


def _one_by_one(cursor: Any, statement: str, rows: Sequence[Mapping[str, Any]], _: Any) -> bool:
    """Run a statement for each of several rows, and wait for the answer of each.

    Psycopg would put them into one pipeline. PostgreSQL counts a transaction as idle from the end of a pipeline on (the
    message Sync; ``PostgresMain``, src/backend/tcop/postgres.c): the locks of a process that is stopped within one are
    held for ever, :data:`IDLE_SECONDS` or not.
    """
    for row in rows:
        cursor.execute(statement, row)
    return True  # so that SQLAlchemy leaves it at that


def _prepare(connection: Any, entry: ConnectionPoolEntry) -> None:
    """Let a connection prepare its statements and bound its idleness, unless a pooler is between it and the server.

    Behind PgBouncer in transaction mode, which CloudNativePG's Pooler is, the next transaction may run on another
    server connection, which has never heard of them. A pooler answers for a process of its own invention.
    """
    cursor = connection.cursor()
    cursor.execute("SELECT pg_backend_pid()")
    (process,) = cursor.fetchone()
    cursor.close()
    connection.rollback()
    driver = connection.driver_connection
    entry.info[POOLED] = process != driver.info.backend_pid
    if not entry.info[POOLED]:
        driver.prepare_threshold = _PREPARED_FROM
        cursor = connection.cursor()
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS * 1000:.0f}ms'")
        cursor.close()
        connection.commit()
