"""Writes down every half a minute which reports were opened meanwhile, so that no reader waits for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory

log = structlog.get_logger(__name__)

FLUSH_SECONDS = 30.0
"""Seconds between two writes. As long a reader who opens a report again and again counts once."""

LAST_SECONDS = 2.0
"""At most so long the end waits for the last write, where the database does not answer."""


@asynccontextmanager
async def counted_openings(memory: Memory) -> AsyncIterator[None]:
    """Write down what was opened until the context ends, and then what is left. No failure of that stops anybody."""
    watch = asyncio.create_task(_watch(memory), name="opening watch")
    try:
        yield
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
        with suppress(CasebookError, TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await memory.usage.flush()


async def _watch(memory: Memory) -> None:
    failed, told = False, 0
    while True:
        await asyncio.sleep(FLUSH_SECONDS)
        try:
            await memory.usage.flush()
        except CasebookError as error:
            if not failed:
                log.warning("openings of reports wait to be counted", error=str(error))
            failed = True
        else:
            failed = False
        if memory.usage.uncounted > told:
            told = memory.usage.uncounted
            log.warning("more reports were opened than are counted", uncounted=told)
