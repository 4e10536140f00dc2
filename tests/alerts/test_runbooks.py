"""A runbook helps at three in the morning: the same four headings, and commands that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from casebook_operator.cli.root import casebook
from tests.rows import of_every

FOLDER = Path(__file__).parents[2] / "docs" / "runbooks"
PAGES = sorted(FOLDER.glob("Casebook*.md"))
HEADINGS = ["Meaning", "Impact", "Diagnosis", "Mitigation"]


def blocks(text: str) -> Iterator[str]:
    """Lines of indented code."""
    return (line.strip() for line in text.splitlines() if line.startswith("    "))


def commands(path: Path) -> Iterator[list[str]]:
    """The words after ``casebook``, of every command in code."""
    text = path.read_text(encoding="utf-8")
    for code in (*blocks(text), *re.findall(r"`([^`]+)`", text)):
        found = re.search(r"(?:^|\| |-- |kubectl )casebook (?P<words>[^|#]+)", code)
        if found:
            yield found["words"].split()


@of_every("path", PAGES, ids=lambda path: path.stem)
def test_it_has_the_four_headings_in_order(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# {path.stem}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    assert all(part.strip() for part in re.split(r"^## .+$", text, flags=re.MULTILINE)[1:])


@of_every("path", PAGES, ids=lambda path: path.stem)
def test_it_says_what_to_type(path: Path) -> None:
    assert list(blocks(path.read_text(encoding="utf-8")))


@of_every("path", [FOLDER / "README.md", *PAGES], ids=lambda path: path.stem)
def test_every_command_of_casebook_exists_with_its_options(path: Path) -> None:
    for words in commands(path):
        command: click.Command = casebook
        context = click.Context(command)
        rest = list(words)
        while isinstance(command, click.Group) and rest and rest[0] != "...":
            found = command.get_command(context, rest[0])
            assert found is not None, words
            command, rest = found, rest[1:]
        known = {option for parameter in command.params for option in parameter.opts}
        used = {word for word in rest if re.fullmatch(r"--?[a-z][a-z-]*", word)}
        assert used <= known, words


def test_commands_are_found_in_code() -> None:
    found = list(commands(FOLDER / "CasebookInvestigationOpen.md"))
    assert ["family", "NAMESPACE/INVESTIGATION"] in found
    assert any(words[0] == "correct" and "--category" in words for words in found)
