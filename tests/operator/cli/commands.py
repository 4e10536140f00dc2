"""All commands there are, by their words."""

from collections.abc import Iterator

import click


def commands(group: click.Group, *above: str) -> Iterator[tuple[str, ...]]:
    """The words of each command, and of each group, below a group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*above, name)
        if isinstance(command, click.Group):
            yield from commands(command, *above, name)


def called(group: click.Group, words: tuple[str, ...]) -> click.Command:
    """The command with these words; the group itself without any."""
    found: click.Command = group
    for name in words:
        assert isinstance(found, click.Group)
        below = found.get_command(click.Context(found), name)
        assert below is not None
        found = below
    return found
