"""Runs the web pages until they are told to stop."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from starlette.types import ASGIApp

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.struct_types import look_at_structs
from casebook_operator import metrics
from casebook_operator.http import Complaints, serve
from casebook_operator.kube import KubeClient, connect
from casebook_operator.loop_watch import watched_loop
from casebook_operator.opening_watch import counted_openings
from casebook_operator.recall import opened_memory
from casebook_operator.serving import Limits, Server, listening, room_for, url_of
from casebook_operator.settings import Settings
from casebook_operator.standby_watch import watched_standby
from casebook_operator.web.app import make_app
from casebook_operator.web.hosts import is_loopback
from casebook_operator.web_settings import WebSettings

log = structlog.get_logger(__name__)

_CONNECTIONS = 4096
"""One that waits takes some KB, and up to 64 KB while its headers arrive."""


async def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. A database that is away is no error: each page says so until it is back.

    Raises:
        CasebookError: It may not start: something that it needs is missing, or settings forbid it.
    """
    require_safe(settings.web)
    look_at_structs()
    lean = settings.model_copy(
        update={"memory": settings.memory.model_copy(update={"embedder": settings.web.embedder})}
    )
    with (
        listening(settings.web.host, settings.web.port, setting="CASEBOOK_WEB__PORT") as pages,
        listening(settings.http.host, settings.web.probe_port, setting="CASEBOOK_WEB__PROBE_PORT") as probes,
    ):
        async with (
            watched_loop("web"),
            opened_memory(lean, wait=True, only_reads=True) as memory,
            watched_standby(memory),
            counted_openings(memory),
            _cluster(settings) as kube,
        ):
            await memory.warm_up()
            app = make_app(memory, settings, kube)
            async with serve(probes, alive=_alive, ready=_ready(memory)) as probes_url:
                await _serve(app, pages, settings, probes_url)


def require_safe(web: WebSettings) -> None:
    """Refuse settings that would show reports to everybody who reaches the port.

    Raises:
        ConfigurationError: Nobody is asked who they are, and the address is not the loopback.
    """
    if web.open and not is_loopback(web.host):
        raise ConfigurationError(
            f"Casebook does not show reports to everybody who reaches {web.host}. Let it ask who reads "
            "(CASEBOOK_WEB__TOKENS=true, or CASEBOOK_WEB__PROXY__SECRET_FILE or CASEBOOK_WEB__PROXY__PEERS), or serve "
            "this machine alone (CASEBOOK_WEB__HOST=127.0.0.1)."
        )


@asynccontextmanager
async def _cluster(settings: Settings) -> AsyncIterator[KubeClient | None]:
    """The cluster that says who may read, and that takes alerts. Who serves this machine alone needs none."""
    if settings.web.open and settings.alerts.secret_file is None:
        yield None
        return
    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        yield kube


async def _serve(app: ASGIApp, listener: socket.socket, settings: Settings, probes: str) -> None:
    room = room_for(_CONNECTIONS)
    limits = Limits(connections=room, per_peer=room * 3 // 4, trusted=settings.web.proxy.peers)
    server = Server(app, limits)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    metrics.announce("web")
    log.info(
        "started",
        http=f"{url_of(listener)}/",
        probes=probes,
        readers="anybody on this machine" if settings.web.open else "known",
    )
    await server.serve(sockets=[listener])
    log.info("stopped")


async def _alive() -> tuple[str, ...]:
    """Nothing is wrong for as long as it answers at all: there are no background parts that could end."""
    return ()


def _ready(memory: Memory) -> Complaints:
    """A report can be shown when memory answers."""

    async def complaints() -> tuple[str, ...]:
        try:
            await memory.check()
        except CasebookError as error:
            return (str(error),)
        return ()

    return complaints
