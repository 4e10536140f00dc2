"""Looking after memory: how much there is, what goes, copies and a new index."""

import io
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import psycopg
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.database.tables import metadata
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.cli.remembered import TENANT, in_memory
from tests.patience import PATIENCE


def count(dsn: str, tenant: str = TENANT) -> int:
    async def work(memory: Memory) -> int:
        return (await memory.stats()).incidents

    return in_memory(dsn, work, tenant)


def test_stats_count_what_there_is(casebook: Casebook, past: str) -> None:
    found = json.loads(casebook("memory", "stats", "-o", "json").stdout)
    assert (found["stats"]["incidents"], found["stats"]["open"], found["stats"]["pending"]) == (6, 2, 6)
    extent = found["extent"]
    assert (extent["families"], extent["judgements"], extent["feedback"], extent["spoken_of"]) == (4, 2, 1, 1)
    assert extent["oldest"] < extent["newest"]
    text = casebook("memory", "stats").stdout
    assert "6 (2 not resolved)" in text
    assert "1 word of people on 1 incident" in text


def test_stats_are_of_this_cluster(casebook: Casebook, past: str) -> None:
    assert "Memory of other is empty" in casebook("memory", "stats", CASEBOOK_CLUSTER__NAME="other").stdout


def test_a_dry_purge_counts_and_deletes_nothing(casebook: Casebook, past: str) -> None:
    done = casebook("memory", "purge", "--dry-run", CASEBOOK_MEMORY__KEEP_SILENT_DAYS="1")
    assert "5 incidents would be deleted." in done.stdout
    assert count(past) == 6


def test_a_purge_deletes_what_settings_say(casebook: Casebook, past: str) -> None:
    done = casebook("memory", "purge", "--yes", "-o", "json", CASEBOOK_MEMORY__KEEP_SILENT_DAYS="1")
    assert json.loads(done.stdout)["deleted"] == {"confirmed": 0, "rejected": 0, "silent": 5}
    assert count(past) == 1
    assert "No incident's time is over." in casebook("memory", "purge", "--yes").stdout


