"""Commands import what they work with, and no more: help and completion come at once."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from casebook_operator.cli.root import casebook as root
from tests.operator.cli.commands import commands
from tests.rows import of_every

ALLOWED = {"click", "msgspec", "typing_extensions"}
"""Of others; everything else that a command needs is imported by its function."""
OURS = ("casebook_operator.cli", "casebook_analyzer.models", "casebook_analyzer.errors")
LIGHT = {"casebook_operator.views", "casebook_operator.views.periods"}
"""What says how a time is written, which options explain."""

IMPORTED = """
import json, os, sys
import click, msgspec
before = set(sys.modules)
for line in sys.stdin:
    if os.fork() == 0:
        told = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.argv = ["casebook", *json.loads(line)]
        from casebook_operator.cli import main
        try:
            main()
        finally:
            os.write(told, json.dumps(sorted(set(sys.modules) - before)).encode() + b"\\n")
            os._exit(0)
    os.wait()
"""
"""Forks, because most of the time would be that of beginning, and of importing what every command may import."""


def imported(*commands: Sequence[str]) -> list[set[str]]:
    """Which modules are there after each of the commands, and were not before it."""
    orders = "".join(json.dumps(command) + "\n" for command in commands)
    done = subprocess.run([sys.executable, "-c", IMPORTED], input=orders, capture_output=True, text=True, check=True)
    return [set(json.loads(line)) for line in done.stdout.splitlines()]


COMMANDS = [(), *commands(root)]


@pytest.fixture(scope="module")
def for_help() -> dict[tuple[str, ...], set[str]]:
    return dict(zip(COMMANDS, imported(*((*command, "--help") for command in COMMANDS)), strict=True))


@of_every("command", COMMANDS, ids=" ".join)
def test_help_imports_nothing_that_takes_time(
    for_help: dict[tuple[str, ...], set[str]], command: tuple[str, ...]
) -> None:
    found = for_help[command]
    assert "casebook_operator.cli.root" in found
    others = {name.partition(".")[0] for name in found} - sys.stdlib_module_names
    assert others - ALLOWED <= {"casebook_operator", "casebook_analyzer"}
    ours = {name for name in found if name.startswith("casebook_") and "." in name}
    assert not [name for name in ours - LIGHT if not name.startswith(OURS)]


def test_a_command_on_files_imports_no_client_of_a_cluster_and_no_database(tmp_path: Path) -> None:
    file = tmp_path / "pod.yaml"
    file.write_text("kind: Pod\napiVersion: v1\nmetadata: {name: a}\n", encoding="utf-8")
    (found,) = imported(("analyze", str(file)))
    others = {name.partition(".")[0] for name in found}
    assert not others & {"aiohttp", "kopf", "kubernetes", "psycopg", "sqlalchemy"}


def test_kopf_and_migrations_are_not_imported_before_the_operator_is_ready() -> None:
    """They would take a third of a second of the time until then."""
    (found,) = imported(("operator", "--kubeconfig", "/nowhere"))
    assert "casebook_operator.process" in found
    assert not {name.partition(".")[0] for name in found} & {"kopf", "alembic"}


def completed(*words: str) -> dict[str, str | None]:
    command: click.Command = root
    # A command remembers what its help is called, and every test of this process shares it.
    context = click.Context(root, info_name="casebook", help_option_names=["-h", "--help"])
    for word in words[:-1]:
        assert isinstance(command, click.Group)
        found = command.get_command(context, word)
        assert found is not None
        command, context = found, click.Context(found, parent=context, info_name=word)
    return {item.value: item.help for item in command.shell_complete(context, words[-1])}


def test_a_command_is_completed_with_what_it_is_for() -> None:
    assert completed("rep") == {
        "replay": "Judge stored evidence by today's taxonomy, and show what differs.",
        "report": "Show the report of one Investigation.",
    }
    assert set(completed("taxonomy", "s")) == {"schema", "show"}
    assert "--output" in completed("report", "--o")
