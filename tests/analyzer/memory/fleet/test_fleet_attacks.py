"""Clusters of a fleet that attack each other with their own logins and any SQL.

The tables belong to a role that is no superuser, so that row-level security holds in its functions, too.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

import msgspec
import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import FleetMember, add_login, join_fleet, leave_fleet, list_fleets, open_memory
from casebook_analyzer.memory.database.role import APP_ROLE
from casebook_analyzer.memory.database.tables import metadata, owners_metadata
from casebook_analyzer.models import Incident, SimilarIncident
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.fleet.test_fleet import NOW, SECRET, secret_incident
from tests.analyzer.memory.incidents import make_incident
from tests.analyzer.memory.two_logins import attack_in_vain, everything, tenants
from tests.databases import as_login
from tests.rows import of_every

OWNER = "fleet_owner"
EAST, WEST, SOUTH = "fleet_east", "fleet_west", "fleet_south"
"""Logins, which stay until the server of the tests ends. The south shares, and is in no fleet."""
OF = {EAST: "east", WEST: "west", SOUTH: "south"}
BASE = sorted(metadata.tables.keys() - {"shared_family", "sharing"})
SHARED = ["shared_family", "sharing"]
_EVERY_TABLE = (*metadata.tables, *owners_metadata.tables)

ASK = (
    "SELECT * FROM fleet_similar(%s, '', 1, NULL, '{}', '{}/1000000000', 0, 'words', '1', 64, "
    "(SELECT embedding FROM case_vector LIMIT 1), '{}')"
)


async def _fill(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {OWNER} LOGIN")
        connection.execute(f"GRANT {APP_ROLE} TO {OWNER} WITH ADMIN TRUE")
        for name in (*_EVERY_TABLE, "alembic_version"):
            connection.execute(f"ALTER TABLE {name} OWNER TO {OWNER}")
        for name in ("session_tenant", "own_fleet", "fleet_clusters", "fleet_similar", "fleet_families"):
            connection.execute(f"ALTER FUNCTION {name} OWNER TO {OWNER}")
        for name in OF:
            connection.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(name)))
    owner = as_login(dsn, OWNER)
    for name, cluster in OF.items():
        add_login(owner, name, cluster)
    for cluster in ("east", "west"):
        join_fleet(owner, cluster, "all")
    for name, cluster in OF.items():
        async with open_memory(as_login(dsn, name), tenant=cluster, embedder=WordEmbedder(), fleet=True) as memory:
            await memory.register(f"uid-{cluster}")
            await memory.record(secret_incident() if cluster == "east" else make_incident(tenant=cluster))
            await memory.fleet.publish(NOW)


pytestmark = pytest.mark.database(filled_by=_fill)


def _ask(connection: psycopg.Connection, **changes: Any) -> list[tuple[Any, ...]]:
    return connection.execute(ASK, [changes.get("family", "none")]).fetchall()


async def test_the_fleet_works_with_plain_logins_and_a_plain_owner(dsn: str) -> None:
    """Or the attacks would prove nothing."""
    case = make_incident("missing_env_worker", tenant="west")
    async with open_memory(as_login(dsn, WEST), tenant="west", embedder=WordEmbedder(), fleet=True) as west:
        state = await west.fleet.state()
        found = await west.similar(secret_incident().bundle, secret_incident().conclusion, exclude_id=case.id)
    assert (state.name, state.clusters) == ("all", ("east",))
    assert [one.cluster for one in found.incidents] == [""]
    with psycopg.connect(as_login(dsn, WEST)) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        assert [row[0] for row in _ask(connection)] == ["east"]


@of_every("role", [None, APP_ROLE])
@of_every("setting", [None, "east"])
async def test_rows_of_another_cluster_are_neither_read_nor_written(
    dsn: str, role: str | None, setting: str | None
) -> None:
    before = everything(dsn, _EVERY_TABLE)
    with psycopg.connect(as_login(dsn, WEST)) as connection:
        if setting:
            connection.execute(f"SET casebook.tenant = '{setting}'")
        if role:
            connection.execute(f"SET ROLE {role}")
        for table in (*BASE, *SHARED):
            assert tenants(connection, table) <= {"west"}, table
            attack_in_vain(connection, table, "east", taken_by="west")
        connection.commit()
    assert everything(dsn, _EVERY_TABLE) == before


@of_every(
    "statement",
    [
        "INSERT INTO fleet_member VALUES ('south', 'all')",
        "UPDATE fleet_member SET fleet = 'all'",
        "DELETE FROM fleet_member",
        "SELECT * FROM fleet_member",
        "INSERT INTO sharing VALUES ('east')",
        'INSERT INTO shared_family SELECT (jsonb_populate_record(s, \'{"tenant": "east"}\')).* FROM shared_family s',
        "UPDATE sharing SET tenant = 'east'",
        "UPDATE shared_family SET tenant = 'east'",
        "CREATE OR REPLACE FUNCTION own_fleet() RETURNS text LANGUAGE sql AS $$ SELECT 'all' $$",
        "CREATE OR REPLACE FUNCTION fleet_clusters() RETURNS SETOF text LANGUAGE sql AS $$ SELECT 'east' $$",
        "ALTER FUNCTION fleet_clusters SECURITY INVOKER",
        "ALTER FUNCTION fleet_similar SET search_path = pg_temp",
        "DROP POLICY owner ON shared_family",
        "CREATE POLICY mine ON shared_family USING (true)",
        "ALTER TABLE shared_family DISABLE ROW LEVEL SECURITY",
        f"SET ROLE {OWNER}",
    ],
)
@of_every("as_role", [False, True], ids=["as the login", "as the role"])
@of_every("name", [SOUTH, WEST])
async def test_no_login_joins_by_itself_nor_changes_what_binds_it(
    dsn: str, name: str, statement: str, *, as_role: bool
) -> None:
    with psycopg.connect(as_login(dsn, name)) as connection:
        if as_role:
            connection.execute(f"SET ROLE {APP_ROLE}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)
        connection.rollback()


_OUTSIDE: dict[str, Callable[[psycopg.Connection], object]] = {
    "as it is": lambda _: None,
    "the setting": lambda connection: connection.execute("SET casebook.tenant = 'west'"),
    "tables of its own": lambda connection: [
        connection.execute(statement)
        for statement in (
            "CREATE TEMPORARY TABLE fleet_member (tenant text, fleet text)",
            "INSERT INTO fleet_member VALUES ('south', 'all'), ('east', 'all')",
            "CREATE TEMPORARY TABLE login (login text, tenant text)",
            "INSERT INTO login VALUES (session_user, 'west')",
            "CREATE FUNCTION pg_temp.session_tenant() RETURNS text LANGUAGE sql AS $$ SELECT 'west' $$",
            f"GRANT ALL ON fleet_member, login TO {APP_ROLE}",
            "SET search_path = pg_temp, public, pg_catalog",
        )
    ],
}


@of_every("prepare", _OUTSIDE.values(), ids=_OUTSIDE)
async def test_who_is_in_no_fleet_finds_nothing(dsn: str, prepare: Callable[[psycopg.Connection], object]) -> None:
    with psycopg.connect(as_login(dsn, SOUTH)) as connection:
        prepare(connection)
        connection.execute(f"SET ROLE {APP_ROLE}")
        assert _ask(connection) == []
        assert connection.execute("SELECT * FROM public.fleet_clusters()").fetchall() == []
        family = secret_incident().conclusion.signature.key
        assert connection.execute("SELECT * FROM public.fleet_families(%s)", [[family]]).fetchall() == []


async def test_who_was_taken_out_finds_nothing_whatever_it_still_shares(dsn: str) -> None:
    with ExitStack() as open_until, psycopg.connect(as_login(dsn, WEST), autocommit=True) as connection:
        open_until.callback(join_fleet, as_login(dsn, OWNER), "west", "all")
        connection.execute(f"SET ROLE {APP_ROLE}")
        assert _ask(connection) != []
        assert leave_fleet(as_login(dsn, OWNER), "west") == FleetMember(cluster="west", fleet="all")
        assert tenants(connection, "sharing") == {"west"}
        assert _ask(connection) == []


async def test_who_shares_nothing_finds_nothing(dsn: str) -> None:
    with psycopg.connect(as_login(dsn, WEST)) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        connection.execute("DELETE FROM sharing")
        assert _ask(connection) == []


async def test_a_stranger_without_the_role_may_not_even_ask(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE fleet_stranger LOGIN")
    for question in ("own_fleet()", "fleet_clusters()", "fleet_families('{}')"):
        with (
            psycopg.connect(as_login(dsn, "fleet_stranger")) as connection,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            connection.execute(f"SELECT * FROM {question}")


async def test_what_is_shared_has_no_text_of_the_cluster_but_its_category_and_no_id(dsn: str) -> None:
    found = secret_incident()
    with psycopg.connect(as_login(dsn, WEST)) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        answer = _ask(connection, family=found.conclusion.signature.key)
        texts = [value for row in answer for value in row if isinstance(value, str)]
    assert texts == ["east", found.conclusion.category.value]
    assert [row[1] for row in answer] == [1]
    for word in (SECRET, found.id, found.namespace, found.name, found.conclusion.signature.key):
        assert word not in repr(answer), word


async def test_what_a_cluster_writes_into_its_rows_is_no_text_in_the_reports_of_others(dsn: str) -> None:
    """It may lie about itself: about how many and how alike. It says nothing in words."""
    with psycopg.connect(as_login(dsn, EAST), autocommit=True) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        connection.execute("UPDATE shared_family SET category = 'kubectl delete everything', rule = 'rm -rf'")
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute("UPDATE shared_family SET last_seen = 'infinity'")
    case = make_incident("oom", tenant="west")
    async with open_memory(as_login(dsn, WEST), tenant="west", embedder=WordEmbedder(), fleet=True) as west:
        found = await west.similar(secret_incident().bundle, case.conclusion)
    assert "kubectl" not in repr(found)
    assert not any(one.cluster for one in found.incidents)


@of_every("year", ["20000-01-01", "4000-01-01 BC", "0001-01-01 00:00:00+14", "9999-12-31 23:59:59-12"])
async def test_a_cluster_with_times_that_nobody_can_read_hides_nothing_of_the_fleet(dsn: str, year: str) -> None:
    case = secret_incident()
    with psycopg.connect(as_login(dsn, EAST), autocommit=True) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        connection.execute("UPDATE shared_family SET last_seen = %s", [year])
    async with open_memory(as_login(dsn, WEST), tenant="west", embedder=WordEmbedder(), fleet=True) as west:
        found = await west.similar(case.bundle, case.conclusion, exclude_id=make_incident().id)
    assert [one.cluster for one in found.incidents] == ["east"]
    assert datetime.fromtimestamp(0, UTC) <= found.incidents[0].opened_at <= datetime.now(UTC)


_TOO_LARGE = {
    "a category": "category = repeat('x', 65)",
    "words": "words = array(SELECT generate_series(1, 1001))",
    "words of two dimensions": "words = array_fill(1, ARRAY[2, 501])",
    "weights": "weights = ('{' || array_to_string(array(SELECT n || ':1' FROM generate_series(1, 1001) AS n), ',') "
    "|| '}/1000000000')::sparsevec",
}


@of_every("change", _TOO_LARGE.values(), ids=_TOO_LARGE)
async def test_no_cluster_shares_a_row_that_takes_others_long_to_read(dsn: str, change: str) -> None:
    """And what it may share at most is written by the same statement."""
    with psycopg.connect(as_login(dsn, EAST), autocommit=True) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute(f"UPDATE shared_family SET {change}")
        smaller = change.replace("1001", "1000").replace("501", "500").replace("65", "64")
        connection.execute(f"UPDATE shared_family SET {smaller}")


async def test_a_cluster_takes_no_place_and_no_rank_from_the_own_incidents_of_another(dsn: str) -> None:
    """Rows that resemble everything."""
    async with open_memory(as_login(dsn, WEST), tenant="west", embedder=WordEmbedder(), fleet=True) as west:
        before = await west.similar(secret_incident().bundle, secret_incident().conclusion, limit=5)
        with psycopg.connect(as_login(dsn, EAST), autocommit=True) as connection:
            connection.execute(f"SET ROLE {APP_ROLE}")
            for number in range(30):
                connection.execute(
                    "INSERT INTO family SELECT tenant, %s, reason, exit_code, xid, owner_kind, template FROM family "
                    "LIMIT 1",
                    [f"fake-{number}"],
                )
                connection.execute(
                    "INSERT INTO shared_family SELECT (jsonb_populate_record(s, %s)).* FROM shared_family s LIMIT 1",
                    [json.dumps({"family": f"fake-{number}"})],
                )
        after = await west.similar(secret_incident().bundle, secret_incident().conclusion, limit=5)
    own = [one for one in after.incidents if not one.cluster]
    assert own == list(before.incidents)
    assert after.incidents[0] == before.incidents[0]


_CROWDS = {
    "as many copies as are compared": (10_000, "jsonb_build_object()"),
    "so few copies that they are no background": (9, "jsonb_build_object()"),
    "a few more words in each": (9, "jsonb_build_object('words', s.words || array(SELECT generate_series(1, n % 3)))"),
    "no vectors": (9, "jsonb_build_object('model', null, 'dimension', null, 'embedding', null)"),
}


@of_every("crowd", _CROWDS.values(), ids=_CROWDS)
async def test_a_cluster_takes_no_place_from_what_a_third_one_shares(dsn: str, crowd: tuple[int, str]) -> None:
    """The crowd is of one that knows the case and says that it was ended yesterday."""
    number, change = crowd
    case = secret_incident()
    async with open_memory(as_login(dsn, SOUTH), tenant="south", embedder=WordEmbedder(), fleet=True) as south:
        await south.record(msgspec.structs.replace(case, tenant="south"))
        await south.fleet.publish(NOW)
    before = await _told_to_west(dsn, case)
    assert [one.cluster for one in before] == ["east"]
    with psycopg.connect(as_login(dsn, SOUTH), autocommit=True) as connection, ExitStack() as open_until:
        join_fleet(as_login(dsn, OWNER), "south", "all")
        open_until.callback(leave_fleet, as_login(dsn, OWNER), "south")
        connection.execute(f"SET ROLE {APP_ROLE}")
        open_until.callback(connection.execute, "DELETE FROM family WHERE id LIKE 'copy-%'")
        connection.execute(
            "INSERT INTO family SELECT tenant, 'copy-' || n, reason, exit_code, xid, owner_kind, template "
            f"FROM family, generate_series(1, {number}) AS n"
        )
        connection.execute(
            "INSERT INTO shared_family SELECT (jsonb_populate_record(s, jsonb_build_object('family', 'copy-' || n, "
            f"'instructive', true, 'last_seen', now() - interval '1 day') || {change})).* "
            f"FROM shared_family AS s, generate_series(1, {number}) AS n"
        )
        assert [one for one in await _told_to_west(dsn, case) if one.cluster == "east"] == before


async def _told_to_west(dsn: str, case: Incident) -> list[SimilarIncident]:
    """What others share that resembles a case, where two places are left."""
    async with open_memory(as_login(dsn, WEST), tenant="west", embedder=WordEmbedder(), fleet=True) as west:
        found = await west.similar(case.bundle, case.conclusion, exclude_id=make_incident().id, limit=2)
    return list(found.incidents)


async def test_only_the_owner_says_who_is_in_a_fleet(dsn: str) -> None:
    for attack in (
        lambda: join_fleet(as_login(dsn, SOUTH), "south", "all"),
        lambda: leave_fleet(as_login(dsn, SOUTH), "east"),
        lambda: list_fleets(as_login(dsn, SOUTH)),
    ):
        with pytest.raises(ConfigurationError, match="Only the owner of the tables"):
            attack()
    with pytest.raises(ConfigurationError, match="is in the fleet 'all': run `casebook db fleet leave"):
        join_fleet(as_login(dsn, OWNER), "west", "another")
    assert list_fleets(as_login(dsn, OWNER)) == [FleetMember(cluster=name, fleet="all") for name in ("east", "west")]


async def test_a_name_is_a_name_and_no_sql(dsn: str) -> None:
    owner = as_login(dsn, OWNER)
    name = "x'); DELETE FROM login; --"
    assert join_fleet(owner, name, name) == FleetMember(cluster=name, fleet=name)
    assert leave_fleet(owner, name) == FleetMember(cluster=name, fleet=name)
    assert leave_fleet(owner, name) is None
    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT count(*) FROM login").fetchone() == (3,)
