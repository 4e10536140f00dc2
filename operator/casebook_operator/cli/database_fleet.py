"""``casebook db fleet``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import config_option, output_option, settings_with

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casebook_analyzer.memory import FleetMember

cluster_option = click.option("--cluster", metavar="NAME", help="The cluster's name. Default: that of the settings.")


@click.group()
def fleet() -> None:
    """Say which clusters of the database find each other's incidents.

    Those of one fleet do, as soon as the settings of each say `memory.fleet: true`. Only the owner of the tables
    decides who is in it: the settings have to name the login with which upgrades run.
    """


@fleet.command()
@click.argument("name")
@config_option
@cluster_option
@output_option("text", "json")
def join(name: str, config: Path | None, cluster: str | None, output: str) -> None:
    """Put a cluster into a fleet of any name.

    \b
    Example:
      casebook db fleet join production --cluster east
    """
    from casebook_analyzer.memory import join_fleet, resolve_dsn

    settings = settings_with(config)
    with resolve_dsn(settings.database.url) as dsn:
        _tell([join_fleet(dsn, cluster or settings.cluster.name, name)], output)


@fleet.command(name="list")
@config_option
@output_option("text", "json")
def list_command(config: Path | None, output: str) -> None:
    """Show which fleet each cluster is in."""
    from casebook_analyzer.memory import list_fleets, resolve_dsn

    with resolve_dsn(settings_with(config).database.url) as dsn:
        _tell(list_fleets(dsn), output)


@fleet.command()
@config_option
@cluster_option
@output_option("text", "json")
def leave(config: Path | None, cluster: str | None, output: str) -> None:
    """Take a cluster out of its fleet: no other finds its incidents from now on, and it finds none of theirs."""
    from casebook_analyzer.memory import leave_fleet, resolve_dsn

    settings = settings_with(config)
    named = cluster or settings.cluster.name
    with resolve_dsn(settings.database.url) as dsn:
        left = leave_fleet(dsn, named)
    if left is None:
        raise click.ClickException(f"The cluster {named} is in no fleet: see `casebook db fleet list`.")
    _tell([left], output)


def _tell(members: Sequence[FleetMember], output: str) -> None:
    if output == "json":
        click.echo(inert_json(members))
    elif not members:
        click.echo("No cluster is in a fleet: see `casebook db fleet join --help`.", err=True)
    else:
        width = max(len(one.cluster) for one in members)
        for one in members:
            click.echo(f"{one.cluster:{width}}  {one.fleet}")
