"""What all tests share: a real PostgreSQL, with a database for each test, and one real cluster."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings

from casebook_analyzer.memory import upgrade
from casebook_analyzer.memory.embedded import start
from e2e import cluster

_TEMPLATE = "casebook_template"

# A busy machine is not a failure: no test is timed, except against hanging.
settings.register_profile("casebook", deadline=None)
settings.load_profile("casebook")


_STARTED = pytest.StashKey[bool]()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the cluster before the first test that needs it: building it takes minutes, which no test's timeout covers.

    One that ran before the tests goes on after them.
    """
    if session.config.option.collectonly or not any(item.get_closest_marker("cluster") for item in session.items):
        return
    session.config.stash[_STARTED] = cluster.current() is None
    capture = session.config.pluginmanager.getplugin("capturemanager")
    try:
        with capture.global_and_fixture_disabled() if capture else nullcontext():
            cluster.up()
    except cluster.ClusterError as error:
        pytest.exit(f"The cluster for the tests cannot be started: {error}", returncode=1)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.stash.get(_STARTED, False):
        cluster.down()


def _database_dsn(server: str, database: str) -> str:
    return server.replace("/postgres?", f"/{database}?")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """DSN of a server of this test session, as its superuser. What is written to it need not survive a power cut."""
    folder = Path(tempfile.mkdtemp(prefix="cb-", dir="/tmp"))  # pytest's own folders are too long for a socket
    server = start(folder)
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("ALTER SYSTEM SET synchronous_commit = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server.dsn
    server.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def new_database(postgres: str) -> Callable[..., AbstractContextManager[str]]:
    """``with new_database() as dsn``: an empty database, or with ``template=`` a copy of another."""
    numbers = count()

    @contextmanager
    def made(*, template: str = "template1") -> Iterator[str]:
        name = f"test_{next(numbers)}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
            yield _database_dsn(postgres, name)
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    return made


@pytest.fixture(scope="session")
def _template(postgres: str) -> str:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    upgrade(_database_dsn(postgres, _TEMPLATE))
    return _TEMPLATE


@pytest.fixture
def dsn(new_database: Callable[..., AbstractContextManager[str]], _template: str) -> Iterator[str]:
    """DSN of a database of this test, with the newest schema and no rows."""
    with new_database(template=_template) as found:
        yield found


@pytest.fixture
def empty_dsn(new_database: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    """DSN of a database of this test, without a schema."""
    with new_database() as found:
        yield found
