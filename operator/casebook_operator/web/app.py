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
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_operator.kube import KubeClient
from casebook_operator.settings import Settings
from casebook_operator.web import alerts
from casebook_operator.web.access.door import Door
from casebook_operator.web.hosts import allowed_hosts
from casebook_operator.web.pages.family import family
from casebook_operator.web.pages.listing import listing
from casebook_operator.web.pages.node import node
from casebook_operator.web.pages.probes import healthz, metrics, readyz
from casebook_operator.web.pages.report import document, markdown, report
from casebook_operator.web.pages.subject import subject
from casebook_operator.web.problems import Problem, no_page, of_error
from casebook_operator.web.rendering import Renderer
from casebook_operator.web.site import Site
from casebook_operator.web.static import StaticFiles
from casebook_operator.web.watch import PROBES, Watch

log = structlog.get_logger(__name__)

Page = Callable[[Site, Request], Awaitable[Response]]

_PAGES: tuple[tuple[str, Page], ...] = (
    ("/", listing),
    # The order matters: a name never ends with these.
    ("/reports/{namespace}/{name}.md", markdown),
    ("/reports/{namespace}/{name}/document", document),
    ("/reports/{namespace}/{name}", report),
    ("/families/{id}", family),
    ("/subjects/{subject:path}", subject),
    ("/nodes/{name}", node),
    ("/healthz", healthz),
    ("/readyz", readyz),
    ("/metrics", metrics),
)


def make_app(memory: Memory, settings: Settings, kube: KubeClient | None) -> ASGIApp:
    """All pages. Without ``kube`` nobody can be asked who he is."""
    renderer = Renderer(cluster=settings.cluster.name)
    site = Site(memory=memory, settings=settings, renderer=renderer, kube=kube)
    answer = _answerer(renderer)
    door = Door(settings.web, kube if not settings.web.open else None)
    routes = [Route(path, _endpoint(site, page)) for path, page in _PAGES]
    return Starlette(
        routes=[*routes, alerts.alert_route(settings, kube, door), Mount("/static", StaticFiles())],
        middleware=[
            Middleware(Watch, answer=answer, hosts=allowed_hosts(settings)),
            Middleware(Gate, answer=answer, door=door),
        ],
        exception_handlers={HTTPException: _of_starlette(answer)},
    )


@final
class Gate:
    """Nothing but probes and style sheets is shown to one who is not known. Problems become pages here.

    The webhook of Alertmanager is no page, and asks for itself.
    """

    def __init__(self, app: ASGIApp, *, answer: Callable[[Request, Problem], Response], door: Door) -> None:
        self._app = app
        self._answer = answer
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        request, response = Request(scope), None
        try:
            if not _is_public(scope["path"]):
                request.state.reader = await self._door.reader(request)
            await self._app(scope, receive, send)
        except Problem as problem:
            response = self._answer(request, problem)
        except CasebookError as error:
            log.warning("page_unavailable", path=scope["path"], error=str(error))
            response = self._answer(request, of_error(error))
        if response is not None:
            await response(scope, receive, send)


def _is_public(path: str) -> bool:
    return path in PROBES or path == alerts.PATH or path.startswith("/static/")


def _endpoint(site: Site, page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await page(site, request)

    return endpoint


def _answerer(renderer: Renderer) -> Callable[[Request, Problem], Response]:
    def answer(request: Request, problem: Problem) -> Response:
        if _wants_text(request):
            lines = [f"{problem.title}.", problem.text, *(f"{one.text} {one.command}" for one in problem.advice)]
            return PlainTextResponse("\n".join(lines) + "\n", problem.status, problem.headers)
        reader = getattr(request.state, "reader", None)
        values = {"problem": problem, "reader": reader.name if reader else ""}
        return renderer.page("problem.html", values, status=problem.status, headers=problem.headers)

    return answer


def _wants_text(request: Request) -> bool:
    """A program: it reads markdown, or has never heard of HTML."""
    return request.url.path.endswith(".md") or "text/html" not in request.headers.get("accept", "text/html")


def _of_starlette(answer: Callable[[Request, Problem], Response]) -> Callable[[Request, Exception], Response]:
    def handle(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code != HTTPStatus.NOT_FOUND:
            status = HTTPStatus(error.status_code)
            problem = Problem(status, status.phrase, "Pages are read with GET.", headers=dict(error.headers or {}))
            return answer(request, problem)
        return answer(request, no_page())

    return handle
