"""The database's schema: which one it has, which one this code needs, and how to get there. Synchronous: a command."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from importlib.resources import files

import msgspec
from sqlalchemy import URL, Connection, create_engine, func, pool, select, text

from casebook_analyzer.errors import ConfigurationError, SchemaMismatchError
from casebook_analyzer.memory.database.driver_errors import translated
from casebook_analyzer.memory.database.dsn import describe, parse_dsn
from casebook_analyzer.memory.database.engine import CONNECT_ARGS
from casebook_analyzer.memory.database.role import create_role, grant

_LOCK = 0x6361_7365_626F_6F6B
"""Key of the advisory lock that upgrades hold: "casebook" in ASCII."""

_MIGRATIONS = files("casebook_analyzer") / "migrations"

MIN_PGVECTOR = (0, 8, 4)
"""0.8.3 repaired an index corruption and 0.8.4 a failing vacuum, both of HNSW (pgvector's CHANGELOG)."""


class SchemaState(StrEnum):
    """How the database's schema relates to this code."""

    CURRENT = "current"
    MISSING = "missing"
    OLDER = "older"
    NEWER = "newer"
    """The database has a revision that this code does not know."""


class SchemaStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What ``casebook db status`` shows."""

    current: str | None
    """The database's revision, None when it has no schema yet."""
    head: str
    """The revision that this code needs."""
    state: SchemaState
    """How the two revisions relate."""


def schema_status(dsn: str) -> SchemaStatus:
    """The state of the schema.

    Raises:
        DatabaseUnavailableError: The database cannot be reached.
    """
    with transaction(parse_dsn(dsn)) as connection:
        return read_status(connection)


def upgrade(dsn: str, progress: Callable[[str], None] = lambda _: None) -> SchemaStatus:
    """Bring the schema to what this code needs, in one transaction; a second upgrade at the same time waits for it.

    ``progress`` is given one line per step, for a person.

    Raises:
        DatabaseUnavailableError: The database cannot be reached.
        SchemaMismatchError: The database was upgraded by a newer Casebook.
        ConfigurationError: pgvector or the role of the application is not there and may not be created, or the
            database cannot hold every character.
    """
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        if (found := read_status(connection)).state is SchemaState.NEWER:
            require_current(found, url)
        _require_unicode(connection, url)
        _create_vector(connection, url, progress)
        create_role(connection, url, progress)
        if found.state is not SchemaState.CURRENT:
            _migrate(connection, progress)
        grant(connection)
        return read_status(connection)


def read_status(connection: Connection) -> SchemaStatus:
    """The state of the schema, read on a connection that is already open."""
    current, known = _current(connection), _revisions()
    state = SchemaState.MISSING if current is None else _order(current, known)
    return SchemaStatus(current=current, head=known[0], state=state)


def _order(current: str, known: Sequence[str]) -> SchemaState:
    if current == known[0]:
        return SchemaState.CURRENT
    return SchemaState.OLDER if current in known else SchemaState.NEWER


def require_current(found: SchemaStatus, url: URL) -> None:
    """Refuse to work on another schema than the one this code was written for.

    Raises:
        SchemaMismatchError: The schema is missing, older or newer. The message says what to do.
    """
    where = describe(url)
    match found.state:
        case SchemaState.CURRENT:
            return
        case SchemaState.MISSING:
            raise SchemaMismatchError(f"The database at {where} has no Casebook schema yet: run `casebook db upgrade`.")
        case SchemaState.OLDER:
            raise SchemaMismatchError(
                f"The schema of {where} is at revision {found.current}, this Casebook needs {found.head}: "
                "run `casebook db upgrade`."
            )
        case SchemaState.NEWER:
            raise SchemaMismatchError(
                f"The database at {where} was upgraded by a newer Casebook (revision {found.current}): "
                "upgrade Casebook, or restore a backup from before."
            )


def require_vector(connection: Connection, url: URL) -> None:
    """Refuse to work without pgvector, or with a version before ``MIN_PGVECTOR``.

    Raises:
        SchemaMismatchError: The extension is missing or too old. The message says what to do.
    """
    version = vector_version(connection)
    wanted = ".".join(map(str, MIN_PGVECTOR))
    if version is None:
        raise SchemaMismatchError(f"The database at {describe(url)} has no pgvector: run `casebook db upgrade`.")
    if tuple(int(part) for part in version.split(".")) < MIN_PGVECTOR:
        raise SchemaMismatchError(
            f"The database at {describe(url)} has pgvector {version}, Casebook needs {wanted} or later: install it on "
            "the server and run ALTER EXTENSION vector UPDATE."
        )


def vector_version(connection: Connection) -> str | None:
    """The version of pgvector in this database, None when it is not there."""
    found = connection.execute(text("SELECT extversion FROM pg_extension WHERE extname = 'vector'"))
    return found.scalar_one_or_none()


def _create_vector(connection: Connection, url: URL, progress: Callable[[str], None]) -> None:
    if vector_version(connection) is None:
        _require_available(connection, url)
        progress("creating the extension vector")
        connection.execute(text("CREATE EXTENSION vector"))
    require_vector(connection, url)


def _require_available(connection: Connection, url: URL) -> None:
    """Look before trying: a failed CREATE EXTENSION says less, and ends the transaction."""
    query = text(
        "SELECT v.superuser AND NOT v.trusted AND NOT r.rolsuper FROM pg_available_extension_versions v, pg_roles r "
        "WHERE v.name = 'vector' AND r.rolname = current_user"
    )
    forbidden = connection.execute(query).scalars().all()
    if not forbidden:
        raise ConfigurationError(
            f"The server at {describe(url)} does not offer pgvector: install it there, or use its image."
        )
    if all(forbidden):
        raise ConfigurationError(
            f"The role may not create the extension vector in {describe(url)}: let a superuser run "
            "CREATE EXTENSION vector there once, then upgrade again."
        )


def _require_unicode(connection: Connection, url: URL) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise ConfigurationError(
            f"The database at {describe(url)} has the encoding {encoding}, and logs are UTF-8: create another one with "
            "CREATE DATABASE casebook ENCODING 'UTF8' TEMPLATE template0."
        )


@contextmanager
def transaction(url: URL) -> Iterator[Connection]:
    """A transaction with the rights of whoever logs in, for commands: what the owner does.

    Raises:
        CasebookError: What ``translated`` raises.
    """
    engine = create_engine(url, connect_args=CONNECT_ARGS, poolclass=pool.NullPool, hide_parameters=True)
    with translated(url), engine.begin() as connection:
        yield connection


def _migrate(connection: Connection, progress: Callable[[str], None]) -> None:
    # Only an upgrade needs alembic; a command that reads one incident should not wait for its import.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))  # read by a parser of .ini files
    config.attributes.update(connection=connection, progress=progress)
    command.upgrade(config, "head")


def _current(connection: Connection) -> str | None:
    if connection.execute(select(func.to_regclass("alembic_version"))).scalar_one() is None:
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return revision


@cache
def _revisions() -> tuple[str, ...]:
    """Every revision that this code knows, the newest first: each migration's file is named after its own."""
    names = (path.name for path in (_MIGRATIONS / "versions").iterdir())
    return tuple(sorted((name.partition("_")[0] for name in names if name[0].isdigit()), reverse=True))
