"""Agents that speak with Casebook by the SDK's own client, over every transport."""

import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from tests.operator.web.conftest import TENANT
from tests.operator.web.served import served
from tools.places import ROOT

TRANSPORTS = ("stdio", "http", "stdio through http")
EXAMPLES = json.loads((ROOT / "examples" / "agents" / "mcp.json").read_text())["mcpServers"]
EXTERNAL = "https://casebook.example.com"


@asynccontextmanager
async def agent(transport: str, dsn: str, **more: str) -> AsyncIterator[Client]:
    """A client of a process of its own that reads this database."""
    settings = {
        "CASEBOOK_DATABASE__URL": dsn,
        "CASEBOOK_CLUSTER__NAME": TENANT,
        "CASEBOOK_REPORTS__EXTERNAL_URL": EXTERNAL,
        "CASEBOOK_MEMORY__EMBEDDER": "none",
    } | more
    if transport == "stdio":
        async with Client(process(EXAMPLES["casebook-of-the-database"]["args"], **settings)) as client:
            yield client
        return
    with served(**settings, CASEBOOK_WEB__MCP="true") as server:
        there = f"{server.url}/mcp" if transport == "http" else process(["--server", server.url, "mcp"])
        async with Client(there) as client:
            yield client


def process(arguments: Sequence[str], **environment: str) -> StdioServerParameters:
    """``casebook``, as clients start it: with nothing of ours in its environment."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CASEBOOK_", "KUBE"))}
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return StdioServerParameters(command="casebook", args=[*arguments], env=clean | path | environment)


def said(result: CallToolResult) -> str:
    """The text of an answer."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text
