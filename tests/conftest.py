"""What all tests share: a real PostgreSQL, with a database for each test, and one real cluster."""

import asyncio
import gc
import os
import shutil
import ssl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings

from casebook_analyzer.memory import upgrade
from casebook_analyzer.memory.database.embedded import start
from e2e import cluster
from tests.databases import Fill, copied, dsn_of, name_of
from tests.marked import may_hold
from tests.rounds import ROUNDS
from tools.lanes.place import DATABASES_ENV, in_memory

_TEMPLATE = "casebook_template"

# A busy machine is not a failure: no test is timed, except against hanging. Nor is chance: `make test` tries the same
# examples for the same code each time, and `make soak` looks for others.
settings.register_profile("casebook", deadline=None, derandomize=ROUNDS == 1)
settings.load_profile("casebook")


_STARTED = pytest.StashKey[bool]()
_LACKING = pytest.StashKey[bool]()
"""Whether tests want a cluster that nobody has started for all workers."""


def pytest_configure() -> None:
    """What is collected lives to the end. Looking at it as if it were garbage took a tenth of the processor."""
    gc.disable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import only what a lane may have a test in."""
    expression = config.option.markexpr
    skipped = expression and collection_path.suffix == ".py" and not may_hold(collection_path, expression)
    return True if skipped else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the cluster before the first test that needs it: building it takes minutes, which no test's timeout covers.

    One that ran before the tests goes on after them.
    """
    gc.freeze()
    gc.enable()
    if session.config.option.collectonly or not any(item.get_closest_marker("cluster") for item in session.items):
        return
    ran_before = cluster.current() is not None
    if not ran_before and hasattr(session.config, "workerinput"):
        session.config.stash[_LACKING] = True  # to exit here ends pytest-xdist with a traceback that says nothing
        return
    session.config.stash[_STARTED] = not ran_before
    capture = session.config.pluginmanager.getplugin("capturemanager")
    try:
        with capture.global_and_fixture_disabled() if capture else nullcontext():
            cluster.up(cluster.for_this_process())
    except cluster.ClusterError as error:
        pytest.exit(f"The cluster for the tests cannot be started: {error}", returncode=1)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.stash.get(_LACKING, False) and item.get_closest_marker("cluster"):
        pytest.fail(
            "Workers share a cluster that none of them may stop: start it with `make cluster-up`.", pytrace=False
        )


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.stash.get(_STARTED, False):
        cluster.down()


@pytest.fixture(scope="session", autouse=True)
def _no_certificates_of_the_machine() -> Iterator[None]:
    """Tests ask nobody but this machine: to load the authorities of the world takes 30 ms for each client of theirs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl.SSLContext, "load_default_certs", lambda *_: None)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """DSN of a server of this test session, as its superuser. What is written to it need not survive a power cut."""
    # Pytest's own folders are too long for a socket, and on a disk most of the work would be the disk's.
    folder = Path(tempfile.mkdtemp(prefix="cb-", dir=os.environ.get(DATABASES_ENV) or in_memory()))
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

    def made(*, template: str = "template1") -> AbstractContextManager[str]:
        return copied(postgres, f"test_{next(numbers)}", template)

    return made


@pytest.fixture(scope="session")
def _template(postgres: str) -> str:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    upgrade(dsn_of(postgres, _TEMPLATE))
    return _TEMPLATE


@pytest.fixture(scope="session")
def template_of(
    new_database: Callable[..., AbstractContextManager[str]], _template: str
) -> Iterator[Callable[[Fill], str]]:
    """``template_of(fill)``: the name of a database that ``await fill(dsn)`` wrote to, once for all tests here."""
    with ExitStack() as databases:

        def made(fill: Fill) -> str:
            dsn = databases.enter_context(new_database(template=_template))
            asyncio.run(fill(dsn))
            return name_of(dsn)

        yield cache(made)


@pytest.fixture
def dsn(
    request: pytest.FixtureRequest,
    new_database: Callable[..., AbstractContextManager[str]],
    template_of: Callable[[Fill], str],
    _template: str,
) -> Iterator[str]:
    """DSN of a database of this test, with the newest schema; without the marker ``database`` it has no rows."""
    marker = request.node.get_closest_marker("database")
    with new_database(template=template_of(marker.kwargs["filled_by"]) if marker else _template) as found:
        yield found


@pytest.fixture
def empty_dsn(new_database: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    """DSN of a database of this test, without a schema."""
    with new_database() as found:
        yield found
