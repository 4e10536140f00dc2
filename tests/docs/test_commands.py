"""Commands, options, values of the chart and make targets that the pages show exist."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from casebook_operator.cli.root import casebook
from casebook_operator.settings import Settings
from tests.rows import of_every

ROOT = Path(__file__).parents[2]
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / "docs" / "reference" / "cli.md"})
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<fenced>.*?)^```|(?P<indented>(?:^    .*\n)+)", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<!`)`((?:kubectl )?casebook [^`]+)`(?!`)")
VALUES = ROOT / "charts" / "casebook" / "values.yaml"
VALUE = re.compile(r"`([a-zA-Z]+(?:\.[\w]+)+)(?:: [^`]+)?`")
SHELL = frozenset({"", "console", "bash", "sh", "shell"})


def shown(text: str) -> Iterator[str]:
    """Command lines of blocks and between backticks, from the word ``casebook`` to the next pipe or comment."""
    for block in BLOCK.finditer(text):
        if block["indented"] or block["language"] in SHELL:
            for line in (block["indented"] or block["fenced"]).splitlines():
                yield from _commands(line.strip().removeprefix("$ "))
    for inline in INLINE.finditer(text):
        yield from _commands(inline[1])


def _commands(line: str) -> Iterator[str]:
    for part in re.split(r"\s[|>]\s|\s#\s|\s<\s|;|&&", line):
        if found := re.match(r"(?:[A-Z_]+=\S+ )*(?:kubectl exec .* -- |kubectl )?(casebook (?! ).*)", part.strip()):
            yield found[1].strip()


def problem(line: str) -> str:
    """What is wrong with a command, or nothing."""
    command: click.Command = casebook
    words = shlex.split(line.replace("...", ""))[1:]
    # A command remembers what its help is called, and every test of this process shares it.
    context = click.Context(command, info_name="casebook", help_option_names=["-h", "--help"])
    while words and isinstance(command, click.Group):
        if words[0].startswith("-"):  # an option of the group stands before the command
            options = {name: one for one in command.get_params(context) for name in one.opts}
            if words[0] not in options:
                break
            words = words[1 if getattr(options[words[0]], "is_flag", False) else 2 :]
            continue
        found = command.get_command(context, words[0])
        if found is None:
            return f"there is no command {words[0]}"
        command, words = found, words[1:]
    known = {name for parameter in command.get_params(context) for name in (*parameter.opts, *parameter.secondary_opts)}
    unknown = [word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word) and word not in known]
    return f"there is no option {', '.join(unknown)}" if unknown else ""


@of_every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_the_page_exists(page: Path) -> None:
    wrong = {line: why for line in shown(page.read_text(encoding="utf-8")) if (why := problem(line))}
    assert not wrong


def test_commands_are_found_where_people_read_them() -> None:
    text = "Run `casebook doctor`.\n\n    X=1 casebook db upgrade   # now\n\n"
    text += "```console\n$ kubectl casebook report x | less\n```\n"
    assert sorted(shown(text)) == ["casebook db upgrade", "casebook doctor", "casebook report x"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("casebook doctor", ""),
        ("casebook taxonomy lint --strict x", ""),
        ("casebook --server https://x --kube-token attach -n shop x", ""),
        ("casebook --server https://x attach --namespaces shop x", "there is no option --namespaces"),
        ("casebook --servers https://x", "there is no option --servers"),
        ("casebook docter", "there is no command docter"),
        ("casebook taxonomy lint --stricter x", "there is no option --stricter"),
    ],
)
def test_a_command_that_does_not_exist_is_noticed(line: str, why: str) -> None:
    assert problem(line) == why


def defined(key: str) -> bool:
    """Whether the chart has a value; what lies under `config` is a setting."""
    found: Any = yaml.safe_load(VALUES.read_text(encoding="utf-8"))
    if key.startswith("config."):
        key, found = key.removeprefix("config."), Settings().model_dump()
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            return False
        found = found[part]
    return True


@of_every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_value_of_the_chart_that_the_page_sets_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    keys = re.findall(r"--set ([\w.]+)=", text)
    if page.stem in {"install", "gitops"}:
        keys += [key for row in re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE) for key in re.findall(VALUE, row)]
    assert not [key for key in keys if not defined(key)]


@of_every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_target_of_the_page_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert (
        set(re.findall(r"(?:`|^    |^\$ )make ([a-z0-9-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)) <= targets
    )
