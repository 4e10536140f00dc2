"""Work that comes round again, and that one failure does not end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import NoReturn, TypeVar

import structlog

from casebook_analyzer.errors import CasebookError

log = structlog.get_logger(__name__)

T = TypeVar("T")

PORTION = 200
"""Cases that are looked at in a row. A look takes 10 to 20 us of processor (``bench.open_cases``), and whoever waits
for his turn waits for a portion."""


async def come_round(work: Callable[[], Awaitable[None]], *, every: float, left: str) -> NoReturn:
    """Do ``work`` after each pause of so many seconds, until cancelled.

    What fails with one of Casebook's own errors, as when the database or the API server is away, is left to the next
    round: ``left`` says in the log what that is.
    """
    while True:
        await asyncio.sleep(every)
        try:
            await work()
        except CasebookError as error:
            log.warning(left, error=str(error))


async def in_portions(items: Iterable[T]) -> AsyncIterator[T]:
    """Give the items one by one, and a turn to everybody else after each :data:`PORTION`. What they are may change."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % PORTION == 0:
            await asyncio.sleep(0)
