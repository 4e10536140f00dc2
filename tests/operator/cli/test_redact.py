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
    lines, _, reasons = done.stdout.partition("\n\n")
    assert [line.split(": ")[:2] for line in lines.splitlines()] == [
        ["2", "password"],
        ["3", "private-key"],
        ["6", "secret"],
    ]
    assert "Mango7Teller" not in done.stdout
    assert lines.endswith(" retries=3")
    assert [reason.split(": ")[0] for reason in reasons.splitlines()] == ["password", "private-key", "secret"]
    assert done.returncode == 3


def test_the_same_as_json(casebook: Casebook, log: str) -> None:
    found = json.loads(casebook("redact", log, "-o", "json").stdout)
    assert [(one["line"], one["kind"]) for one in found] == [(2, "password"), (3, "private-key"), (6, "secret")]
    assert found[0]["why"] == "a value behind a word for a password"


def test_a_log_without_secrets_ends_with_zero(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "calm.log").write_text("dial tcp 10.1.2.3:443: refused\n")
    done = casebook("redact", str(tmp_path / "calm.log"))
    assert (done.returncode, done.stdout) == (0, "Nothing would be replaced.\n")
    assert casebook("redact", "--addresses", str(tmp_path / "calm.log")).returncode == 3


def test_what_is_hidden_by_an_invisible_character_is_found(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "app.log").write_text("pass\u200bword=Mango7-Teller\n")
    assert casebook("redact", str(tmp_path / "app.log")).returncode == 3


PERSONAL = "call +49 170 1234567\nfrom DE89 3704 0044 0532 0130 00\nssn 123-45-6789\nof Ada.L@example.com\ncust-17\n"


def kinds(casebook: Casebook, log: Path, *options: str, **environment: str) -> list[str]:
    return [
        one["kind"] for one in json.loads(casebook("redact", str(log), "-o", "json", *options, **environment).stdout)
    ]


def test_personal_data_is_found_by_option_by_file_and_by_environment(casebook: Casebook, tmp_path: Path) -> None:
    (log := tmp_path / "app.log").write_text(PERSONAL)
    (config := tmp_path / "casebook.yaml").write_text("evidence: {redaction: {ibans: true, emails: false}}")
    everything = ("--phones", "--ibans", "--national-ids", "--pattern", "cust=cust-([0-9]+)")
    assert kinds(casebook, log) == ["email"]
    assert kinds(casebook, log, *everything) == ["phone", "iban", "us-ssn", "email", "cust"]
    assert kinds(casebook, log, "--keep-emails", "--phones") == ["phone"]
    assert kinds(casebook, log, "--config", str(config), "--phones") == ["phone", "iban"]
    assert kinds(casebook, log, CASEBOOK_EVIDENCE__REDACTION__NATIONAL_IDS="true") == ["us-ssn", "email"]


@pytest.mark.parametrize(
    ("given", "told"),
    [("(a", "has no name"), ("x=(a", "missing )"), ("x=a*", "matches an empty text"), ("A b=x", "needs a name")],
)
def test_a_wrong_pattern_is_told_with_the_option_and_the_reason(
    casebook: Casebook, log: str, given: str, told: str
) -> None:
    done = casebook("redact", log, "--pattern", given)
    assert done.returncode == 2
    assert "--pattern" in done.stderr
    assert told in " ".join(done.stderr.split())
