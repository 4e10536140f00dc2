"""``casebook db``."""

from pathlib import Path

import click
import msgspec

from casebook_analyzer.memory import SchemaState, resolve_dsn, schema_status, upgrade
from casebook_operator.cli.options import config_option, output_option, settings_with


@click.group()
def db() -> None:
    """Look after the database."""


@db.command(name="upgrade")
@config_option
def upgrade_command(config: Path | None) -> None:
    """Bring the database's schema to this version of Casebook.

    Safe to run again, and by several at once: only one of them works while the others wait.
    """
    with resolve_dsn(settings_with(config).database.url) as dsn:
        upgrade(dsn, progress=click.echo)


@db.command()
@config_option
@output_option("text", "json")
def status(config: Path | None, output: str) -> None:
    """Show which schema the database has, and which one this version needs."""
    with resolve_dsn(settings_with(config).database.url) as dsn:
        found = schema_status(dsn)
    if output == "json":
        click.echo(msgspec.json.encode(msgspec.to_builtins(found) | {"state": found.state}).decode())
    else:
        click.echo(f"database: {found.current or 'no schema'}\nneeded:   {found.head}\nstate:    {found.state}")
    if found.state is not SchemaState.CURRENT:
        raise click.exceptions.Exit(1)
