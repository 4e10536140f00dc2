"""``casebook --server URL mcp``: the tools that a ``casebook web`` has for agents, on standard input and output."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any, final

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    INTERNAL_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)
from pydantic import ValidationError
from typing_extensions import override

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_operator.cli.remote import RemoteCasebook, RemoteReply
from casebook_operator.web.plain import plain

_PATH = "/mcp"
_JSON = "application/json"
_CARRIED = ("accept", "content-type", "mcp-")
"""How the names of headers begin that belong to the protocol."""

_Context = ServerRequestContext[Any, Any]


async def forward(server: RemoteCasebook) -> None:
    """Serve until standard input ends.

    Raises:
        CasebookError: The server cannot be reached at the start, refuses, or has no tools for agents. Later each tool
            says so.
    """
    carrier = _Carrier(server)
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(httpx2.AsyncClient(transport=carrier))
        there = Client(streamable_http_client(f"{server.url}{_PATH}", http_client=web))
        try:
            with _standard_input_kept():
                await stack.enter_async_context(there)
        except (MCPError, ValidationError, ExceptionGroup) as error:
            raise carrier.failure or ConfigurationError(f"{server.url} does not speak with agents: {error}.") from error
        read, write = await stack.enter_async_context(stdio_server())
        here = _same_as(there)
        await here.run(read, write, here.create_initialization_options())


def _same_as(there: Client) -> Server[Any]:
    """A server whose tools are those of another."""

    async def listed(_: _Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return await there.list_tools(cursor=params.cursor if params else None)

    async def called(_: _Context, params: CallToolRequestParams) -> CallToolResult:
        try:
            return await there.call_tool(params.name, params.arguments)
        except MCPError as error:
            return CallToolResult(content=[TextContent(text=plain(error.message))], is_error=True)

    known = there.server_info
    return Server(
        "casebook",
        version=known.version if known else "",
        instructions=there.instructions,
        on_list_tools=listed,
        on_call_tool=called,
    )


@final
class _Carrier(httpx2.AsyncBaseTransport):
    """Sends what the SDK says, as commands send what they ask: with the same token, and within the same bounds.

    The SDK tells of a refusal that there was one. So what is no answer becomes an error of the protocol, in our words.
    """

    def __init__(self, server: RemoteCasebook) -> None:
        self._server = server
        self.failure: CasebookError | None = None
        """Why the last request had no answer."""

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        headers = {name: value for name, value in request.headers.items() if name.startswith(_CARRIED)}
        try:
            found = await self._server.forward(_PATH, await request.aread(), headers)
            if found.status != httpx2.codes.ACCEPTED and found.kind != _JSON:
                raise self._refusal(found)
        except CasebookError as error:
            self.failure = error
            failed = ErrorData(code=INTERNAL_ERROR, message=str(error))
            said = JSONRPCError(jsonrpc="2.0", id=None, error=failed).model_dump_json()
            found = RemoteReply(httpx2.codes.BAD_GATEWAY, _JSON, said.encode())
        return httpx2.Response(found.status, content=found.body, headers={"Content-Type": found.kind})

    def _refusal(self, found: RemoteReply) -> CasebookError:
        if found.status == httpx2.codes.NOT_FOUND:
            return ConfigurationError(
                f"{self._server.url} has no tools for agents: CASEBOOK_WEB__MCP=true (config.web.mcp in the chart) "
                "switches them on."
            )
        return self._server.refusal(found)


@contextmanager
def _standard_input_kept() -> Iterator[None]:
    """What runs meanwhile, such as a plugin of the kubeconfig, reads nothing of what the agent says."""
    kept, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(nothing)