@pytest.mark.parametrize("answer", ["n\n", ""], ids=["no", "nobody-there"])
def test_a_purge_that_nobody_agrees_to_deletes_nothing(
    casebook: Casebook, past: str, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    done = casebook("memory", "purge", CASEBOOK_MEMORY__KEEP_SILENT_DAYS="1")
    assert done.returncode == 130
    assert "Delete 5 incidents of default for good?" in done.stderr
    assert count(past) == 6


def test_export_and_import_carry_memory_to_another_cluster(casebook: Casebook, past: str, tmp_path: Path) -> None:
    file = str(tmp_path / "memory.parquet")
    assert "6 incidents written" in casebook("memory", "export", file).stdout
    done = casebook("memory", "import", file, CASEBOOK_CLUSTER__NAME="other")
    assert done.stdout == "6 incidents imported into other (exported from default).\n"
    assert count(past, "other") == 6
    done = casebook("memory", "import", file, CASEBOOK_CLUSTER__NAME="other")
    assert done.stdout == "0 incidents imported into other, 6 were there already (exported from default).\n"


def test_an_export_replaces_a_file_only_when_that_is_meant(casebook: Casebook, past: str, tmp_path: Path) -> None:
    file = tmp_path / "memory.parquet"
    file.write_text("mine")
    assert "--force" in sentence(casebook("memory", "export", str(file)))
    assert file.read_text() == "mine"
    assert casebook("memory", "export", str(file), "--force", "--no-vectors").returncode == 0
    assert file.read_bytes().startswith(b"PAR1")


def test_an_export_goes_to_a_pipe_and_to_no_terminal(
    casebook: Casebook, past: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-m", "casebook_operator", "memory", "export", "-", "--no-vectors"]
    piped = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE)
    (tmp_path / "memory.parquet").write_bytes(piped.stdout)
    assert not (tmp_path / "-").exists()
    imported = casebook("memory", "import", str(tmp_path / "memory.parquet"), CASEBOOK_CLUSTER__NAME="other")
    assert imported.stdout == "6 incidents imported into other (exported from default).\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "nothing for a terminal" in sentence(casebook("memory", "export", "-"))


def test_an_import_of_something_else_is_one_sentence(casebook: Casebook, past: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("just words")
    assert "cannot be read as Parquet" in sentence(casebook("memory", "import", str(tmp_path / "file")))
    assert "does not exist" in sentence(casebook("memory", "import", str(tmp_path / "missing")))


def test_reindexing_changes_nothing_that_can_be_found(casebook: Casebook, past: str) -> None:
    before = casebook("search", "DATABASE_URL", "-o", "json").stdout
    done = casebook("memory", "reindex")
    assert done.stdout == "6 incidents indexed again; 0 have vectors, 6 wait for a model.\n"
    assert json.loads(casebook("search", "DATABASE_URL", "-o", "json").stdout) == json.loads(before)


def test_reindexing_repairs_words_that_are_lost(casebook: Casebook, past: str) -> None:
    with psycopg.connect(past, autocommit=True) as connection:
        connection.execute("DELETE FROM chunk")
    assert "Nothing" in casebook("search", "DATABASE_URL").stdout
    assert casebook("memory", "reindex").returncode == 0
    assert "checkout-missing-env-1" in casebook("search", "DATABASE_URL").stdout


def test_an_empty_memory_has_nothing_to_index(casebook: Casebook, dsn: str) -> None:
    done = casebook("memory", "reindex", CASEBOOK_DATABASE__URL=dsn)
    assert (done.returncode, done.stdout) == (0, "Memory is empty: there is nothing to index.\n")


def findings(casebook: Casebook, **environment: str) -> dict[str, tuple[str, str]]:
    done = casebook("doctor", "-o", "json", **environment)
    return {one["check"]: (one["verdict"], one["detail"]) for one in json.loads(done.stdout)}


def test_doctor_tells_of_the_database_part_by_part(casebook: Casebook, past: str) -> None:
    found = findings(casebook)
    assert found["database"][1].endswith("all migrations are done")
    assert found["extension"][1].startswith("pgvector 0.8.")
    assert "works as casebook_app" in found["role"][1]
    assert found["row-level security"] == ("ok", f"forced on all {len(metadata.tables)} tables")
    assert "6 wait for a model" in found["embeddings"][1]
    assert found["knowledge"][1].startswith("no runbooks yet")
    assert found["fleet"] == ("ok", "memory.fleet is off: nothing is shared")
    assert found["embedding model"][0] == "warning"


def test_doctor_tells_whether_the_fleet_is_joined(casebook: Casebook, past: str) -> None:
    wanted = partial(findings, casebook, CASEBOOK_MEMORY__FLEET="true")
    verdict, detail = wanted()["fleet"]
    assert (verdict, "casebook db fleet join" in detail) == ("warning", True)
    assert casebook("db", "fleet", "join", "production").returncode == 0
    assert wanted()["fleet"][1].startswith("in 'production' with: no other cluster shares yet")
    assert findings(casebook)["fleet"][1].endswith("has put it into 'production'")


def test_doctor_finds_a_table_whose_rows_are_not_protected(casebook: Casebook, past: str) -> None:
    with psycopg.connect(past, autocommit=True) as connection:
        connection.execute("ALTER TABLE chunk NO FORCE ROW LEVEL SECURITY")
        connection.execute("DROP POLICY tenant ON resolution")
    verdict, detail = findings(casebook)["row-level security"]
    assert verdict == "broken"
    assert "chunk, resolution" in detail


def test_doctor_finds_a_role_that_row_level_security_does_not_hold(casebook: Casebook, past: str) -> None:
    with psycopg.connect(past, autocommit=True) as connection:
        connection.execute("ALTER ROLE casebook_app BYPASSRLS")
        try:
            verdict, detail = findings(casebook)["role"]
        finally:
            connection.execute("ALTER ROLE casebook_app NOBYPASSRLS")
    assert (verdict, "BYPASSRLS" in detail) == ("broken", True)


def test_doctor_finds_what_the_model_could_not_read(casebook: Casebook, past: str) -> None:
    with psycopg.connect(past, autocommit=True) as connection:
        connection.execute("UPDATE embedding SET state = 'failed'")
    assert findings(casebook)["embeddings"][0] == "warning"


def test_doctor_does_not_look_into_a_database_without_a_schema(casebook: Casebook, empty_dsn: str) -> None:
    found = findings(casebook, CASEBOOK_DATABASE__URL=empty_dsn)
    assert found["database"] == ("broken", "it answers, and has no schema of Casebook yet: run casebook db upgrade")
    assert found["role"] == ("broken", "not checked, because of the database")
    assert found["spool"][0] == "ok"


@pytest.mark.model
def test_doctor_finds_a_model_that_is_none(casebook: Casebook, past: str, tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("{")
    assert findings(casebook, CASEBOOK_MEMORY__EMBEDDER=str(tmp_path))["embedding model"][0] == "broken"
