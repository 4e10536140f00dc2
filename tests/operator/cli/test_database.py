"""Looking after the database."""

import threading
import time

import psycopg
import pytest

from casebook_analyzer.memory import Memory, SchemaState, schema_status
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
