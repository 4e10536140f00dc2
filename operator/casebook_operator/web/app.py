"""The application: which address is which page, and what every request passes."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_operator.kube import KubeClient
from casebook_operator.settings import Settings
from casebook_operator.web import alerts
from casebook_operator.web.access.authenticator import Authenticator
from casebook_operator.web.api.answers import problem_answer
from casebook_operator.web.api.routes import api_routes
from casebook_operator.web.hosts import allowed_hosts
from casebook_operator.web.pages import ask, attach, erase, feedback
from casebook_operator.web.pages.family import family
from casebook_operator.web.pages.feed import FEED, feed
from casebook_operator.web.pages.knowledge import PATH as KNOWLEDGE
from casebook_operator.web.pages.knowledge import knowledge
from casebook_operator.web.pages.listing import listing
from casebook_operator.web.pages.namespace import namespace
from casebook_operator.web.pages.node import node
from casebook_operator.web.pages.overview import overview
from casebook_operator.web.pages.report import document, exhibit, markdown, report
from casebook_operator.web.pages.subject import subject
from casebook_operator.web.problems import PageProblem, no_page, of_error
from casebook_operator.web.rendering import Renderer
from casebook_operator.web.site import Site
from casebook_operator.web.static import static_route
from casebook_operator.web.watch import Watch

log = structlog.get_logger(__name__)

Endpoint = Callable[[Site, Request], Awaitable[Response]]

FEEDBACK = "/reports/{namespace}/{name}/feedback"
PROPOSAL = "/reports/{namespace}/{name}/proposals/{number}"
ATTACH = "/reports/{namespace}/{name}/attach"
ERASE = "/reports/{namespace}/{name}/exhibits/{digest}/erase"

_PAGES: tuple[tuple[str, Endpoint], ...] = (
    ("/", listing),
    # The order matters: a name never ends with these.
    ("/reports/{namespace}/{name}.md", markdown),
    ("/reports/{namespace}/{name}/document", document),
    ("/reports/{namespace}/{name}/exhibits/{digest}", exhibit),
    (FEEDBACK, feedback.form),
    (ATTACH, attach.form),
    (ERASE, erase.form),
    ("/reports/{namespace}/{name}", report),
    ("/families/{id}", family),
    ("/subjects/{subject:path}", subject),
    ("/nodes/{name}", node),
    ("/namespaces/{name}", namespace),
    ("/overview", overview),
    (FEED, feed),
    (KNOWLEDGE, knowledge),
    (ask.PATH, ask.form),
)

_FORMS: tuple[tuple[str, Endpoint], ...] = (
    (ask.PATH, ask.send),
    (FEEDBACK, feedback.send),
    (PROPOSAL, feedback.accept),
    (ATTACH, attach.send),
    (ERASE, erase.send),
)


def make_app(memory: Memory, settings: Settings, kube: KubeClient | None) -> ASGIApp:
    """The application with all pages. Without ``kube`` readers are not asked who they are.

    Raises:
        ConfigurationError: The secret of the proxy or of the webhook cannot be used.
    """
    renderer = Renderer(cluster=settings.cluster.name, asks=settings.web.ask, says=settings.web.feedback)
    site = Site(memory=memory, settings=settings, renderer=renderer, kube=kube)
    answer = _answerer(renderer)
    authenticator = Authenticator(settings.web, kube if not settings.web.open else None, settings.evidence.log_text)
    routes = [Route(path, _endpoint(site, page)) for path, page in _PAGES]
    routes += [Route(path, _endpoint(site, send), methods=["POST"]) for path, send in _FORMS]
    if settings.web.mcp:
        routes.append(_agents_route(site))
    app = Starlette(
        routes=[*routes, *api_routes(site), alerts.alert_route(settings, kube, authenticator), static_route()],
        middleware=[
            Middleware(Watch, answer=answer, hosts=allowed_hosts(settings)),
            Middleware(RequireReader, answer=answer, authenticator=authenticator),
        ],
        exception_handlers={HTTPException: _of_starlette(answer)},
    )
    app.router.redirect_slashes = False  # Starlette would lead to whatever host the request names
    return app


@final
class RequireReader:
    """Shows nothing but style sheets to readers that are not known, and makes pages of problems.

    The webhook of Alertmanager is no page, and asks for itself.
    """

    def __init__(
        self, app: ASGIApp, *, answer: Callable[[Request, PageProblem], Response], authenticator: Authenticator
    ) -> None:
        self._app = app
        self._answer = answer
        self._authenticator = authenticator

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        request, response = Request(scope), None
        try:
            if not _is_public(scope["path"]):
                request.state.reader = await self._authenticator.reader(request)
            await self._app(scope, receive, send)
        except PageProblem as problem:
            response = self._answer(request, problem)
        except CasebookError as error:
            log.warning("page_unavailable", path=scope["path"], error=str(error))
            response = self._answer(request, of_error(error))
        if response is not None:
            await response(scope, receive, send)


def _agents_route(site: Site) -> Route:
    try:
        from casebook_operator.web.agents.endpoint import agents_route  # noqa: PLC0415 - an extra, and large
    except ImportError as error:
        raise ConfigurationError("CASEBOOK_WEB__MCP needs the extra mcp: pip install 'kube-casebook[mcp]'.") from error
    return agents_route(site)


def _is_public(path: str) -> bool:
    return path == alerts.PATH or path.startswith("/static/")


def _endpoint(site: Site, page: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await page(site, request)

    return endpoint


def _answerer(renderer: Renderer) -> Callable[[Request, PageProblem], Response]:
    def answer(request: Request, problem: PageProblem) -> Response:
        if request.url.path.startswith(("/api/", "/mcp")):
            return problem_answer(problem)
        if _wants_text(request):
            lines = [f"{problem.title}.", problem.text, *(f"{one.text} {one.command}" for one in problem.advice)]
            return PlainTextResponse("\n".join(lines) + "\n", problem.status, problem.headers)
        reader = getattr(request.state, "reader", None)
        values = {"problem": problem, "reader": reader.name if reader else ""}
        return renderer.page("problem.html", values, status=problem.status, headers=problem.headers)

    return answer


def _wants_text(request: Request) -> bool:
    """Whether a program asks: for Markdown, or without accepting HTML."""
    return request.url.path.endswith(".md") or "text/html" not in request.headers.get("accept", "text/html")


def _of_starlette(
    answer: Callable[[Request, PageProblem], Response],
) -> Callable[[Request, Exception], Awaitable[Response]]:
    # A coroutine, because Starlette gives a thread to what is none.
    async def handle(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code != HTTPStatus.NOT_FOUND:
            status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
            why = f"This address takes {headers['Allow']}." if "Allow" in headers else "The request cannot be read."
            return answer(request, PageProblem(status, status.phrase, why, headers=headers))
        return answer(request, no_page())

    return handle
