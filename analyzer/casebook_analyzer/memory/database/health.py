"""What ``casebook doctor`` reads of a database to tell whether memory is safe in it."""

import msgspec
from sqlalchemy import Connection, text

from casebook_analyzer.memory.database.migrate import read_status, vector_version
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import metadata


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a database with the current schema."""

    server: str
    """PostgreSQL's version, ``18.4``."""
    revision: str
    """The newest migration that was applied."""
    pgvector: str
    login: str
    """The role that logged in."""
    role: str
    """The role that reads and writes incidents."""
    tables: int
    """How many tables of memory there are."""
    unprotected: tuple[str, ...]
    """Tables where row-level security is not enabled, not forced or has no policy."""


async def read_health(session: Session) -> Health:
    """Read the facts with the rights of the role that reads and writes incidents.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    async with session.transaction() as connection:
        return await connection.run_sync(_health)


def _health(connection: Connection) -> Health:
    server, login, role = connection.execute(
        text("SELECT current_setting('server_version'), session_user, current_user")
    ).one()
    return Health(
        server=server.partition(" ")[0],
        revision=read_status(connection).current or "",
        pgvector=vector_version(connection) or "",
        login=login,
        role=role,
        tables=len(metadata.tables),
        unprotected=_unprotected(connection),
    )


def _unprotected(connection: Connection) -> tuple[str, ...]:
    protected = text(
        "SELECT relname FROM pg_class c WHERE relrowsecurity AND relforcerowsecurity "
        "AND pg_table_is_visible(c.oid) AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)"
    )
    return tuple(sorted(metadata.tables.keys() - set(connection.execute(protected).scalars())))
