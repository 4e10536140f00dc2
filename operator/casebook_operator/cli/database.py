"""``casebook db``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_operator.cli.database_fleet import fleet
from casebook_operator.cli.database_login import login
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import config_option, output_option, settings_with

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


_PAUSE_SECONDS = 1.0


@click.group()
def db() -> None:
    """Look after the database."""


db.add_command(login)
db.add_command(fleet)


@db.command(name="upgrade")
@config_option
@click.option(
    "--wait",
    "seconds",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="How long to wait for a database that does not answer.",
)
def upgrade_command(config: Path | None, seconds: float) -> None:
    """Bring the database's schema to this version of Casebook.

    Safe to run again, and by several at once: only one of them works while the others wait.
    """
    from casebook_analyzer.memory import resolve_dsn, upgrade

    with resolve_dsn(settings_with(config).database.url) as dsn:
        _once_it_answers(partial(upgrade, dsn, progress=click.echo), seconds)


def _once_it_answers(work: Callable[[], object], seconds: float) -> None:
    """Do something as soon as the database answers: installed together with Casebook, it still starts."""
    deadline, told = time.monotonic() + seconds, ""
    while True:
        try:
            work()
        except DatabaseUnavailableError as error:
            if time.monotonic() + _PAUSE_SECONDS > deadline:
                raise
            if str(error) != told:
                click.echo(f"waiting: {error}", err=True)
            told = str(error)
            time.sleep(_PAUSE_SECONDS)
        else:
            return


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
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings) as memory:
        return await memory.release()


@db.command()
@config_option
@output_option("text", "json")
def status(config: Path | None, output: str) -> None:
    """Show which schema the database has, and which one this version needs."""
    from casebook_analyzer.memory import SchemaState, resolve_dsn, schema_status

    with resolve_dsn(settings_with(config).database.url) as dsn:
        found = schema_status(dsn)
    if output == "json":
        click.echo(inert_json(msgspec.to_builtins(found) | {"state": found.state}))
    else:
        click.echo(f"database: {found.current or 'no schema'}\nneeded:   {found.head}\nstate:    {found.state}")
    if found.state is not SchemaState.CURRENT:
        raise click.exceptions.Exit(1)
