"""A bound on the notifications that are handled at once: any beyond it is turned away before its body is read."""

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


class NotificationQueue:
    """A bounded queue: ``at_once`` notifications are handled and in memory, ``waiting`` more wait unread."""

    def __init__(self, *, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._room = at_once + waiting

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Wait for a turn, and hold it until the context ends.

        Raises:
            BusyError: So many wait already that there is no room to wait.
        """
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
