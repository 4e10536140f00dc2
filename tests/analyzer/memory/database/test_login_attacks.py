"""Logins that attack each other: what a login sees is decided by who it is, not by what it sets."""

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Login, add_login, open_memory, remove_login
from casebook_analyzer.memory.database.role import APP_ROLE
from casebook_analyzer.memory.database.tables import metadata
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident, make_resolution
from tests.analyzer.memory.two_logins import attack_in_vain, everything, tenants
from tests.databases import as_login
from tests.rows import of_every

TABLES = sorted(metadata.tables)
EAST, WEST = "attacked_east", 'attacking "west"'
"""They stay until the server of the tests ends."""
OF = {EAST: "east", WEST: "west"}


async def _fill(dsn: str) -> None:
    """A row of both clusters in most tables, written by logins that belong to them."""
    for name, cluster in OF.items():
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(name)))
        add_login(dsn, name, cluster)
        async with open_memory(as_login(dsn, name), tenant=cluster, embedder=WordEmbedder()) as memory:
            await memory.check()
            await memory.register(f"uid-{cluster}")
            await memory.record(make_incident(tenant=cluster, resolution=make_resolution()))
            await memory.judge_again(make_incident(tenant=cluster))
            assert await memory.embed_pending() == 1


pytestmark = pytest.mark.database(filled_by=_fill)


_ATTACKS = {
    "as it is": (),
    "the role": (f"SET ROLE {APP_ROLE}",),
    "the setting": ("SELECT set_config('casebook.tenant', 'east', false)",),
    "the setting in the role": (f"SET ROLE {APP_ROLE}", "SET casebook.tenant = 'east'"),
    "the role in the setting": (
        "SET casebook.tenant = 'east'",
        f"SET ROLE {APP_ROLE}",
        "SET LOCAL casebook.tenant = 'east'",
    ),
    "a table of its own": (
        "CREATE TEMPORARY TABLE login (login text, tenant text)",
        "INSERT INTO login VALUES (session_user, 'east')",
        "SET search_path = pg_temp, public, pg_catalog",
        f"SET ROLE {APP_ROLE}",
        "SET casebook.tenant = 'east'",
    ),
    "itself once more": ("SET SESSION AUTHORIZATION DEFAULT", f"SET ROLE {APP_ROLE}", "SET casebook.tenant = 'east'"),
}


@of_every("statements", _ATTACKS.values(), ids=_ATTACKS)
async def test_a_login_sees_changes_and_deletes_nothing_of_another_cluster(
    dsn: str, statements: tuple[str, ...]
) -> None:
    before = everything(dsn, TABLES)
    with psycopg.connect(as_login(dsn, WEST)) as connection:
        for statement in statements:
            connection.execute(statement)
        for table in TABLES:
            assert tenants(connection, table) <= {"west"}, table
            attack_in_vain(connection, table, "east", taken_by="west")
        connection.commit()
    assert everything(dsn, TABLES) == before


def test_a_row_cannot_be_written_for_another_cluster(dsn: str) -> None:
    for table in TABLES:
        with psycopg.connect(as_login(dsn, WEST)) as connection:
            connection.execute(f"SET ROLE {APP_ROLE}")
            connection.execute("SET casebook.tenant = 'east'")
            for statement in (
                f'INSERT INTO {table} SELECT (jsonb_populate_record(t, \'{{"tenant": "east"}}\')).* FROM {table} t',
                f"UPDATE {table} SET tenant = 'east'",
            ):
                if not tenants(connection, table):
                    continue
                with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                    connection.execute(statement)
                connection.rollback()
                connection.execute(f"SET ROLE {APP_ROLE}")


@of_every(
    "statement",
    [
        f'SET ROLE "{EAST}"',
        "SET ROLE postgres",
        f'SET SESSION AUTHORIZATION "{EAST}"',
        "ALTER ROLE CURRENT_USER SET casebook.tenant = 'east'",
        "SELECT * FROM login",
        "INSERT INTO login VALUES (session_user, 'east')",
        "UPDATE login SET tenant = 'east'",
        "DELETE FROM login",
        "CREATE OR REPLACE FUNCTION session_tenant() RETURNS text LANGUAGE sql AS $$ SELECT 'east' $$",
        "ALTER FUNCTION session_tenant() SECURITY INVOKER",
        "DROP POLICY tenant ON incident",
        "CREATE POLICY mine ON incident USING (true)",
        "ALTER TABLE incident DISABLE ROW LEVEL SECURITY",
        "CREATE FUNCTION pg_has_role(text, text, text) RETURNS bool LANGUAGE sql AS $$ SELECT true $$",
    ],
)
@of_every("as_role", [False, True], ids=["as the login", "as the role"])
async def test_a_login_cannot_become_another_nor_change_what_binds_it(
    dsn: str, statement: str, *, as_role: bool
) -> None:
    with psycopg.connect(as_login(dsn, WEST)) as connection:
        if as_role:
            connection.execute(f"SET ROLE {APP_ROLE}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)
        connection.rollback()


async def test_an_operator_with_the_login_of_another_cluster_is_told_what_to_do(dsn: str) -> None:
    async with open_memory(as_login(dsn, EAST), tenant="west", embedder=None) as memory:
        with pytest.raises(ConfigurationError) as caught:
            await memory.check()
        assert await memory.by_id("missing_env-1") is None
    assert f"The login {EAST} at " in str(caught.value)
    assert "belongs to the cluster 'east', so that it sees nothing of 'west'" in str(caught.value)
    assert f"casebook db login remove {EAST}" in str(caught.value)
    assert not caught.value.retryable


async def test_a_login_without_a_cluster_sees_nothing_and_is_told_what_to_do(dsn: str) -> None:
    assert remove_login(dsn, EAST) == Login(login=EAST, cluster="east")
    with psycopg.connect(as_login(dsn, EAST)) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        connection.execute("SET casebook.tenant = 'east'")
        assert all(tenants(connection, table) == set() for table in TABLES)
    async with open_memory(as_login(dsn, EAST), tenant="east", embedder=None) as memory:
        with pytest.raises(ConfigurationError, match=f"belongs to no cluster.*login add {EAST} --cluster east"):
            await memory.check()


async def test_the_owner_works_for_the_cluster_that_it_names(dsn: str) -> None:
    for cluster in OF.values():
        async with open_memory(dsn, tenant=cluster, embedder=None) as memory:
            await memory.check()
            assert (await memory.stats()).incidents == 1


def test_the_cluster_of_a_login_is_asked_once_for_a_statement(dsn: str) -> None:
    with psycopg.connect(as_login(dsn, EAST)) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        for table in TABLES:
            plan = "\n".join(line for (line,) in connection.execute(f"EXPLAIN (VERBOSE) SELECT * FROM {table}"))
            assert plan.count("session_tenant()") == 1, plan
            assert "InitPlan" in plan, plan
