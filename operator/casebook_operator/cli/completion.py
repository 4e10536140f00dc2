"""What kubectl asks when somebody types ``kubectl casebook`` and presses the tab key."""

import sys

import click
from click.shell_completion import ShellComplete

from casebook_operator.cli.root import casebook

_FILES, _NO_FILES = 0, 4
"""Directives of cobra (completions.go): ``ShellCompDirectiveDefault``, by which the shell offers files, and
``ShellCompDirectiveNoFileComp``."""


def complete() -> None:
    """Entry point of ``kubectl_complete-casebook``, which kubectl looks for beside the plugin.

    kubectl gives what was typed after the plugin's name, the last word perhaps empty, and takes a line for each
    completion, with what it does behind a tab, and a directive (kubectl: pkg/cmd/plugin/plugin_completion.go).
    """
    *given, incomplete = sys.argv[1:] or [""]
    items = ShellComplete(casebook, {}, "casebook", "").get_completions(given, incomplete)
    plain = [item for item in items if item.type == "plain"]
    for item in plain:
        click.echo(f"{item.value}\t{item.help}" if item.help else item.value)
    click.echo(f":{_NO_FILES if len(plain) == len(items) else _FILES}")
