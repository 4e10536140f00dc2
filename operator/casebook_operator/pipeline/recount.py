"""Brings the statuses of open cases up to what was counted since they were written, and labels up to statuses."""

import asyncio

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.pipeline.publisher import Publisher

log = structlog.get_logger(__name__)

LABELS_AT_ONCE = 20
"""Labels are written after counts, ten Investigations a second at most: in a storm, conclusions come first."""

RECOUNT_SECONDS = 2.0
"""Counts on the CR may lag by this much, so that a storm costs one write per case in that time."""


class Recount:
    """Writes counts, at most once for each case in :data:`RECOUNT_SECONDS`."""

    def __init__(self, cases: OpenCases, publisher: Publisher) -> None:
        self._cases = cases
        self._publisher = publisher

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await asyncio.sleep(RECOUNT_SECONDS)
            await self.sweep()

    async def sweep(self) -> None:
        """Write every case whose counts have changed, once. What cannot be written now is written in a later round."""
        for case in self._cases.take_behind():
            try:
                await self._publisher.recount(case)
            except CasebookError as error:
                self._cases.still_behind(case)
                log.warning("counts are written later", investigation=case.name, error=str(error))
        for case in self._cases.take_unlabelled(LABELS_AT_ONCE):
            try:
                await self._publisher.label(case)
            except CasebookError as error:
                self._cases.unlabelled(case)
                log.warning("labels are written later", investigation=case.name, error=str(error))
