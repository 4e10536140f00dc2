"""What tests of two clusters' logins ask of one database: what one sees of the other, and what it can do to it."""

from collections.abc import Iterable

import psycopg


def everything(dsn: str, tables: Iterable[str]) -> dict[str, list[str]]:
    """All rows of tables, as the owner sees them."""
    with psycopg.connect(dsn) as connection:
        return {name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for name in tables}


def tenants(connection: psycopg.Connection, table: str) -> set[str]:
    """Whose rows a login sees; none where it may not even ask."""
    with connection.transaction(force_rollback=True):
        try:
            return {tenant for (tenant,) in connection.execute(f"SELECT DISTINCT tenant FROM {table}")}
        except psycopg.errors.InsufficientPrivilege:
            return set()


def attack_in_vain(connection: psycopg.Connection, table: str, victim: str, *, taken_by: str) -> None:
    """Try to take a cluster's rows, and to delete them: both are refused, or find nothing."""
    for attack in (f"UPDATE {table} SET tenant = '{taken_by}'", f"DELETE FROM {table}"):
        with connection.transaction():
            try:
                assert connection.execute(f"{attack} WHERE tenant = '{victim}'").rowcount == 0, table
            except psycopg.errors.InsufficientPrivilege:
                continue
