"""Behind a real PgBouncer in transaction mode, in front of a real PostgreSQL."""

import asyncio
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import URL, make_url, text

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.index import hnsw
from e2e.alerting import debian
from e2e.alerting.errors import AlertingError
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident
from tests.patience import PATIENCE

_PACKAGES = ("pgbouncer", "libevent-2.1-7", "libc-ares2")
_ROUNDS = 5
"""A statement is prepared the second time that a connection runs it."""
_SETTINGS = """\
[databases]
* = host={server} user={user}
[pgbouncer]
unix_socket_dir = {folder}
listen_addr =
auth_type = any
pool_mode = transaction
default_pool_size = 2
"""


@pytest.fixture(scope="module")
def program() -> list[str]:
    """How PgBouncer is started; it was built before it could pass on prepared statements (1.21)."""
    try:
        roots = [debian.root_of(package) for package in _PACKAGES]
    except AlertingError as error:
        pytest.skip(f"needs PgBouncer, a package of Debian: {error}")
    libraries = ":".join(str(path) for root in roots for path in root.glob("usr/lib/*-linux-gnu"))
    return ["env", f"LD_LIBRARY_PATH={libraries}", str(roots[0] / "usr" / "sbin" / "pgbouncer")]


@pytest.fixture
def pooled(dsn: str, program: list[str]) -> Iterator[str]:
    """The DSN of the same database through the pooler."""
    url = make_url(dsn)
    # Not pytest's own folder: PgBouncer is somebody else where the tests are root, and may not enter it.
    with TemporaryDirectory(prefix="casebook-pooler-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        settings, log = folder / "pgbouncer.ini", folder / "log"
        settings.write_text(
            _SETTINGS.format(server=url.query["host"], user=url.username, folder=folder) + _account(url)
        )
        with log.open("wb") as errors:
            process = subprocess.Popen([*program, str(settings)], stderr=errors)
        try:
            _wait_for(folder / ".s.PGSQL.6432", process, log)
            yield url.update_query_dict({"host": str(folder), "port": "6432"}).render_as_string(hide_password=False)
        finally:
            process.terminate()
            process.wait()


def _account(url: URL) -> str:
    """PgBouncer refuses to be root, and has to reach the socket of the server."""
    return f"user = {Path(str(url.query['host'])).owner()}\n" if os.geteuid() == 0 else ""


def _wait_for(socket: Path, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not socket.exists():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)


async def _ask(memory: Memory) -> int:
    again = make_incident(number=99)
    await memory.search("required environment variable")
    return len((await memory.similar(again.bundle, again.conclusion)).incidents)


async def test_searches_work_behind_a_pooler_that_gives_each_transaction_another_connection(pooled: str) -> None:
    async with open_memory(pooled, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        await memory.record(make_incident())
        for _ in range(_ROUNDS):
            assert await asyncio.gather(*(_ask(memory) for _ in range(4))) == [1, 1, 1, 1]


async def _prepared(dsn: str) -> int:
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        await memory.record(make_incident())
        for _ in range(3):
            await _ask(memory)
        async with memory.session.unbound() as connection:
            return int((await connection.execute(text("SELECT count(*) FROM pg_prepared_statements"))).scalar_one())


async def test_statements_are_prepared_only_where_nobody_is_between(dsn: str, pooled: str) -> None:
    assert await _prepared(dsn) > 0
    assert await _prepared(pooled) == 0


async def test_indexes_are_built_only_where_a_lock_can_be_given_back(
    dsn: str, pooled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw, "MIN_DOCUMENTS", 1)
    async with open_memory(pooled, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        await memory.record(make_incident())
        assert await memory.maintain_indexes() == []
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        assert len(await memory.maintain_indexes()) > 0
