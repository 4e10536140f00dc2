"""Logins that belong to one cluster each. Synchronous, and for the owner of the tables: commands."""

import msgspec
from psycopg import sql
from sqlalchemy import URL, Connection, delete, select, text
from sqlalchemy.dialects.postgresql import insert

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.database.dsn import describe, parse_dsn
from casebook_analyzer.memory.database.migrate import read_status, require_current, transaction
from casebook_analyzer.memory.database.role import APP_ROLE
from casebook_analyzer.memory.database.tables import login as table


class Login(msgspec.Struct, frozen=True, kw_only=True):
    """A login of the database, and whose incidents it may read and write."""

    login: str
    """Name of the role, as PostgreSQL has it."""
    cluster: str
    """The tenant, which is ``cluster.name`` of the operator that logs in."""


def add_login(dsn: str, name: str, cluster: str, *, password: str = "") -> Login:
    """Bind a login to a cluster for good, and let it become the role that reads and writes. Safe to repeat.

    Args:
        dsn: How the owner of the tables logs in.
        name: The role. With a password it is made if the server has none of this name.
        cluster: The tenant.
        password: Given to the role, which is sent to the server as a digest; empty leaves what it has.

    Raises:
        ConfigurationError: The login belongs to another cluster, is not there, could evade row-level security, or this
            one is not the owner. The message says what to do.
        CasebookError: What ``schema_status`` and ``Session.transaction`` raise.
    """
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        require_owner(connection, url)
        if password:
            _give_password(connection, name, password)
        _require_plain(connection, url, name)
        row = {"login": name, "tenant": cluster}
        connection.execute(insert(table).values(row).on_conflict_do_nothing())
        bound = connection.execute(select(table.c.tenant).where(table.c.login == name)).scalar_one()
        if bound != cluster:
            raise ConfigurationError(
                f"The login {name} at {describe(url)} belongs to the cluster '{bound}': run `casebook db login remove "
                f"{name}` first if it is to change over, or give '{cluster}' a login of its own."
            )
        _grant(connection, name)
    return Login(login=name, cluster=cluster)


def list_logins(dsn: str) -> list[Login]:
    """All logins that belong to a cluster, by name. Raises what ``add_login`` raises."""
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        require_owner(connection, url)
        rows = connection.execute(select(table).order_by(table.c.login))
        return [Login(login=row.login, cluster=row.tenant) for row in rows]


def remove_login(dsn: str, name: str) -> Login | None:
    """Take a login's cluster away: it sees nothing from now on. The role stays; None when it had no cluster.

    Raises:
        CasebookError: What ``add_login`` raises.
    """
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        require_owner(connection, url)
        removed = connection.execute(delete(table).where(table.c.login == name).returning(table.c.tenant)).first()
        return Login(login=name, cluster=removed.tenant) if removed else None


def require_owner(connection: Connection, url: URL) -> None:
    """Refuse whoever does not own the tables, and a schema that is not the current one.

    Raises:
        ConfigurationError: The message says what to do.
        SchemaMismatchError: The schema is missing, older or newer.
    """
    require_current(read_status(connection), url)
    owns = text("SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('login')")
    if not connection.execute(owns).scalar_one():
        raise ConfigurationError(
            f"Only the owner of the tables at {describe(url)} says which cluster belongs to whom and what: set "
            "CASEBOOK_DATABASE__URL to the one with which `casebook db upgrade` runs."
        )


def _require_plain(connection: Connection, url: URL, name: str) -> None:
    """Refuse who could evade row-level security: by what it is, or by a role that it may become."""
    query = text(
        "SELECT r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolreplication, "
        "r.oid = (SELECT relowner FROM pg_class WHERE oid = to_regclass('login')) "
        "FROM pg_roles l JOIN pg_roles r ON pg_has_role(l.oid, r.oid, 'MEMBER') WHERE l.rolname = :name "
        "ORDER BY r.oid <> l.oid"
    )
    found = connection.execute(query, {"name": name}).all()
    if not found:
        raise ConfigurationError(
            f"The server at {describe(url)} has no login {name}: give --password-file to make it, or let an "
            "administrator run CREATE ROLE ... LOGIN there."
        )
    kinds = ("is a superuser", "has BYPASSRLS", "has CREATEROLE", "has REPLICATION", "owns the tables")
    for role, *facts in found:
        for kind, is_so in zip(kinds, facts, strict=True):
            if is_so:
                who = "" if role == name else f"may become {role}, which "
                raise ConfigurationError(
                    f"The login {name} at {describe(url)} {who}{kind}, so that nothing would bind it to a cluster: "
                    "take that from it, or make another login."
                )


def _give_password(connection: Connection, name: str, password: str) -> None:
    """As SCRAM digest, as psql's ``\\password`` does: neither statistics nor the server's log have the password."""
    cursor = connection.connection.cursor()
    pgconn = cursor.connection.pgconn
    digest = pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    exists = connection.execute(text("SELECT FROM pg_roles WHERE rolname = :name"), {"name": name}).first()
    verb = "CREATE" if exists is None else "ALTER"
    cursor.execute(sql.SQL(f"{verb} ROLE {{}} LOGIN PASSWORD {{}}").format(sql.Identifier(name), sql.Literal(digest)))


def _grant(connection: Connection, name: str) -> None:
    """Only where it is missing: an owner that may not grant the role can still bind a login that has it."""
    query = text("SELECT pg_has_role(CAST(:name AS name), :role, 'SET')")
    if not connection.execute(query, {"name": name, "role": APP_ROLE}).scalar_one():
        grant = sql.SQL(f"GRANT {APP_ROLE} TO {{}} WITH SET TRUE").format(sql.Identifier(name))
        connection.connection.cursor().execute(grant)
