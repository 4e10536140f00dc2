"""``casebook show``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read, one_incident
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from casebook_operator.settings import Settings
    from casebook_operator.views.incident import ShownIncident


@click.command()
@click.argument("incident")
@config_option
@page_option
def show(incident: str, config: Path | None, output: str) -> None:
    """Show what is remembered of one incident.

    Its verdict and causal chain, how it ended, what people said of it, what was concluded before it was judged again,
    and which past incidents resemble it.

    INCIDENT is the name of its Investigation, with or without the namespace, or its id.

    \b
    Examples:
      casebook show checkout-0a1b2c3d4e-1
      casebook show shop/checkout-0a1b2c3d4e-1 -o markdown
    """
    from casebook_operator.views.incident import incident_page

    server = chosen_server()
    shown = asyncio.run(read_from(server, incident) if server else _read(settings_with(config), incident))
    print_answer(output, shown, lambda: incident_page(shown, now=datetime.now(UTC)))


async def read_from(server: RemoteCasebook, name: str) -> ShownIncident:
    """An incident as a server gives it."""
    from casebook_operator.views.incident import ShownIncident

    return await server.read(incident_path(name), ShownIncident)


async def _read(settings: Settings, name: str) -> ShownIncident:
    from casebook_operator.web.reads.incidents import opened, presented

    async with as_pages_read(settings) as (records, reader):
        return presented(await opened(records, reader, await one_incident(records.memory, name)))
