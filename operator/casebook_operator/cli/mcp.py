"""``casebook mcp``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import config_option, settings_with

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


@click.command()
@config_option
def mcp(config: Path | None) -> None:
    """Let an agent on this machine read memory, by the Model Context Protocol on standard input and output.

    It reads the database that the settings name, as every command does, and changes nothing, unless
    web.mcp_corrections lets it pass on what you say of a report, under your login name. Tools list and read
    incidents, find similar ones and what fixed them, search reports, explain, and give evidence, timelines and
    families. What they answer stands under untrusted_data: logs are written by strangers.

    Agents that should see what their user may see in the cluster, and no more, are served by `casebook web` at /mcp
    (CASEBOOK_WEB__MCP=true), behind the same tokens as pages.

    \b
    Of a client's configuration:
      {"mcpServers": {"casebook": {"command": "casebook", "args": ["mcp"]}}}
    """
    from casebook_operator import logs

    settings = settings_with(config)
    logs.configure("WARNING", settings.log.format, settings.evidence.redaction.policy)
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    try:
        from mcp.server.stdio import stdio_server
    except ImportError as error:
        raise ConfigurationError("Agents need the extra mcp: pip install 'kube-casebook[mcp]'.") from error
    from casebook_operator.feedback.annotate import login
    from casebook_operator.opening_watch import counted_openings
    from casebook_operator.recall import opened_memory
    from casebook_operator.web.access.reader import Anybody
    from casebook_operator.web.agents.server import make_server
    from casebook_operator.web.records import Records

    async with (
        opened_memory(settings, only_reads=True) as memory,
        counted_openings(memory),
        stdio_server() as (read, write),
    ):
        server = make_server(Records(memory=memory, settings=settings), lambda _: Anybody(), login=login())
        await server.run(read, write, server.create_initialization_options())
