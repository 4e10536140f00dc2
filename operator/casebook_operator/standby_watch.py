"""Looks every few seconds how far a hot standby is behind: for metrics, and for the log when reads change sides."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from casebook_analyzer.memory import Memory, Standby, StandbyState
from casebook_operator import metrics

log = structlog.get_logger(__name__)

OBSERVE_SECONDS = 2.0
"""Seconds between two looks: as long may pages wait for a standby that has just gone away."""


@asynccontextmanager
async def watched_standby(memory: Memory) -> AsyncIterator[None]:
    """Keep looking until the context ends. Does nothing where the settings name no standby."""
    if memory.standby is None:
        yield
        return
    watch = asyncio.create_task(_watch(memory, memory.standby), name="standby watch")
    try:
        yield
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)


async def _watch(memory: Memory, standby: Standby) -> None:
    told: bool | None = None
    counted = {"standby": 0, "primary": 0}
    while True:
        await memory.observe_standby()
        state = standby.state
        _measure(state)
        for server, reads in (("standby", standby.answered), ("primary", standby.left_out)):
            metrics.DATABASE_READS.labels(server=server).inc(reads - counted[server])
            counted[server] = reads
        if state.usable != told:
            _tell(state)
            told = state.usable
        await asyncio.sleep(OBSERVE_SECONDS)


def _measure(state: StandbyState) -> None:
    metrics.STANDBY_READ.set(state.usable)
    metrics.STANDBY_LAG.set(math.nan if state.lag_seconds is None else state.lag_seconds)


def _tell(state: StandbyState) -> None:
    if state.usable:
        log.info("reads go to the standby", lag_seconds=state.lag_seconds, unknown=state.why or None)
    else:
        log.warning("reads go to the primary, and not to the standby", lag_seconds=state.lag_seconds, why=state.why)
