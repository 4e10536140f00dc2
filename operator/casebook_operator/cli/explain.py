"""``casebook explain``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.reading import as_pages_read, one_incident
from casebook_operator.cli.remote import RemoteCasebook, chosen_server, incident_path

if TYPE_CHECKING:
    from casebook_analyzer.memory.search.explanation import Explanation
    from casebook_operator.settings import Settings


@click.command()
@click.argument("incident")
@click.argument("hit")
@config_option
@page_option
def explain(incident: str, hit: str, config: Path | None, output: str) -> None:
    """Explain why the past incident HIT is attached to INCIDENT, or why it is not.

    Shown are the band and the sum that it follows from, both retrievers with their ranks, the words that both reports
    share and what each adds, and both conclusions side by side. INCIDENT and HIT
    are names of Investigations, with or without the namespace, or ids.

    \b
    Examples:
      casebook explain checkout-0a1b2c3d4e-3 checkout-0a1b2c3d4e-1
      casebook explain shop/checkout-0a1b2c3d4e-3 bank/payments-5f6a7b8c9d-1 -o markdown
    """
    from casebook_operator.views.explanation import explanation_page

    server = chosen_server()
    found = asyncio.run(_read(server, incident, hit) if server else _explain(settings_with(config), incident, hit))
    print_answer(output, found, lambda: explanation_page(found))


async def _read(server: RemoteCasebook, incident: str, hit: str) -> Explanation:
    from casebook_analyzer.memory.search.explanation import Explanation

    pair = f"{incident_path(incident)}/similar{incident_path(hit).removeprefix('/incidents')}"
    return await server.read(pair, Explanation)


async def _explain(settings: Settings, incident: str, hit: str) -> Explanation:
    from casebook_operator.web.reads.explanations import read_explanation

    async with as_pages_read(settings) as (records, reader):
        case, past = await one_incident(records.memory, incident), await one_incident(records.memory, hit)
        return await read_explanation(records, reader, case, past)
