"""``/metrics``, ``/healthz`` and ``/readyz`` of a process, on a port of their own. Nobody is asked who they are.

They are served by a thread with an event loop of its own: a process that is busy with what strangers ask of its other
ports is alive, and kubelet, which waits for a second or five, must hear so.
"""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Generic, TypeVar, final

import structlog
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Metric, generate_latest
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from typing_extensions import override

from casebook_operator.serving import Limits, Server, url_of

log = structlog.get_logger(__name__)

_T = TypeVar("_T")
Complaints = Callable[[], Coroutine[Any, Any, tuple[str, ...]]]
"""Asks what is wrong now. An empty answer means that all is well."""

_LIMITS = Limits(connections=128, per_peer=32, head_seconds=5, body_seconds=5, answer_seconds=30)
"""Kubelet and a few Prometheus ask, each with one connection or two, and send no body."""
_BEAT_SECONDS = 1.0
_STILL_SECONDS = 10.0
"""A loop that has not turned for so long is stuck. A few probes in a row have to fail before the process is ended."""
_ANSWER_SECONDS = 8.0
"""Below the ten that the chart gives the readiness probe, and that Prometheus waits."""
_KEPT_SECONDS = 0.25
"""For so long an answer is good for whoever asks next: strangers on this port ask the database, and the loop that
investigates, four times a second at most, however many they are."""
_WRONG = "not ok: the log of this process says why, and so does `casebook doctor`\n"
"""All that strangers are told: complaints name hosts, logins and namespaces."""


@asynccontextmanager
async def serve(listener: socket.socket, *, alive: Complaints, ready: Complaints) -> AsyncIterator[str]:
    """Serve until the context ends; yields the base URL.

    Probes answer 200 when ``alive`` or ``ready`` finds nothing wrong, else 503; the log has the complaints. Both are
    asked in the loop that runs this, and ``alive`` once a second rather than by strangers.
    """
    pulse = _Pulse(alive)
    server = Server(_application(pulse, ready, asyncio.get_running_loop()), _LIMITS)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), name="probes", daemon=True)
    beating = asyncio.create_task(pulse.beat(), name="pulse")
    thread.start()
    try:
        yield url_of(listener)
    finally:
        server.stop()
        await asyncio.to_thread(thread.join)
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


@final
class _Pulse:
    """Whether a loop turns, and what was wrong when it last did. Read by another thread than it is written by."""

    def __init__(self, alive: Complaints) -> None:
        self._alive = alive
        self._seen: tuple[float, tuple[str, ...]] = (time.monotonic(), ())

    async def beat(self) -> None:
        """Look again and again whether all parts run, until cancelled."""
        while True:
            self._seen = (time.monotonic(), await self._alive())
            await asyncio.sleep(_BEAT_SECONDS)

    async def complaints(self) -> tuple[str, ...]:
        """What is wrong that a restart would repair."""
        at, wrong = self._seen
        still = time.monotonic() - at
        return (*wrong, f"the event loop has not turned for {still:.0f} s") if still > _STILL_SECONDS else wrong


def _application(pulse: _Pulse, ready: Complaints, loop: asyncio.AbstractEventLoop) -> Starlette:
    async def complaints() -> tuple[str, ...]:
        try:
            return await _asked(ready(), loop)
        except TimeoutError:
            return (f"there was no answer within {_ANSWER_SECONDS:.0f} s",)

    async def written() -> bytes:
        # What is counted on a scrape belongs to that loop.
        return generate_latest(await _asked(_counted(), loop))

    shared = _Shared(written)

    async def metrics(_: Request) -> Response:
        try:
            found = await shared.answer()
        except TimeoutError:
            return PlainTextResponse(_WRONG, HTTPStatus.SERVICE_UNAVAILABLE)
        return Response(found, headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = Starlette(
        routes=[
            Route("/healthz", _Probe("healthz", pulse.complaints).answer),
            Route("/readyz", _Probe("readyz", _Shared(complaints).answer).answer),
            Route("/metrics", metrics),
        ]
    )
    app.router.redirect_slashes = False
    return app


@final
class _Counted(Collector):
    """What was counted at one moment. To write it down takes the most time, and holds up nobody but who asked."""

    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    @override
    def collect(self) -> list[Metric]:
        return self._families


async def _counted() -> _Counted:
    return _Counted(list(REGISTRY.collect()))


async def _asked(question: Coroutine[Any, Any, _T], loop: asyncio.AbstractEventLoop) -> _T:
    async with asyncio.timeout(_ANSWER_SECONDS):
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(question, loop))


@final
class _Shared(Generic[_T]):
    """One answer for all who ask at the same time, and shortly after."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, _T]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[_T] | None = None
        self._good_until = 0.0

    async def answer(self) -> _T:
        """What ``ask`` returned, or raised. Who gives up ends it for nobody else."""
        if self._asking is None or (self._asking.done() and time.monotonic() >= self._good_until):
            self._asking = asyncio.create_task(self._asked())
        return await asyncio.shield(self._asking)

    async def _asked(self) -> _T:
        try:
            return await self._ask()
        finally:
            self._good_until = time.monotonic() + _KEPT_SECONDS


@final
class _Probe:
    def __init__(self, name: str, complaints: Complaints) -> None:
        self._name = name
        self._complaints = complaints
        self._told: tuple[str, ...] = ()

    async def answer(self, _: Request) -> Response:
        wrong = await self._complaints()
        if wrong != self._told:
            self._told = wrong
            log.warning("probe", probe=self._name, wrong=list(wrong))
        if wrong:
            return PlainTextResponse(_WRONG, HTTPStatus.SERVICE_UNAVAILABLE)
        return PlainTextResponse("ok\n")
