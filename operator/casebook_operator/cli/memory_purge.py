"""``casebook memory purge``."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import reading

if TYPE_CHECKING:
    from casebook_analyzer.memory.maintenance.retention import RetentionClass
    from casebook_operator.settings import Settings


@click.command(name="purge")
@click.option("--dry-run", is_flag=True, help="Count them, and delete nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@config_option
@page_option
def purge_command(dry_run: bool, yes: bool, config: Path | None, output: str) -> None:  # noqa: FBT001
    """Delete incidents whose time is over, with their reports, vectors, judgements and feedback.

    How long each class is kept is set by CASEBOOK_MEMORY__KEEP_CONFIRMED_DAYS, CASEBOOK_MEMORY__KEEP_REJECTED_DAYS and
    CASEBOOK_MEMORY__KEEP_SILENT_DAYS; 0 is for ever.

    \b
    Examples:
      casebook memory purge --dry-run
      casebook memory purge --yes
    """
    from casebook_analyzer.memory.maintenance.retention import RetentionClass
    from casebook_analyzer.text import counted
    from casebook_operator.recall import retention
    from casebook_operator.views.purge import Purge, purge_page

    settings = settings_with(config)
    over = asyncio.run(_purge(settings, dry_run=True))
    number = sum(over.values())
    if number and not dry_run:
        if not yes:
            incidents = counted(number, "incident")
            click.confirm(f"Delete {incidents} of {settings.cluster.name} for good?", abort=True, err=True)
        over = asyncio.run(_purge(settings, dry_run=False))
    answer = Purge(
        dry_run=dry_run,
        kept_days={kind: retention(settings).of(kind) for kind in RetentionClass},
        deleted=dict(over),
    )
    print_answer(output, answer, lambda: purge_page(answer))


async def _purge(settings: Settings, *, dry_run: bool) -> Mapping[RetentionClass, int]:
    from casebook_analyzer.memory.maintenance.retention import purge
    from casebook_operator.recall import retention

    async with reading(settings) as memory:
        return await purge(memory.session, retention(settings), datetime.now(UTC), dry_run=dry_run)
