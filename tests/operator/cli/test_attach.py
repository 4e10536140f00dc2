"""``casebook attach``, from a file to the report and out again."""

import json
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.exhibits import MOST
from casebook_operator.views.incident import Attached
from tests.analyzer.memory.incidents import make_incident
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.cli.remembered import in_memory

CASE = make_incident(tenant="default")
NAMED = ("-n", CASE.namespace, CASE.name)


@pytest.fixture
def remembered(dsn: str, clean_environment: None, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
    monkeypatch.setenv("LOGNAME", "bob")

    async def record(memory: Memory) -> None:
        await memory.record(CASE)

    in_memory(dsn, record)
    return dsn


def test_a_file_is_attached_read_searched_and_erased(casebook: Casebook, remembered: str, tmp_path: Path) -> None:
    file = tmp_path / "proxy.log"
    file.write_text("the proxy was numbat\nDB_PASSWORD=hunter2hunter2\n")
    assert casebook("attach", *NAMED).stdout == "Nothing is attached.\n"
    done = casebook("attach", *NAMED, str(file), "-o", "json")
    (made,) = msgspec.json.decode(done.stdout, type=list[Attached])
    one = made.exhibit
    assert (made.known, one.name, one.author, one.source) == (False, "proxy.log", "bob", "command")
    short = one.short
    again = casebook("attach", *NAMED, str(file), "--author", "ann")
    assert again.stdout == f"proxy.log is attached as {short} (memory had it already).\n"
    assert casebook("attach", *NAMED).stdout.endswith("  bob  proxy.log\n")

    report = casebook("report", *NAMED, "-o", "markdown").stdout
    assert "## What people attached" in report
    assert "```text\nthe proxy was numbat\n" in report
    assert short in casebook("show", f"{CASE.namespace}/{CASE.name}").stdout
    (hit,) = json.loads(casebook("search", "numbat", "-o", "json").stdout)["hits"]
    assert (hit["name"], hit["heading"]) == (CASE.name, "Attached: proxy.log")
    assert "hunter2" not in done.stdout + report

    gone = casebook("attach", *NAMED, "--remove", short[:8].upper(), "--author", "ann")
    assert gone.stdout == f"Erased proxy.log ({short}).\n"
    assert f"`{short}` was erased by ann at" in casebook("report", *NAMED, "-o", "markdown").stdout
    assert "(erased)" in casebook("show", f"{CASE.namespace}/{CASE.name}").stdout
    assert json.loads(casebook("attach", *NAMED, "-o", "json").stdout) == []
    assert f"digest that begins with {short}" in sentence(casebook("attach", *NAMED, "--remove", short))


def test_nothing_is_written_where_one_file_is_wrong(casebook: Casebook, remembered: str, tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("text")
    (tmp_path / "bad.md").write_bytes(b"\0")
    both = str(tmp_path / "good.md"), str(tmp_path / "bad.md")
    assert "bad.md is a binary file." in sentence(casebook("attach", *NAMED, *both))
    assert casebook("attach", *NAMED).stdout == "Nothing is attached.\n"


def test_more_than_some_are_refused(casebook: Casebook, remembered: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(MOST + 1)]
    for file in files:
        file.write_text(file.name)
    done = casebook("attach", *NAMED, *map(str, files))
    assert f"has {MOST} attachments" in sentence(done)


def test_an_incident_that_memory_does_not_have_is_said(casebook: Casebook, remembered: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text")
    assert "Memory has no incident" in sentence(casebook("attach", "-n", "shop", "nobody", str(tmp_path / "a.md")))


@pytest.mark.parametrize("arguments", [("--remove", "4f0c9d2"), ("--remove", "4f0c9d2e", "a.md")])
def test_an_erasure_names_one_by_enough_digits_and_no_files(casebook: Casebook, arguments: tuple[str, ...]) -> None:
    assert casebook("attach", *NAMED, *arguments).returncode == 2
