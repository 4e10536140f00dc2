"""``casebook mcp``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


@click.command()
@config_option
def mcp(config: Path | None) -> None:
    """Let an agent on this machine read memory, by the Model Context Protocol on standard input and output.

    With --server its tools are those of that `casebook web` (CASEBOOK_WEB__MCP=true): the agent sees what the token
    sent may see in the cluster, and no more. Without, it reads the database that the settings name.

    Nothing is changed, unless web.mcp_corrections lets an agent pass on what you say of a report: under the name by
    which the cluster knows you, or that of your login. Tools list and read incidents, find similar ones and what fixed
    them, search reports, explain, and give evidence, timelines and families. What they answer stands under
    untrusted_data: logs are written by strangers.

    \b
    Of a client's configuration:
      {"mcpServers": {"casebook": {"command": "casebook", "args":
      ["--server", "https://casebook.example.com", "--token-file", "/home/ana/casebook.token", "mcp"]}}}
    """
    from casebook_operator import logs

    settings = settings_with(config)
    logs.configure("WARNING", settings.log.format, settings.evidence.redaction.policy)
    server = chosen_server()
    asyncio.run(_forward(server) if server else _serve(settings))


async def _forward(server: RemoteCasebook) -> None:
    try:
        from casebook_operator.cli.mcp_forward import forward
    except ImportError as error:
        raise _lacking() from error
    await forward(server)


def _lacking() -> ConfigurationError:
    return ConfigurationError("Agents need the extra mcp: pip install 'kube-casebook[mcp]'.")


async def _serve(settings: Settings) -> None:
    try:
        from mcp.server.stdio import stdio_server
    except ImportError as error:
        raise _lacking() from error
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
