"""How many notifications are taken at once: what is beyond that is turned away before any of it is read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from casebook_analyzer.errors import CasebookError
from casebook_operator.alerts import metrics

AT_ONCE = 8
"""Notifications that are worked on. Each asks the API server for one thing at a time, and holds one body."""
WAITING = 64
"""Notifications that wait for those. They hold a connection each, and nothing that was sent on it."""


class BusyError(CasebookError):
    """There is no room for another notification now."""

    retryable = True


class Gate:
    """A bounded queue. Memory is ``at_once`` bodies, however many are sent."""

    def __init__(self, *, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._room = at_once + waiting

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """A place to work in. Raises :class:`BusyError` at once when there is not even one to wait in."""
        if self._room < 1:
            raise BusyError("Casebook works on as many notifications as it can hold.")
        self._room -= 1
        metrics.WAITING.inc()
        try:
            async with self._slots:
                yield
        finally:
            self._room += 1
            metrics.WAITING.dec()
