"""What surrounds every request: its time, its headers, the names it may come under, and an answer in any case."""

import time
from collections.abc import Callable, MutableMapping
from http import HTTPStatus
from typing import Any, final

import structlog
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from casebook_operator.web.headers import PRIVATE, SECURITY
from casebook_operator.web.hosts import host_of
from casebook_operator.web.metrics import REQUEST_SECONDS, REQUESTS, page_of
from casebook_operator.web.problems import Advice, PageProblem, unexpected

log = structlog.get_logger(__name__)

Answer = Callable[[Request, PageProblem], Response]
"""Makes a page of a problem."""


@final
class Watch:
    """The outermost middleware: it measures requests, refuses foreign host names and sets the headers that protect.

    When the application fails it answers with a page that says so.
    """

    def __init__(self, app: ASGIApp, *, answer: Answer, hosts: frozenset[str] | None) -> None:
        self._app = app
        self._answer = answer
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return
        begin, page = time.perf_counter(), page_of(scope["path"])
        code = 0

        async def sent(message: Message) -> None:
            nonlocal code
            if message["type"] == "http.response.start":
                code = message["status"]
                _protect(message)
            await send(message)

        try:
            await self._answered(scope, receive, sent)
        except Exception:  # the edge of the process: one broken page must not end the others
            log.exception("page_failed", page=page)
            if not code:
                await self._answer(Request(scope), unexpected())(scope, receive, sent)
        finally:
            REQUESTS.labels(page=page, code=str(code)).inc()
            REQUEST_SECONDS.labels(page=page).observe(time.perf_counter() - begin)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        if self._hosts is not None and host_of(request.headers.get("host", "")) not in self._hosts:
            await self._answer(request, _foreign())(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _protect(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in SECURITY.items():
        headers[name] = value
    headers.setdefault("Cache-Control", PRIVATE)


def _foreign() -> PageProblem:
    return PageProblem(
        HTTPStatus.MISDIRECTED_REQUEST,
        "This is not a name of Casebook",
        "Casebook serves this machine alone and asks nobody for a password, so it answers to no other name.",
        Advice("Open it under this name:", "http://localhost:8081/"),
        Advice("Or allow the name:", "CASEBOOK_WEB__HOSTS='[\"NAME\"]'"),
    )
