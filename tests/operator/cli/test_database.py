"""Looking after the database."""

import json
import threading
import time
from functools import partial
from pathlib import Path

import psycopg
import pytest

from casebook_analyzer.memory import Memory, SchemaState, schema_status
from casebook_analyzer.memory.index import hnsw
from tests.analyzer.memory.incidents import make_incident
from tests.databases import as_login
from tests.operator.cli.conftest import Casebook
from tests.operator.cli.remembered import in_memory


def test_a_name_is_released_for_the_cluster_that_replaces_another(casebook: Casebook, dsn: str) -> None:
    async def register(memory: Memory) -> None:
        await memory.register("uid of the old cluster")

    async def take_over(memory: Memory) -> None:
        await memory.register("uid of the new cluster")

    in_memory(dsn, register)
    assert casebook("db", "release", CASEBOOK_DATABASE__URL=dsn).stdout == "default: free for the next cluster\n"
    in_memory(dsn, take_over)
    other = casebook("db", "release", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME="other")
    assert other.stdout == "other: no cluster had it\n"


def test_an_upgrade_waits_for_a_database_that_still_starts(casebook: Casebook, postgres: str) -> None:
    name = "still_starting"
    late = postgres.replace("/postgres?", f"/{name}?")

    def start() -> None:
        time.sleep(1.5)
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")

    starting = threading.Thread(target=start)
    starting.start()
    done = casebook("db", "upgrade", "--wait=60", CASEBOOK_DATABASE__URL=late)
    starting.join()
    assert done.returncode == 0
    assert done.stderr.count("waiting: ") == 1
    assert schema_status(late).state is SchemaState.CURRENT
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.parametrize("wait", [(), ("--wait=1.5",)], ids=["at once", "after a while"])
def test_an_upgrade_gives_up_with_the_reason(casebook: Casebook, postgres: str, wait: tuple[str, ...]) -> None:
    done = casebook("db", "upgrade", *wait, CASEBOOK_DATABASE__URL=postgres.replace("/postgres?", "/never_made?"))
    assert done.returncode == 1
    assert "never_made" in done.stderr


def test_a_login_is_made_for_a_cluster_shown_and_removed(casebook: Casebook, dsn: str, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    login = partial(casebook, "db", "login", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME="west")
    try:
        nobody = login("list")
        assert (nobody.returncode, nobody.stdout) == (0, "")
        assert "No login belongs to a cluster" in nobody.stderr
        added = login("add", "casebook-west", "--password-file", "password", "-o", "json")
        assert json.loads(added.stdout) == [{"login": "casebook-west", "cluster": "west"}]
        assert login("list").stdout == "casebook-west  west\n"
        elsewhere = login("add", "casebook-west", "--cluster", "east")
        assert elsewhere.returncode == 1
        assert "belongs to the cluster 'west': run `casebook db login remove casebook-west`" in elsewhere.stderr
        assert login("remove", "casebook-west").stdout == "casebook-west  west\n"
        again = login("remove", "casebook-west")
        assert (again.returncode, "belongs to no cluster" in again.stderr) == (1, True)
    finally:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute('DROP OWNED BY "casebook-west"')
            connection.execute('DROP ROLE "casebook-west"')


def test_clusters_join_a_fleet_are_shown_and_leave_it(casebook: Casebook, dsn: str) -> None:
    fleet = partial(casebook, "db", "fleet", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME="west")
    nobody = fleet("list")
    assert (nobody.returncode, nobody.stdout) == (0, "")
    assert "No cluster is in a fleet" in nobody.stderr
    assert json.loads(fleet("join", "production", "-o", "json").stdout) == [{"cluster": "west", "fleet": "production"}]
    assert fleet("join", "production", "--cluster", "north").stdout == "north  production\n"
    assert fleet("list").stdout == "north  production\nwest   production\n"
    elsewhere = fleet("join", "test")
    assert (elsewhere.returncode, "is in the fleet 'production'" in elsewhere.stderr) == (1, True)
    assert fleet("leave").stdout == "west  production\n"
    again = fleet("leave")
    assert (again.returncode, "west is in no fleet" in again.stderr) == (1, True)


def test_a_login_gets_no_empty_password(casebook: Casebook, dsn: str, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("\n")
    done = casebook("db", "login", "add", "x", "--password-file", "password", CASEBOOK_DATABASE__URL=dsn)
    assert done.returncode == 2
    assert "the file is empty" in done.stderr


def test_indexes_are_built_by_the_owner_and_not_by_a_plain_login(
    casebook: Casebook, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def remember(memory: Memory) -> None:
        await memory.record(make_incident(tenant=memory.session.tenant))

    in_memory(dsn, remember)
    monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 1)
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("CREATE ROLE plain_operator LOGIN")
        casebook("db", "login", "add", "plain_operator", CASEBOOK_DATABASE__URL=dsn)
        plain = casebook("memory", "index", CASEBOOK_DATABASE__URL=as_login(dsn, "plain_operator"))
        assert (plain.returncode, plain.stdout.splitlines()[-1]) == (0, "Nothing was built or dropped.")
        owner = casebook("memory", "index", CASEBOOK_DATABASE__URL=dsn)
        assert owner.stdout.startswith("built hnsw_")
    finally:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("DROP OWNED BY plain_operator")
            connection.execute("DROP ROLE plain_operator")
