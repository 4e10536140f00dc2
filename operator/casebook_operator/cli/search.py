"""``casebook search``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casebook_operator.cli.filters import chosen_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read, one_incident
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from casebook_analyzer.memory import SearchResult, SimilarResult
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings


@click.command()
@click.argument("text", nargs=-1)
@click.option("--like", "incident", metavar="INCIDENT", help="Find past incidents that resemble this one instead.")
@chosen_options
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="How many at most.")
@config_option
@page_option
def search(
    text: tuple[str, ...],
    incident: str | None,
    limit: int,
    config: Path | None,
    output: str,
    **filters: Any,
) -> None:
    """Search the reports of all remembered incidents, or find those that resemble one incident.

    INCIDENT is the name of its Investigation, with or without the namespace, or its id. Filters without a text are for
    `casebook list`.

    \b
    Examples:
      casebook search Xid 79
      casebook search 'DATABASE_URL is not set' -o json
      casebook search connection refused -n shop --category network_partition --state resolved
      casebook search OOMKilled --owner payments --since 7d
      casebook search --like shop/checkout-0a1b2c3d4e-1
    """
    from casebook_operator.views.search import search_page, similar_page

    if bool(text) == bool(incident):
        raise click.UsageError(
            "Give either a text to search for, or --like and an incident. With filters alone: casebook list."
        )
    wanted = wanted_of(filters)
    if incident and wanted.terms:
        raise click.UsageError("Filters are for a text, not for --like.")
    server, settings = chosen_server(), settings_with(config)
    if incident is not None:
        alike = asyncio.run(_like_from(server, incident, limit) if server else _like(settings, incident, limit))
        print_answer(output, alike, lambda: similar_page(alike, datetime.now(UTC)))
        return
    query = " ".join(text)
    found = asyncio.run(_from(server, query, wanted, limit) if server else _search(settings, query, wanted, limit))
    print_answer(output, found, lambda: search_page(query, found))


async def _from(server: RemoteCasebook, query: str, wanted: IncidentFilter, limit: int) -> SearchResult:
    from casebook_analyzer.memory import SearchResult

    return await server.read("/search", SearchResult, q=query, limit=limit, **query_of(wanted))


async def _like_from(server: RemoteCasebook, name: str, limit: int) -> SimilarResult:
    from casebook_analyzer.memory import SimilarResult

    return await server.read(f"{incident_path(name)}/similar", SimilarResult, limit=limit)


async def _search(settings: Settings, query: str, wanted: IncidentFilter, limit: int) -> SearchResult:
    from casebook_operator.web.reads.search import search

    async with as_pages_read(settings, embeds=True) as (records, _):
        return await search(records, query, wanted, limit)


async def _like(settings: Settings, name: str, limit: int) -> SimilarResult:
    from casebook_operator.web.reads.incidents import find_similar

    async with as_pages_read(settings, embeds=True) as (records, reader):
        return await find_similar(records, reader, await one_incident(records.memory, name), limit)
