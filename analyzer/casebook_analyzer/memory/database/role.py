"""The role that reads and writes incidents: it owns nothing, and row-level security holds for it.

Whoever logs in switches to it at the beginning of each transaction. So one DSN serves migrations, which need the owner,
and everything else, which must not be the owner; and a superuser of an embedded database is bound as well.
"""

from collections.abc import Callable

from sqlalchemy import URL, Connection, text

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.database.dsn import describe
from casebook_analyzer.memory.database.tables import metadata

APP_ROLE = "casebook_app"

_FUNCTIONS = ("session_tenant", "own_fleet", "fleet_clusters", "fleet_similar", "fleet_families")
"""Of the owner, and run with its rights: whoever else is in the database may not call them."""


def create_role(connection: Connection, url: URL, progress: Callable[[str], None]) -> None:
    """Make the role, if the server has none, and let this login become it.

    Raises:
        ConfigurationError: This login may not create the role or not become it. The message has the statements
            that an administrator has to run.
    """
    exists = connection.execute(text("SELECT FROM pg_roles WHERE rolname = :role"), {"role": APP_ROLE}).first()
    login, may_create = connection.execute(
        text("SELECT current_user, rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user")
    ).one()
    if exists is None:
        if not may_create:
            raise _forbidden(url, login, f"CREATE ROLE {APP_ROLE} NOLOGIN; ")
        progress(f"creating the role {APP_ROLE}")
        # Roles belong to the server: another database of it may be upgraded at this moment.
        connection.execute(
            text(
                f"DO $$ BEGIN CREATE ROLE {APP_ROLE} NOLOGIN; "
                "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
            )
        )
    if not _may_become(connection):
        if not may_create:
            raise _forbidden(url, login, "")
        connection.execute(text(f'GRANT {APP_ROLE} TO "{login}" WITH SET TRUE'))


def grant(connection: Connection) -> None:
    """Let the role read and write the rows of every table, and change no table itself."""
    names, functions = ", ".join(metadata.tables), ", ".join(_FUNCTIONS)
    schema = connection.execute(text("SELECT quote_ident(current_schema())")).scalar_one()
    for statement in (
        f"GRANT USAGE ON SCHEMA {schema} TO {APP_ROLE}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {names} TO {APP_ROLE}",
        f"GRANT SELECT ON alembic_version TO {APP_ROLE}",
        f"GRANT EXECUTE ON FUNCTION {functions} TO {APP_ROLE}",
    ):
        connection.execute(text(statement))


def require_bound(connection: Connection, url: URL) -> None:
    """Refuse a role that row-level security does not bind. The transaction has switched to the role already.

    Raises:
        ConfigurationError: The role is a superuser, has BYPASSRLS or owns tables. The message says what to do.
    """
    owned = text(
        "SELECT rolsuper, rolbypassrls, EXISTS (SELECT FROM pg_class WHERE relowner = r.oid AND relname = 'incident') "
        "FROM pg_roles r WHERE rolname = current_user"
    )
    superuser, bypasses, owner = connection.execute(owned).one()
    wrong = [
        name
        for name, found in (("is a superuser", superuser), ("has BYPASSRLS", bypasses), ("owns tables", owner))
        if found
    ]
    if wrong:
        raise ConfigurationError(
            f"The role {APP_ROLE} at {describe(url)} {' and '.join(wrong)}, so that it would see the incidents of "
            f"other clusters: let an administrator run ALTER ROLE {APP_ROLE} NOSUPERUSER NOBYPASSRLS, or give what it "
            "owns to another role."
        )


def require_tenant(connection: Connection, url: URL, tenant: str) -> None:
    """Refuse a login that belongs to another cluster, or to none and is not the owner: it would see no row.

    Raises:
        ConfigurationError: The message says what to do.
    """
    login, bound = connection.execute(text("SELECT session_user, session_tenant()")).one()
    if bound == tenant:
        return
    belongs = f"belongs to the cluster '{bound}'" if bound else "belongs to no cluster"
    instead = "set CASEBOOK_CLUSTER__NAME to that name, or " if bound else ""
    removed = f"casebook db login remove {login}` and `" if bound else ""
    raise ConfigurationError(
        f"The login {login} at {describe(url)} {belongs}, so that it sees nothing of '{tenant}': {instead}let the "
        f"owner of the tables run `{removed}casebook db login add {login} --cluster {tenant}`."
    )


def _may_become(connection: Connection) -> bool:
    question = text("SELECT pg_has_role(current_user, :role, 'SET')")
    return bool(connection.execute(question, {"role": APP_ROLE}).scalar_one())


def _forbidden(url: URL, login: str, create: str) -> ConfigurationError:
    return ConfigurationError(
        f"The role {login} may not make or become {APP_ROLE} at {describe(url)}: let a superuser run "
        f"{create}GRANT {APP_ROLE} TO {login} there once, then upgrade again."
    )
