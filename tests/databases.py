"""Databases of one server, by DSN and by name."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import psycopg

Fill = Callable[[str], Coroutine[Any, Any, None]]
"""Writes what many tests read to the database with this DSN."""


def dsn_of(server: str, database: str) -> str:
    """The DSN of a database, from that of its server."""
    return server.replace("/postgres?", f"/{database}?")


def as_login(dsn: str, login: str) -> str:
    """The DSN of the same database for another login than the superuser."""
    return dsn.replace("postgres:@", f"{quote(login)}:@")


def name_of(dsn: str) -> str:
    return dsn.partition("@/")[2].partition("?")[0]


@contextmanager
def copied(server: str, name: str, template: str) -> Iterator[str]:
    """The DSN of a new database that is as the template, until the end of the block."""
    with psycopg.connect(server, autocommit=True) as connection:
        # Its files are copied: to write 8 MB of log for each of 500 databases takes four times as much processor.
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        yield dsn_of(server, name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
