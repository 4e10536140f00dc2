"""``POST /mcp``: streamable HTTP, one request at a time. Who asks is known before, as on every page."""

import logging
from typing import final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from casebook_operator.web.access.reader import Reader
from casebook_operator.web.agents.server import Context, make_server
from casebook_operator.web.body import body_of
from casebook_operator.web.programs import require_program
from casebook_operator.web.records import Records
from casebook_operator.web.site import reader_of

PATH = "/mcp"
_MOST_BYTES = 64 * 1024
"""Of a request: a tool takes a few short texts."""
_LARGE, _LATE = "No tool takes as much.", "The request did not arrive in time."


def agents_route(records: Records) -> Route:
    """The route. It keeps no session: each request is answered by itself, for whoever sends it."""
    logging.getLogger("mcp").setLevel(logging.WARNING)  # it tells of each request that it begins and ends
    return Route(PATH, Endpoint(records), methods=["POST"])


def _reader(context: Context) -> Reader:
    """Who has sent the request, as the middleware of all pages has found out."""
    assert context.request is not None  # noqa: S101 - over HTTP there is one
    return reader_of(context.request)


@final
class Endpoint:
    """Has the SDK answer each request in JSON."""

    def __init__(self, records: Records) -> None:
        self._server = make_server(records, _reader)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, with its body read within bounds."""
        request = Request(scope, receive)
        require_program(request)
        body = await body_of(request, most=_MOST_BYTES, too_large=_LARGE, too_slow=_LATE)
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replayed() -> Message:
            return whole.pop() if whole else await receive()

        # Names are looked at by ``Watch``, which knows those that the settings allow.
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        manager = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, security_settings=unchecked
        )
        async with manager.run():
            await manager.handle_request(scope, replayed, send)
