"""``casebook timeline``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click

from casebook_operator.cli.filters import judged_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_analyzer.timeline import Timeline
    from casebook_operator.settings import Settings


@click.command()
@click.argument("subject", default="")
@judged_options("What happened in this namespace, instead of to a SUBJECT; may be repeated.")
@click.option("--limit", type=click.IntRange(1, 200), default=200, show_default=True, help="How many episodes at most.")
@config_option
@page_option
def timeline(
    subject: str,
    limit: int,
    config: Path | None,
    output: str,
    **filters: Any,
) -> None:
    """Show what happened to a workload or a node, or in a namespace, in order of time.

    Its episodes, what was changed before them and what ended them, and the faults of the nodes that its pods ran on,
    from a day before its first episode on.

    SUBJECT is KIND/NAMESPACE/NAME, or Node/NAME.

    \b
    Examples:
      casebook timeline Deployment/shop/checkout
      casebook timeline Node/worker-1 --since 30d -o markdown
      casebook timeline -n shop --since yesterday --until today
      casebook timeline -n shop -n media --since 7d
      casebook timeline -n shop --category config_error --severity Critical
    """
    import msgspec

    from casebook_analyzer.timeline import of_namespaces
    from casebook_operator.views.timeline import timeline_page

    wanted, server = wanted_of(filters), chosen_server()
    if bool(subject) == bool(wanted.namespaces):
        raise click.UsageError("Give either a subject or --namespace.")
    subject = subject or of_namespaces(wanted.namespaces or ())
    wanted = msgspec.structs.replace(wanted, namespaces=None)
    reading_ = _read_from(server, subject, wanted, limit) if server else None
    found = asyncio.run(reading_ or _read(settings_with(config), subject, wanted, limit))
    print_answer(output, found, lambda: timeline_page(found, limit))


async def _read_from(server: RemoteCasebook, subject: str, wanted: IncidentFilter, limit: int) -> Timeline:
    from casebook_analyzer.timeline import Timeline

    return await server.read(f"/timelines/{quote(subject)}", Timeline, **query_of(wanted), limit=limit)


async def _read(settings: Settings, subject: str, wanted: IncidentFilter, limit: int) -> Timeline:
    from casebook_operator.web.reads.timelines import read_subject

    async with as_pages_read(settings) as (records, reader):
        return await read_subject(records, reader, subject, wanted=wanted, limit=limit)
