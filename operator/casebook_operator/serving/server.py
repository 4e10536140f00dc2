"""Uvicorn, within limits."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import final

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

from casebook_operator.serving.places import Limits, Places
from casebook_operator.serving.protocol import BoundedProtocol

_DRAIN_SECONDS = 10
"""How long requests may go on that have begun when the server is told to stop: none of them takes so long."""
_HEADERS_BYTES = 64 * 1024
"""A token of somebody with many groups has some thousand."""
_ACCEPT = 16
"""Connections that are accepted before any of them is looked at: each takes a file beyond the limit."""
_QUEUE = 4096
"""Connections that the kernel keeps until they are accepted: what Linux allows (net.core.somaxconn)."""


@final
class BoundedConfig(uvicorn.Config):
    """How every server of Casebook is set up."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        super().__init__(
            app,
            http=BoundedProtocol,
            lifespan="off",
            ws="none",
            log_config=None,
            log_level="error",  # it warns of every request that is no HTTP, and so strangers would write the log
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the address of the peer decides whom to trust
            backlog=_ACCEPT,
            timeout_graceful_shutdown=_DRAIN_SECONDS,
            h11_max_incomplete_event_size=_HEADERS_BYTES,
        )
        self.limits = limits
        self.places = Places(limits)


@final
class Server(uvicorn.Server):
    """Answers on one listener until it is told to stop."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        super().__init__(BoundedConfig(app, limits))

    def stop(self) -> None:
        """Stop serving once the requests that have begun are answered."""
        self.should_exit = True

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_QUEUE)  # asyncio made the queue as short as the batch

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn would raise the signal again when it has ended, before the database is closed."""
        yield
