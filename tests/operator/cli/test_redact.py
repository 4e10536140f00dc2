"""``casebook redact`` on logs, as people run it."""

import json
from pathlib import Path

import pytest

from tests.operator.cli.conftest import Casebook

KEY = "-----BEGIN PRIVATE " + "KEY-----\nbWFuZ283dGVsbGVy\n-----END PRIVATE " + "KEY-----"
LOG = f"starting\nlogin of shop with password Mango7Teller failed\n{KEY}\ntoken=a8Kd02Lm4Nq6 retries=3\n"


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "app.log"
    path.write_text(LOG)
    return str(path)


def test_each_secret_is_told_by_its_line_and_its_kind_and_is_not_shown(casebook: Casebook, log: str) -> None:
    done = casebook("redact", log)
    assert [line.split(": ")[:2] for line in done.stdout.splitlines()] == [
        ["2", "password"],
        ["3", "private-key"],
        ["6", "secret"],
    ]
    assert "Mango7Teller" not in done.stdout
    assert done.stdout.endswith(" retries=3\n")
    assert done.returncode == 3


def test_the_same_as_json(casebook: Casebook, log: str) -> None:
    found = json.loads(casebook("redact", log, "-o", "json").stdout)
    assert [(one["line"], one["kind"]) for one in found] == [(2, "password"), (3, "private-key"), (6, "secret")]


def test_a_log_without_secrets_ends_with_zero(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "calm.log").write_text("dial tcp 10.1.2.3:443: refused\n")
    done = casebook("redact", str(tmp_path / "calm.log"))
    assert (done.returncode, done.stdout) == (0, "Nothing would be replaced.\n")
    assert casebook("redact", "--addresses", str(tmp_path / "calm.log")).returncode == 3


def test_what_is_hidden_by_an_invisible_character_is_found(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "app.log").write_text("pass\u200bword=Mango7-Teller\n")
    assert casebook("redact", str(tmp_path / "app.log")).returncode == 3
