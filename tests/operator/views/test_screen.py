"""What is printed where nobody looks is for programs: a row of a table is one line."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_operator.views.screen import screen
from tests.analyzer.memory.incidents import make_incident
from tests.operator.cli.conftest import Casebook, casebook, clean_environment, past
from tests.operator.cli.remembered import TENANT, in_memory
from tests.rows import of_every
from tools.places import ROOT

__all__ = ["casebook", "clean_environment", "past"]

LONG = " ".join(f"word{number}" for number in range(60))
"""480 characters: no terminal is so wide."""
WORKLOAD = "w" * 60
NAME = f"shop/{WORKLOAD}-missing-env-9"


@pytest.fixture
def piped(casebook: Casebook, past: str, monkeypatch: pytest.MonkeyPatch) -> Casebook:
    """With an incident that no terminal has the width for, the latest of its subject and family."""
    monkeypatch.delenv("COLUMNS")
    one = make_incident(number=9, tenant=TENANT, workload=WORKLOAD, days=40)
    conclusion = msgspec.structs.replace(one.conclusion, title=LONG)

    async def record(memory: Memory) -> None:
        await memory.record(msgspec.structs.replace(one, conclusion=conclusion))

    in_memory(past, record)
    return casebook


@of_every(
    ("command", "row"),
    [
        (("list",), rf"{NAME} .*{LONG} .* open"),
        (("show", NAME), LONG),
        (("family",), rf"^\w{{16}} .*{LONG}  set env DATABASE_URL: 2 of"),
        (("stats", "--since", "2020-01-01", "--until", "2099-01-01"), rf"^ *{LONG}  config_error  4 "),
        (("search", "DATABASE_URL"), rf"% +{NAME}  config_error +\S.*line \d+: .*"),
        (("timeline", f"Deployment/shop/{WORKLOAD}"), rf"●.* {WORKLOAD} .* {NAME}$"),
        (("explain", NAME, "missing_env-1"), "DATABASE_URL"),
    ],
)
def test_a_row_of_a_table_is_one_line(piped: Casebook, command: tuple[str, ...], row: str) -> None:
    done = piped(*command)
    assert done.returncode == 0, done
    assert re.search(row, done.stdout, re.MULTILINE), done.stdout
    assert not re.search(" $", done.stdout, re.MULTILINE)


def test_findings_rules_and_cases_are_one_line_each(piped: Casebook, tmp_path: Path) -> None:
    found = json.loads(piped("doctor", "-o", "json").stdout)
    assert len(piped("doctor").stdout.splitlines()) == 1 + len(found)
    rules = json.loads(piped("taxonomy", "show", "-o", "json").stdout)["rules"]
    assert len(piped("taxonomy", "show").stdout.splitlines()) == 1 + len(rules) + 2
    assert len(piped("taxonomy", "rejudge", "--no-cluster", "--dry-run").stdout.splitlines()) == 1 + 7 + 1


def test_columns_of_the_environment_are_kept_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def printed(columns: str) -> list[str]:
        monkeypatch.setenv("COLUMNS", columns)
        with screen() as console:
            console.print(LONG)
        return capsys.readouterr().out.splitlines()

    assert max(map(len, printed("60"))) <= 60
    assert printed("wide") == [LONG]
    monkeypatch.setenv("FORCE_COLOR", "1")  # as many CI systems do: colours are no width
    assert printed("") == [LONG]


def test_one_place_says_how_wide_standard_output_is() -> None:
    makes = [
        path.stem
        for path in (ROOT / "operator").rglob("*.py")
        if re.search(r"\bConsole\((?!stderr=True\))", path.read_text(encoding="utf-8"))
    ]
    assert makes == ["screen"]
