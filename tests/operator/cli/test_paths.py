"""What commands say of paths that lead nowhere, or that the system refuses."""

from pathlib import Path

import click
import pytest

from casebook_operator.cli.paths import NamedPath
from casebook_operator.cli.root import casebook as root
from tests.operator.cli.commands import called, commands
from tests.operator.cli.conftest import Casebook
from tests.rows import of_every

LONG = "x" * 300
"""No file system takes such a name, whoever asks; a folder that may not be entered is refused to others than root."""


@of_every("command", [(), *commands(root)], ids=" ".join)
def test_every_path_that_a_command_takes_is_a_named_one(command: tuple[str, ...]) -> None:
    paths = [one.type for one in called(root, command).params if isinstance(one.type, click.Path)]
    assert all(isinstance(one, NamedPath) for one in paths)


@of_every(
    "command",
    [
        ("knowledge", "sync", ""),
        ("knowledge", "add", ""),
        ("taxonomy", "propose", "--to", ""),
        ("analyze", ""),
        ("stats", "--config", ""),
        ("memory", "export", ""),
    ],
)
def test_an_empty_path_is_not_the_current_folder(casebook: Casebook, command: tuple[str, ...]) -> None:
    done = casebook(*command)
    assert (done.returncode, "It is empty." in done.stderr) == (2, True)


@of_every(
    "command",
    [
        ("knowledge", "sync", LONG),
        ("knowledge", "add", f"{LONG}.md"),
        ("stats", "--config", LONG),
        ("analyze", LONG),
        ("memory", "export", f"{LONG}.parquet"),
        ("memory", "import", f"{LONG}.parquet"),
        ("evaluate", "--cases", LONG),
        ("taxonomy", "test", LONG),
        ("--token-file", LONG, "stats"),
    ],
)
def test_a_path_that_the_system_refuses_is_told_in_a_sentence(casebook: Casebook, command: tuple[str, ...]) -> None:
    done = casebook(*command)
    assert done.returncode in {1, 2}
    said = done.stderr.splitlines()[-1]
    assert said.startswith("Error: ")
    assert "File name too long" in said


def test_a_link_that_leads_to_itself_is_told_in_a_sentence(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    done = casebook("knowledge", "sync", "round")
    assert (done.returncode, done.stderr) == (1, "Error: round cannot be read: Too many levels of symbolic links.\n")


def test_an_error_of_the_system_that_is_about_no_file_is_no_sentence(
    casebook: Casebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(**_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(root, "main", breaks)
    with pytest.raises(OSError, match="Input/output error"):
        casebook("stats")
