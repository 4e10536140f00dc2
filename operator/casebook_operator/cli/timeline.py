"""``casebook timeline``."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import reading
from casebook_operator.cli.remote import RemoteCasebook, chosen_server
from casebook_operator.cli.when import PastTime

if TYPE_CHECKING:
    from casebook_analyzer.timeline import Timeline
    from casebook_operator.settings import Settings


@click.command()
@click.argument("subject")
@click.option("--since", type=PastTime(), help="Only episodes opened since then: 7d, 24h, 2w, or a date.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=200, show_default=True, help="How many episodes at most."
)
@config_option
@page_option
def timeline(subject: str, since: datetime | None, limit: int, config: Path | None, output: str) -> None:
    """Show what happened to a workload or a node, in order of time.

    Its episodes, what was changed before them and what ended them, and the faults of the nodes that its pods ran on,
    from a day before its first episode on.

    SUBJECT is KIND/NAMESPACE/NAME, or Node/NAME.

    \b
    Examples:
      casebook timeline Deployment/shop/checkout
      casebook timeline Node/worker-1 --since 30d -o markdown
    """
    from casebook_operator.views.timeline import timeline_page

    server = chosen_server()
    reading_ = _read_from(server, subject, since, limit) if server else None
    found = asyncio.run(reading_ or _read(settings_with(config), subject, since, limit))
    print_answer(output, found, lambda: timeline_page(found))


async def _read_from(server: RemoteCasebook, subject: str, since: datetime | None, limit: int) -> Timeline:
    from casebook_analyzer.timeline import Timeline
    from casebook_operator.web.reads.timelines import EPISODES

    when = since.isoformat() if since else None
    return await server.read(f"/timelines/{quote(subject)}", Timeline, since=when, limit=min(limit, EPISODES))


async def _read(settings: Settings, subject: str, since: datetime | None, limit: int) -> Timeline:
    from casebook_analyzer.memory.browse.lookup import subjects_like
    from casebook_analyzer.memory.browse.timeline import read_timeline

    async with reading(settings) as memory:
        found = await read_timeline(memory.session, subject, since=since, limit=limit)
        if found.episodes:
            return found
        alike = [name for name in await subjects_like(memory.session, subject) if name != subject]
    when = f" since {since:%Y-%m-%d %H:%M} UTC" if since else ""
    known = f" Alike: {', '.join(alike)}." if alike else " A subject is written KIND/NAMESPACE/NAME or Node/NAME."
    raise ConfigurationError(f"Memory has no incident of {subject}{when}.{known}")
