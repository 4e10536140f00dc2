"""Adds a person's token to the requests of their browser: it cannot send one by itself, and there are no cookies.

Like ``kubectl proxy`` it listens on the loopback for as long as the command runs, so that programs of this machine can
read what the person can. Nothing can be written through it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from casebook_operator.web.headers import SECURITY
from casebook_operator.web.hosts import LOCAL, host_of

_GIVEN_BACK = (*SECURITY, "Content-Type", "Cache-Control", "Location", "Retry-After")
_SECONDS = 60


@asynccontextmanager
async def relay(upstream: str, token: str) -> AsyncIterator[str]:
    """Serve ``upstream`` on the loopback, with the token added, until the context ends; yields the address."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS)) as session:

        async def answer(request: web.Request) -> web.Response:
            if host_of(request.host) not in LOCAL:
                return web.Response(status=421, text="This is not a name of Casebook.\n")
            headers = {"Authorization": f"Bearer {token}", "Accept": request.headers.get("Accept", "*/*")}
            try:
                async with session.get(upstream + request.raw_path, headers=headers, allow_redirects=False) as found:
                    kept = {name: found.headers[name] for name in _GIVEN_BACK if name in found.headers}
                    return web.Response(status=found.status, body=await found.read(), headers=kept)
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                return web.Response(status=502, text=f"Casebook cannot be reached any more ({error}).\n")

        app = web.Application()
        app.router.add_get("/{path:.*}", answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            yield f"http://localhost:{runner.addresses[0][1]}"
        finally:
            await runner.cleanup()
