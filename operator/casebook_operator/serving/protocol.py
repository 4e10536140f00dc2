"""Uvicorn's HTTP/1.1 with a deadline for each phase of a connection, which Uvicorn has between requests only."""

import asyncio
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, final

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from casebook_operator import metrics
from casebook_operator.serving.places import peer_of

if TYPE_CHECKING:
    from casebook_operator.serving.server import BoundedConfig


class Phase(Enum):
    """What a connection waits for."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()


@final
class BoundedProtocol(H11Protocol):
    """One connection. It holds a place from its first moment to its last, and in every phase a deadline.

    What misses it is cut off without an answer: whoever sends slowly reads slowly.
    """

    def __init__(
        self,
        config: "BoundedConfig",
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        limits = config.limits
        self._places = config.places
        self._trusted = limits.trusted
        self._seconds = {
            Phase.HEAD: limits.head_seconds,
            Phase.BODY: limits.body_seconds,
            Phase.ANSWER: limits.answer_seconds,
        }
        self._phase = Phase.HEAD

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = peer_of(self.client[0] if self.client else "", self._trusted)
        self._deadline = self.loop.call_later(self._seconds[Phase.HEAD], self._too_slow)
        self._places.take(self, self._peer)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._places.leave(self, self._peer)
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._now() is not self._phase:
            self._enter(self._now())

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._enter(self._now())  # also if it is in the same phase of the next request, which has come already

    def shed(self) -> None:
        """Close this connection to make room for another one."""
        self._cut("number")

    def _now(self) -> Phase:
        match self.conn.their_state:
            case h11.IDLE:
                return Phase.HEAD
            case h11.SEND_BODY:
                return Phase.BODY
            case _:
                return Phase.ANSWER

    def _enter(self, phase: Phase) -> None:
        if self.transport.is_closing():
            return  # the deadline stands: an answer that nobody takes keeps it open
        self._phase = phase
        self._deadline.cancel()
        self._deadline = self.loop.call_later(self._seconds[phase], self._too_slow)
        if phase is Phase.ANSWER:
            self._places.work(self, self._peer)
        else:
            self._places.wait(self, self._peer)

    def _too_slow(self) -> None:
        self._cut("time")

    def _cut(self, limit: str) -> None:
        metrics.CONNECTIONS_SHED.labels(limit=limit).inc()
        self.transport.abort()
