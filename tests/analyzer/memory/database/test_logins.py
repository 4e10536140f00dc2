"""Logins that are bound to clusters."""

from collections.abc import Iterator

import psycopg
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Login, add_login, list_logins, remove_login
from tests.databases import as_login

EAST, WEST = "login_east", 'login "west"'


@pytest.fixture
def roles(dsn: str) -> Iterator[psycopg.Connection]:
    """A superuser's connection, and two logins without rights."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        for name in (EAST, WEST):
            connection.execute(psycopg.sql.SQL("CREATE ROLE {} LOGIN").format(psycopg.sql.Identifier(name)))
        yield connection
        for name in (EAST, WEST):
            for statement in ("REASSIGN OWNED BY {} TO postgres", "DROP OWNED BY {}", "DROP ROLE {}"):
                connection.execute(psycopg.sql.SQL(statement).format(psycopg.sql.Identifier(name)))


def test_logins_are_listed_added_again_and_removed(dsn: str, roles: psycopg.Connection) -> None:
    assert list_logins(dsn) == []
    for _ in range(2):
        assert add_login(dsn, WEST, "west") == Login(login=WEST, cluster="west")
    add_login(dsn, EAST, "east")
    assert list_logins(dsn) == [Login(login=WEST, cluster="west"), Login(login=EAST, cluster="east")]
    assert remove_login(dsn, WEST) == Login(login=WEST, cluster="west")
    assert remove_login(dsn, WEST) is None
    assert [one.login for one in list_logins(dsn)] == [EAST]


def test_a_login_does_not_change_over_to_another_cluster_by_itself(dsn: str, roles: psycopg.Connection) -> None:
    add_login(dsn, EAST, "east")
    with pytest.raises(
        ConfigurationError, match=f"belongs to the cluster 'east': run `casebook db login remove {EAST}`"
    ):
        add_login(dsn, EAST, "west")
    assert list_logins(dsn) == [Login(login=EAST, cluster="east")]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (f"ALTER ROLE {EAST} SUPERUSER", "is a superuser"),
        (f"ALTER ROLE {EAST} BYPASSRLS", "has BYPASSRLS"),
        (f"ALTER ROLE {EAST} CREATEROLE", "has CREATEROLE"),
        (f"ALTER ROLE {EAST} REPLICATION", "has REPLICATION"),
        (f"GRANT postgres TO {EAST}", "may become postgres, which is a superuser"),
        (f"ALTER TABLE login OWNER TO {EAST}", "owns the tables"),
    ],
)
def test_who_could_evade_row_level_security_is_not_bound(
    dsn: str, roles: psycopg.Connection, statement: str, why: str
) -> None:
    roles.execute(statement)
    with pytest.raises(ConfigurationError, match=f"The login {EAST} at .* {why}, so that nothing would bind it"):
        add_login(dsn, EAST, "east")


def test_only_the_owner_binds_logins(dsn: str, roles: psycopg.Connection) -> None:
    add_login(dsn, EAST, "east")
    for attempt in (lambda to: add_login(to, EAST, "west"), list_logins, lambda to: remove_login(to, EAST)):
        with pytest.raises(ConfigurationError, match="Only the owner of the tables"):
            attempt(as_login(dsn, EAST))
    assert list_logins(dsn) == [Login(login=EAST, cluster="east")]


def test_a_login_that_is_not_there_is_refused_or_made_with_a_password(dsn: str) -> None:
    with pytest.raises(ConfigurationError, match="has no login made_here: give --password-file"):
        add_login(dsn, "made_here", "east")
    try:
        add_login(dsn, "made_here", "east", password="it's")
        with psycopg.connect(dsn) as connection:
            stored = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = 'made_here'").fetchone()
            assert stored is not None
            assert stored[0].startswith("SCRAM-SHA-256$")
            add_login(dsn, "made_here", "east", password="another")
            changed = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = 'made_here'").fetchone()
            assert changed != stored
    finally:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("DROP OWNED BY made_here")
            connection.execute("DROP ROLE made_here")
