"""What memory needs now and then: vectors that are missing, weights that have drifted."""

import asyncio

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 300.0
"""Vectors are missing only after the model failed or was changed: neither is in a hurry."""


async def upkeep(memory: Memory) -> None:
    """Until cancelled. The first round also loads the embedding model, before the first case needs it."""
    while True:
        try:
            while done := await memory.embed_pending():
                log.info("embedded incidents that had no vector", incidents=done)
            changed = await memory.reweight()
            if changed:
                log.info("computed lexical weights again", documents=changed)
        except CasebookError as error:
            log.warning("upkeep of memory is tried again later", error=str(error))
        await asyncio.sleep(PAUSE_SECONDS)
