"""Tells people that Casebook will not look into what they asked for, beside the queue of what it does look into."""

import asyncio

import msgspec

from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.work import KeyedWork

CONCURRENT_REFUSALS = 1
PAUSE_SECONDS = 0.05
"""Each is one write of a status, which every watch brings back. A thousand of them must not keep the API server and the
operator from those who investigate."""


class Refused(msgspec.Struct, frozen=True):
    """An Investigation that is not carried out, and the sentence that says why."""

    case: Investigation
    why: str


class Refusals:
    """Writes the statuses of refused Investigations, each once."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._work: KeyedWork[Refused] = KeyedWork(
            "refusal", self._tell, concurrency=CONCURRENT_REFUSALS, turn=lambda item: Turn(item.case.namespace)
        )

    def submit(self, case: Investigation, why: str) -> None:
        """Have a refusal written, unless the status says it already. Returns at once."""
        if not case.refused:
            self._work.submit(case.uid, Refused(case, why))

    async def close(self) -> None:
        await self._work.close()

    async def _tell(self, item: Refused) -> None:
        await self._publisher.refused(item.case, item.why)
        await asyncio.sleep(PAUSE_SECONDS)
