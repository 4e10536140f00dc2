"""``casebook search``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.filters import chosen_options, query_of, wanted_of
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import one_incident
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from casebook_analyzer.memory import SearchResult, SimilarResult
    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.settings import Settings


SEARCHED, ALIKE = 50, 20
"""What a server gives at most (``web/api/queries.py``)."""


@click.command()
@click.argument("text", nargs=-1)
@click.option("--like", "incident", metavar="INCIDENT", help="Find past incidents that resemble this one instead.")
@chosen_options
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, help="How many at most.")
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

    return await server.read("/search", SearchResult, q=query, limit=min(limit, SEARCHED), **query_of(wanted))


async def _like_from(server: RemoteCasebook, name: str, limit: int) -> SimilarResult:
    from casebook_analyzer.memory import SimilarResult

    return await server.read(f"{incident_path(name)}/similar", SimilarResult, limit=min(limit, ALIKE))


async def _search(settings: Settings, query: str, wanted: IncidentFilter, limit: int) -> SearchResult:
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, only_reads=True) as memory:
        return await memory.search(query, wanted=wanted, limit=limit)


async def _like(settings: Settings, name: str, limit: int) -> SimilarResult:
    from casebook_analyzer.learning import View, with_usage
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, only_reads=True) as memory:
        incident = await one_incident(memory, name)
        found = await memory.like(incident.id, limit=limit)
        if found is None:
            raise ConfigurationError(f"The incident {name} was deleted at this moment.")
        used = await memory.usage.of_incidents([one.id for one in found.incidents], View())
        return msgspec.structs.replace(found, incidents=with_usage(found.incidents, used))
