"""Waits for a server no longer than it may take, also when it stops without closing its connections."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, final

from casebook_analyzer.errors import DatabaseUnavailableError

_T = TypeVar("_T")
_CLOSE_SECONDS = 1.0


@final
class Patience:
    """Keeps what was given up until it has ended: to cancel a statement the driver asks the server that is still."""

    def __init__(self) -> None:
        self._given_up: set[asyncio.Task[Any]] = set()

    async def within(self, seconds: float, work: Coroutine[Any, Any, _T], server: str) -> _T:
        """The result of ``work``, which is cancelled and left alone when it takes longer.

        Raises:
            DatabaseUnavailableError: It took longer.
        """
        task = asyncio.create_task(work)
        try:
            await asyncio.wait({task}, timeout=seconds)
        except asyncio.CancelledError:
            self._give_up(task)
            raise
        if task.done():
            return task.result()
        self._give_up(task)
        raise DatabaseUnavailableError(f"PostgreSQL at {server} did not answer within {seconds:.0f} s.")

    def _give_up(self, task: asyncio.Task[Any]) -> None:
        task.cancel()
        self._given_up.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # it was told already that there is no answer

    async def close(self) -> None:
        """Wait a moment for what was given up."""
        if self._given_up:
            await asyncio.wait(self._given_up, timeout=_CLOSE_SECONDS)
