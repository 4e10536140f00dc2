"""Runs the web pages until they are told to stop."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import final

import structlog
import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

from casebook_analyzer.errors import ConfigurationError
from casebook_operator import metrics
from casebook_operator.kube import KubeClient, connect
from casebook_operator.recall import opened_memory
from casebook_operator.settings import Settings, WebSettings
from casebook_operator.web.app import make_app
from casebook_operator.web.hosts import is_loopback

log = structlog.get_logger(__name__)

_DRAIN_SECONDS = 10
"""How long requests may go on that have begun: none of them takes so long."""
_AT_ONCE = 500
"""Requests that are answered at once. More get 503, which a proxy or a webhook tries again."""
_HEADERS_BYTES = 64 * 1024
"""A token of somebody with many groups has some thousand."""


async def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises a :class:`CasebookError` when it may not start. A database that is away does not keep it from starting: each
    page says so until it is back.
    """
    require_safe(settings.web)
    lean = settings.model_copy(
        update={"memory": settings.memory.model_copy(update={"embedder": settings.web.embedder})}
    )
    with listening(settings.web) as listener:
        async with opened_memory(lean, wait=True) as memory, _cluster(settings) as kube:
            await memory.warm_up()
            await _serve(make_app(memory, settings, kube), listener, settings)


def require_safe(web: WebSettings) -> None:
    """Raises :class:`ConfigurationError` when reports would be served to whoever reaches the port."""
    if web.open and not is_loopback(web.host):
        raise ConfigurationError(
            f"Casebook does not show reports to everybody who reaches {web.host}. Let it ask who reads "
            "(CASEBOOK_WEB__TOKENS=true, or CASEBOOK_WEB__PROXY__SECRET_FILE or CASEBOOK_WEB__PROXY__PEERS), or serve "
            "this machine alone (CASEBOOK_WEB__HOST=127.0.0.1)."
        )


@contextmanager
def listening(web: WebSettings) -> Iterator[socket.socket]:
    """The port, taken before anything slow is done. Raises :class:`ConfigurationError` when it is in use."""
    try:
        family = socket.getaddrinfo(web.host, web.port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((web.host, web.port), family=family, backlog=2048)
    except OSError as error:
        raise ConfigurationError(
            f"Cannot listen on {web.host}:{web.port} ({error.strerror or error}). "
            "Stop what uses the port, or set CASEBOOK_WEB__PORT (0 takes any free one)."
        ) from error
    with listener:
        yield listener


@asynccontextmanager
async def _cluster(settings: Settings) -> AsyncIterator[KubeClient | None]:
    """The cluster that says who may read, and that takes alerts. Who serves this machine alone needs none."""
    if settings.web.open and settings.alerts.secret_file is None:
        yield None
        return
    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        yield kube


async def _serve(app: ASGIApp, listener: socket.socket, settings: Settings) -> None:
    server = _Server(
        uvicorn.Config(
            app,
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the address of the peer decides whom to trust
            limit_concurrency=_AT_ONCE,
            timeout_graceful_shutdown=_DRAIN_SECONDS,
            h11_max_incomplete_event_size=_HEADERS_BYTES,
        )
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    host, port = listener.getsockname()[:2]
    metrics.announce("web")
    log.info(
        "started", http=f"http://{host}:{port}/", readers="anybody on this machine" if settings.web.open else "known"
    )
    await server.serve(sockets=[listener])
    log.info("stopped")


@final
class _Server(uvicorn.Server):
    def stop(self) -> None:
        """After the requests that have begun."""
        self.should_exit = True

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn would raise the signal again when it has ended, before the database is closed."""
        yield
