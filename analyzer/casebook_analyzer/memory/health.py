"""What a database must be for memory to be safe in it, each answer apart: for a person who looks for what is wrong."""

import msgspec
from sqlalchemy import Connection, text

from casebook_analyzer.memory.migrate import read_status, vector_version
from casebook_analyzer.memory.session import Session
from casebook_analyzer.memory.tables import metadata


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a database with the current schema."""

    server: str
    """PostgreSQL's version, ``18.4``."""
    revision: str
    """Of the schema."""
    pgvector: str
    login: str
    """Who is logged in."""
    role: str
    """Who reads and writes incidents."""
    tables: int
    """How many there are."""
    unprotected: tuple[str, ...]
    """Tables where row-level security is not enabled, not forced or has no policy."""


async def read_health(session: Session) -> Health:
    """Ask as the role that reads and writes. Raises what :class:`Memory` says."""
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
