"""``casebook db login``."""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import config_option, output_option, settings_with

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casebook_analyzer.memory import Login


@click.group()
def login() -> None:
    """Say which cluster a login of the database belongs to.

    A login sees and writes the incidents of its cluster, whatever it asks for, and nothing without one. To change that,
    the settings have to name the login that owns the tables, with which upgrades run.
    """


@login.command()
@click.argument("name")
@config_option
@click.option("--cluster", metavar="NAME", help="The cluster's name. Default: that of the settings.")
@click.option(
    "--password-file",
    type=click.File(encoding="utf-8"),
    help="Give the login the password in this file (- for standard input), and make it if there is none.",
)
@output_option("text", "json")
def add(name: str, config: Path | None, cluster: str | None, password_file: IO[str] | None, output: str) -> None:
    """Let a login read and write the incidents of one cluster.

    \b
    Example:
      casebook db login add casebook-east --cluster east --password-file password.txt
    """
    from casebook_analyzer.memory import add_login, resolve_dsn

    settings = settings_with(config)
    password = _password(password_file) if password_file else ""
    with resolve_dsn(settings.database.url) as dsn:
        _tell([add_login(dsn, name, cluster or settings.cluster.name, password=password)], output)


def _password(file: IO[str]) -> str:
    password = file.read().strip("\r\n")
    if not password:
        raise click.BadParameter("the file is empty", param_hint="--password-file")
    return password


@login.command(name="list")
@config_option
@output_option("text", "json")
def list_command(config: Path | None, output: str) -> None:
    """Show which cluster each login belongs to."""
    from casebook_analyzer.memory import list_logins, resolve_dsn

    with resolve_dsn(settings_with(config).database.url) as dsn:
        _tell(list_logins(dsn), output)


@login.command()
@click.argument("name")
@config_option
@output_option("text", "json")
def remove(name: str, config: Path | None, output: str) -> None:
    """Take the cluster from a login: it sees nothing from now on. The login itself stays, and so do all incidents."""
    from casebook_analyzer.memory import remove_login, resolve_dsn

    with resolve_dsn(settings_with(config).database.url) as dsn:
        removed = remove_login(dsn, name)
    if removed is None:
        raise click.ClickException(f"{name} belongs to no cluster: see `casebook db login list`.")
    _tell([removed], output)


def _tell(logins: Sequence[Login], output: str) -> None:
    if output == "json":
        click.echo(inert_json(logins))
    elif not logins:
        click.echo("No login belongs to a cluster: see `casebook db login add --help`.", err=True)
    else:
        width = max(len(one.login) for one in logins)
        for one in logins:
            click.echo(f"{one.login:{width}}  {one.cluster}")
