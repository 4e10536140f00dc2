"""A command group that imports a command when it is called: the operator's imports take longer than most commands."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click
from typing_extensions import override


class LazyGroup(click.Group):
    """``commands`` maps names to ``module:attribute``. Only ``--help`` of the group imports them all."""

    def __init__(self, *args: Any, places: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = dict(places)

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._places)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._places:
            return None
        module, _, attribute = self._places[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command
