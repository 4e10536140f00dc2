"""``casebook report``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import config_option, investigation_options, output_option, settings_with
from casebook_operator.cli.reading import as_pages_read
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_operator.settings import Settings
    from casebook_operator.views.incident import ShownIncident


@click.command()
@investigation_options
@click.option("--id", "by_id", is_flag=True, help="NAME is an incident's id, as status.similarIncidents gives it.")
@config_option
@output_option("terminal", "markdown", "json")
def report(name: str, namespace: str, by_id: bool, config: Path | None, output: str) -> None:  # noqa: FBT001
    """Show the report of one Investigation, with the similar past incidents and what fixed them.

    Reports outlive their Investigation: one that was deleted from the cluster can still be read.
    """
    from casebook_analyzer.report import markdown, outline, read_case
    from casebook_operator.views.screen import on_terminal
    from casebook_operator.views.terminal import print_page
    from casebook_operator.web.reads.incidents import presented

    server = chosen_server()
    if server and by_id:
        raise click.UsageError("With --server an incident is called by its name.")
    reading = _read_from(server, f"{namespace}/{name}") if server else None
    shown = asyncio.run(reading or _read(settings_with(config), namespace, name, by_id=by_id))
    if output == "json":
        click.echo(inert_json(presented(shown)))
        return
    page = outline(read_case(shown.incident, now=datetime.now(UTC), past=shown.past))
    if output == "terminal" and on_terminal():
        print_page(page)
    else:
        click.echo(markdown(page))


async def _read_from(server: RemoteCasebook, name: str) -> ShownIncident:
    from casebook_operator.cli.show import read_from

    return await read_from(server, name)


async def _read(settings: Settings, namespace: str, name: str, *, by_id: bool) -> ShownIncident:
    from casebook_operator.web.reads.incidents import opened

    async with as_pages_read(settings) as (records, reader):
        memory = records.memory
        found = await (memory.by_id(name) if by_id else memory.get(namespace, name))
        if found is not None:
            return await opened(records, reader, found)
    where = f"with the id {name}" if by_id else f"for {namespace}/{name}"
    raise ConfigurationError(
        f"There is no report {where}. `kubectl get investigations -A` lists what there is; "
        "one in the state Investigating has none yet. CASEBOOK_DATABASE__URL must name the operator's database."
    )
