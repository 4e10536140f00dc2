"""Keeps memory in step with what others change: a mounted ConfigMap, a Git checkout, ConfigMaps with a label."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_operator.knowledge.sync import ReadSource, sync_source
from casebook_operator.recall import opened_memory
from casebook_operator.settings import Settings

log = structlog.get_logger(__name__)

Read = Callable[[], Awaitable[ReadSource]]

_SOON_SECONDS = 2.0
"""Until the next try after a failure, twice as long after each more: a database that starts with us is soon there."""


async def run(settings: Settings, read: Read, seconds: float) -> None:
    """Run until SIGTERM or SIGINT.

    Raises:
        CasebookError: Memory cannot be used at the start, for another reason than that it does not answer yet.
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with opened_memory(settings, wait=True) as memory:
        await sync_until(stop, memory, read, seconds)


async def sync_until(stop: asyncio.Event, memory: Memory, read: Read, seconds: float) -> None:
    """Sync now and every so many seconds, until an event is set. What fails is logged, and tried again sooner."""
    told: tuple[str, ...] = ()
    every = timedelta(seconds=seconds)
    soon = _SOON_SECONDS
    while not stop.is_set():
        try:
            done = await sync_source(memory, await read(), whole=True, dry_run=False, every=every)
        except CasebookError as error:
            wait, soon = min(soon, seconds), soon * 2
            log.warning("what people wrote is read again later", error=str(error), seconds=wait)
        else:
            wait, soon = seconds, _SOON_SECONDS
            result = done.result
            if result.added or result.changed or result.removed:
                counts = {name: len(getattr(result, name)) for name in ("added", "changed", "removed")}
                log.info("what people wrote has changed", source=result.source, **counts)
            if done.problems != told:
                log.warning("files that cannot be used", problems=done.problems[:20], number=len(done.problems))
                told = done.problems
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await stop.wait()
