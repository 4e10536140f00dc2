"""Each wrong input is one clear sentence that says what to do, and exit code 1."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.cli.postgres_double import refusing_every_password
from tests.operator.kubeconfigs import kubeconfig, nobody_listens
from tests.patience import PATIENCE
from tests.rows import of_every


@pytest.fixture
def closed_port() -> Iterator[int]:
    with nobody_listens() as port:
        yield port


def test_no_cluster(casebook_process: Casebook, tmp_path: Path, closed_port: int, dsn: str) -> None:
    config = str(kubeconfig(tmp_path / "config", f"http://127.0.0.1:{closed_port}"))
    done = casebook_process("operator", "--kubeconfig", config, CASEBOOK_DATABASE__URL=dsn)
    said = sentence(done)
    assert f"http://127.0.0.1:{closed_port} cannot be reached" in said
    assert "kubeconfig names the right address" in said


@pytest.mark.parametrize(
    "content",
    [
        None,
        "",
        "clusters: [",
        "just words",
        "\x00",
        "apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\nusers: []\n",
        "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: 5\ncontexts: []\nusers: []\n",
    ],
    ids=["missing", "empty", "no-yaml", "words", "binary", "no-context", "wrong-type"],
)
def test_a_kubeconfig_that_is_missing_or_broken(casebook: Casebook, tmp_path: Path, content: str | None) -> None:
    config = tmp_path / "config"
    if content is not None:
        config.write_text(content)
    said = sentence(casebook("operator", "--kubeconfig", str(config)))
    assert str(config) in said
    assert "--kubeconfig" in said


def test_no_kubeconfig_at_all(casebook: Casebook) -> None:
    assert "There is no kubeconfig" in sentence(casebook("operator"))


def test_a_context_that_does_not_exist(casebook: Casebook, tmp_path: Path) -> None:
    config = str(kubeconfig(tmp_path / "config", "http://127.0.0.1:1"))
    assert "nowhere" in sentence(casebook("operator", "--kubeconfig", config, "--context", "nowhere"))


@pytest.mark.parametrize(
    "command", [("search", "x"), ("report", "x"), ("db", "status"), ("db", "upgrade")], ids=" ".join
)
def test_a_database_that_cannot_be_reached(casebook: Casebook, command: tuple[str, ...], closed_port: int) -> None:
    url = f"postgresql://casebook:s3cr3t@127.0.0.1:{closed_port}/casebook"
    said = sentence(casebook(*command, CASEBOOK_DATABASE__URL=url))
    assert f"127.0.0.1:{closed_port}" in said
    assert "s3cr3t" not in said


@pytest.mark.parametrize("url", ["mysql://db/x", "not a dsn", "", "embedded:", "postgresql://h:port/x"])
def test_a_dsn_that_is_none(casebook: Casebook, url: str) -> None:
    assert "DSN" in sentence(casebook("db", "status", CASEBOOK_DATABASE__URL=url))


def test_a_password_that_is_wrong(casebook: Casebook) -> None:
    with refusing_every_password() as port:
        url = f"postgresql://casebook:wr0ng@127.0.0.1:{port}/casebook"
        said = sentence(casebook("db", "status", CASEBOOK_DATABASE__URL=url))
    assert "Check the user and the password" in said
    assert "wr0ng" not in said


def test_a_database_of_a_newer_version(casebook: Casebook, dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    said = sentence(casebook("search", "x", CASEBOOK_DATABASE__URL=dsn))
    assert "newer" in said


def test_a_database_without_a_schema(casebook: Casebook, empty_dsn: str) -> None:
    said = sentence(casebook("search", "x", CASEBOOK_DATABASE__URL=empty_dsn))
    assert "casebook db upgrade" in said


def test_a_model_that_is_not_there(casebook: Casebook, dsn: str, tmp_path: Path) -> None:
    missing = str(tmp_path / "model")
    done = casebook("search", "x", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_MEMORY__EMBEDDER=missing)
    assert missing in sentence(done)


def test_a_setting_that_does_not_exist(casebook: Casebook) -> None:
    assert "prot" in sentence(casebook("doctor", CASEBOOK_HTTP__PROT="1"))
    assert "CASEBOOK_DATABSE__URL" in sentence(casebook("doctor", CASEBOOK_DATABSE__URL="x"))


def test_a_configuration_file_that_is_missing_or_broken(casebook: Casebook, tmp_path: Path) -> None:
    assert "does not exist" in sentence(casebook("doctor", "--config", str(tmp_path / "missing")))
    (tmp_path / "broken").write_text("cluster: [")
    assert "cannot be read" in sentence(casebook("doctor", "--config", str(tmp_path / "broken")))


def test_a_spool_that_cannot_be_used(casebook: Casebook, tmp_path: Path, closed_port: int, dsn: str) -> None:
    (tmp_path / "file").write_text("in the way")
    config = str(kubeconfig(tmp_path / "config", f"http://127.0.0.1:{closed_port}"))
    wrong = {"CASEBOOK_EVIDENCE__SPOOL": str(tmp_path / "file" / "spool")}
    done = casebook("operator", "--kubeconfig", config, CASEBOOK_DATABASE__URL=dsn, **wrong)
    assert "CASEBOOK_EVIDENCE__SPOOL" in sentence(done)


def test_a_report_that_is_not_there(casebook: Casebook, dsn: str) -> None:
    said = sentence(casebook("report", "-n", "shop", "nothing", CASEBOOK_DATABASE__URL=dsn))
    assert "shop/nothing" in said


def test_doctor_ends_with_1_when_something_is_broken(casebook: Casebook, dsn: str) -> None:
    done = casebook("doctor", "-o", "json", CASEBOOK_DATABASE__URL=dsn)
    assert done.returncode == 1
    assert '"database"' in done.stdout
    assert "Traceback" not in done.stderr


def test_a_database_that_is_not_current_is_exit_code_1(casebook: Casebook, dsn: str, empty_dsn: str) -> None:
    assert casebook("db", "status", CASEBOOK_DATABASE__URL=dsn).returncode == 0
    assert casebook("db", "status", CASEBOOK_DATABASE__URL=empty_dsn).returncode == 1


@of_every("command", [("taxonomy", "show"), ("taxonomy", "show", "-o", "json"), ("crds",), ("--help",)])
def test_a_disk_that_is_full(clean_environment: None, command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        program = [sys.executable, "-m", "casebook_operator", *command]
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (1, "Error: It cannot be written: No space left on device.\n")
