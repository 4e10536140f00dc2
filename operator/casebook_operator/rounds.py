"""Work that comes round again, and that one failure does not end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn

import structlog

from casebook_analyzer.errors import CasebookError

log = structlog.get_logger(__name__)


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
