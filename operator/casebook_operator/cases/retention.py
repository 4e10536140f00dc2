"""Closed Investigations leave the cluster after a while. Memory keeps what they were and the numbers of names."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog

from casebook_analyzer.memory import Memory
from casebook_operator import metrics
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.manifest import ended_at
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.rounds import come_round
from casebook_operator.settings import CaseSettings

log = structlog.get_logger(__name__)

SWEEP_SECONDS = 60.0
MOST_AT_ONCE = 100
"""Deletions of one sweep: ten thousand take two hours, and hurt nobody."""


@dataclass(eq=False, kw_only=True)
class CaseRetention:
    """Deletes Investigations that Casebook opened, that are closed, and that memory has with their end."""

    store: InvestigationStore
    memory: Memory
    cases: OpenCases
    settings: CaseSettings
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def run(self) -> None:
        """Run until cancelled. What cannot be deleted now is deleted in a later round."""
        await come_round(self.sweep, every=SWEEP_SECONDS, left="closed Investigations are deleted later")

    async def sweep(self) -> None:
        """Delete what has been kept for long enough, :data:`MOST_AT_ONCE` at most.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses to delete one.
        """
        due = self.due()[:MOST_AT_ONCE]
        remembered = await self.memory.ended([case.uid for case in due]) if due else frozenset()
        for case in due:
            known = self.cases.index.get(case.uid)
            if case.uid in remembered and known is not None and known.resolved:
                await self.store.delete(case)
                self.cases.forget(case.uid)
                metrics.DELETED.inc()
                log.info("deleted", investigation=case.name, namespace=case.namespace)

    def due(self) -> list[Investigation]:
        """Those that have been kept for long enough, the oldest first."""
        kept, now = self.settings.keep_resolved, self.clock()
        closed = sorted((case for case in self.cases.index.resolved() if self.cases.is_own(case)), key=_ended)
        surplus = max(0, len(closed) - kept.number) if kept.number else 0
        oldest = now - timedelta(days=kept.days) if kept.days else datetime.min.replace(tzinfo=UTC)
        due = [case for place, case in enumerate(closed) if place < surplus or _ended(case) < oldest]
        window = timedelta(seconds=self.settings.reopen_seconds)
        return [case for case in due if now - _ended(case) > self.cases.patience(case) + window]


def _ended(case: Investigation) -> datetime:
    return ended_at(case) or case.last_seen
