"""Writes ``docs/reference/cli.md`` from the commands themselves: ``python -m tests.docs.cli_page``."""

from collections.abc import Iterator
from pathlib import Path

import click

from casebook_operator.cli.root import casebook

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"
WIDTH = 100

HEAD = """# Commands

What `--help` says of each. `kubectl casebook` is the same program. This page is written from the code:
`python -m tests.docs.cli_page`.
"""


def commands(command: click.Command, parent: click.Context | None = None) -> Iterator[tuple[click.Context, str]]:
    """Each command with its help, parents first."""
    name = "casebook" if parent is None else command.name
    context = click.Context(
        command,
        parent=parent,
        info_name=name,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    yield context, command.get_help(context)
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            yield from commands(found, context)


def render() -> str:
    sections = [HEAD]
    for context, text in commands(casebook):
        stripped = "\n".join(line.rstrip() for line in text.strip().splitlines())
        sections.append(f"## {context.command_path}\n\n```text\n{stripped}\n```\n")
    return "\n".join(sections)


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
