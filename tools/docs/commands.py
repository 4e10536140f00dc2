"""Writes ``docs/reference/cli.md`` from the commands themselves."""

from collections.abc import Iterator

import click

from casebook_operator.cli.root import casebook
from tools.places import DOCS

PAGE = DOCS / "reference" / "cli.md"
WIDTH = 100

HEAD = """# Commands

What `--help` says of each. `kubectl casebook` is the same program. `make docs` writes this page
from the code.
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
            if found is not None:
                yield from commands(found, context)


def render() -> str:
    """The page as it should be."""
    sections = [HEAD]
    for context, text in commands(casebook):
        stripped = "\n".join(line.rstrip() for line in text.strip().splitlines())
        sections.append(f"## {context.command_path}\n\n```text\n{stripped}\n```\n")
    return "\n".join(sections)
