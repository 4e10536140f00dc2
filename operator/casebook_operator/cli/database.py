"""``casebook db``."""

import asyncio
from pathlib import Path

import click
import msgspec

from casebook_analyzer.memory import SchemaState, resolve_dsn, schema_status, upgrade
from casebook_operator.cli.options import config_option, output_option, settings_with
from casebook_operator.recall import opened_memory
from casebook_operator.settings import Settings


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
def release(config: Path | None) -> None:
    """Let another cluster take over the incidents of this name.

    For a cluster that replaces the one which remembered under the name of the settings: its operator, when it starts
    next, goes on with them. No other cluster may be using the name.
    """
    settings = settings_with(config)
    released = asyncio.run(_release(settings))
    click.echo(f"{settings.cluster.name}: {'free for the next cluster' if released else 'no cluster had it'}")


async def _release(settings: Settings) -> bool:
    async with opened_memory(settings) as memory:
        return await memory.release()


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
