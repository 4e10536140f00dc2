"""A command group that imports a command when it is called: the operator's imports take longer than most commands."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem
from typing_extensions import override


class Lazy(NamedTuple):
    """A command that is not imported yet."""

    place: str
    """``module:attribute``."""
    short_help: str
    """What its group says of it: help and completion of the group import none of its commands."""


class LazyGroup(click.Group):
    """A group of :class:`Lazy` commands. Their modules import what they work with when they run, so help is quick."""

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = dict(lazy)

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._lazy)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return None
        module, _, attribute = self._lazy[cmd_name].place.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._lazy[name].short_help) for name in self.list_commands(ctx)])

    @override
    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=self._lazy[name].short_help) for name in names] + options
