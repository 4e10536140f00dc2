"""``/metrics``, ``/healthz`` and ``/readyz``."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.settings import HttpSettings

Complaints = Callable[[], Awaitable[tuple[str, ...]]]
"""Asks what is wrong now. An empty answer means that all is well."""


@asynccontextmanager
async def serve(settings: HttpSettings, *, alive: Complaints, ready: Complaints) -> AsyncIterator[str]:
    """Serve until the context ends; yields the base URL.

    Raises :class:`ConfigurationError` when the port is in use.
    """
    app = web.Application()
    app.router.add_get("/metrics", _metrics)
    app.router.add_get("/healthz", _probe(alive))
    app.router.add_get("/readyz", _probe(ready))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, settings.host, settings.port)
        try:
            await site.start()
        except OSError as error:
            raise ConfigurationError(
                f"Cannot listen on {settings.host}:{settings.port} ({error.strerror or error}). "
                "Stop what uses the port, or set CASEBOOK_HTTP__PORT (0 takes any free one)."
            ) from error
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


async def _metrics(_: web.Request) -> web.Response:
    return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _probe(complaints: Complaints) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_: web.Request) -> web.Response:
        wrong = await complaints()
        return web.Response(status=503 if wrong else 200, text="\n".join(wrong or ("ok",)) + "\n")

    return answer
