"""Which episodes a failure had, also those whose Investigations are no longer there: a name is never used again."""

import asyncio
import time

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import SubjectRef

log = structlog.get_logger(__name__)

PATIENCE_SECONDS = 0.5
"""An Investigation is not held back for its number: while the database is away, the cluster alone tells it."""
NEXT_TRY_SECONDS = 30.0


class Episodes:
    """Asks memory for the number of the last episode of a failure."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._not_before = 0.0

    async def last(self, subject: SubjectRef, key: str, namespace: str) -> int:
        """The number of the last episode that memory knows; 0 when it knows none, and while it does not answer."""
        if time.monotonic() < self._not_before:
            return 0
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._memory.last_episode(str(subject), namespace, key)
        except (CasebookError, TimeoutError) as error:
            self._not_before = time.monotonic() + NEXT_TRY_SECONDS
            log.warning("memory is not asked for earlier episodes for a while", error=str(error) or "it took too long")
            return 0
