"""The command ``casebook`` as people run it, with nothing of ours in its environment."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import pytest

from casebook_analyzer.memory.usage.ledger import UsageLedger
from casebook_operator.cli import main
from tests.databases import Fill
from tests.operator.cli.remembered import remember_much, remember_story
from tests.operator.logging_kept import logging_kept
from tests.operator.web.served import Served, served
from tests.patience import PATIENCE


class Done(NamedTuple):
    """What a run left behind."""

    returncode: int
    stdout: str
    stderr: str


Casebook = Callable[..., Done]


@pytest.fixture
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("CASEBOOK_", "KUBE")):
            monkeypatch.delenv(name)
    (tmp_path / "home").mkdir()
    for name, value in (
        ("HOME", "home"),
        ("CASEBOOK_EVIDENCE__SPOOL", "spool"),
        ("CASEBOOK_EVIDENCE__REDACTION_KEY", "redaction.key"),
    ):
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.setenv("CASEBOOK_MEMORY__EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def casebook(
    clean_environment: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Casebook]:
    """``casebook("db", "status", CASEBOOK_DATABASE__URL=...)``, through the entry point of the console script."""

    def run(*args: str, **environment: str) -> Done:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["casebook", *args])
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as ended:
                main()
        return Done(int(ended.value.code or 0), *capsys.readouterr())

    with logging_kept():
        yield run


@pytest.fixture
def past(
    new_database: Callable[..., AbstractContextManager[str]],
    template_of: Callable[[Fill], str],
    clean_environment: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """The DSN of a memory with a past, which commands use."""
    with new_database(template=template_of(remember_story)) as dsn:
        monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
        yield dsn


class Remembered(NamedTuple):
    """A memory with much in it, and a server that shows all of it."""

    dsn: str
    server: Served


@pytest.fixture(scope="module")
def of_module(
    new_database: Callable[..., AbstractContextManager[str]], template_of: Callable[[Fill], str]
) -> Iterator[Remembered]:
    with (
        new_database(template=template_of(remember_much)) as dsn,
        served(CASEBOOK_DATABASE__URL=dsn, CASEBOOK_MEMORY__VISIBILITY="Cluster") as server,
    ):
        yield Remembered(dsn, server)


@pytest.fixture
def much(of_module: Remembered, clean_environment: None, monkeypatch: pytest.MonkeyPatch) -> Remembered:
    """The same for a test, whose commands use the database and leave it as it is."""
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", of_module.dsn)
    monkeypatch.setattr(UsageLedger, "opened", lambda *_: None)
    return of_module


@pytest.fixture
def casebook_process(clean_environment: None) -> Casebook:
    """The same as a process of its own."""

    def run(*args: str, **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "casebook_operator", *args],
            env=dict(os.environ) | environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


def sentence(done: Done) -> str:
    """The one sentence that a failed command ends with. Anything else but its log is a failure of this test."""
    assert done.returncode == 1, done
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Error: ")
    return lines[0]
