"""What memory needs now and then: vectors that are missing, weights that have drifted."""

import asyncio

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 10.0
"""Free-text search finds a report by its words at once, and by its meaning after this time. Looking costs one query."""


class Upkeep:
    """Looks after memory. Its first round also loads the embedding model, before the first case needs it."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.warm = False
        """Whether the first round is over."""

    async def run(self) -> None:
        """Until cancelled."""
        if not await self._memory.warm_up():
            log.info("no embedding model: similar incidents are found by words alone")
        while True:
            try:
                await self._round()
            except CasebookError as error:
                log.warning("upkeep of memory is tried again later", error=str(error))
            self.warm = True
            await asyncio.sleep(PAUSE_SECONDS)

    async def _round(self) -> None:
        while done := await self._memory.embed_pending():
            log.info("embedded incidents that had no vector", incidents=done)
        changed = await self._memory.reweight()
        if changed:
            log.info("computed lexical weights again", documents=changed)
