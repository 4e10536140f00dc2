"""The end of an episode: memory is told first, then the status, and at last an Event."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import structlog

from casebook_analyzer.evidence import joined_fix
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Resolution
from casebook_operator import metrics
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.status_writer import Announcement, StatusWriter
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition
from casebook_operator.investigation.status import resolution_status

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """Closes episodes: works out what ended the failure, and writes it down."""

    writer: StatusWriter
    memory: Memory
    cases: OpenCases
    diff: RecoveryDiff

    async def close_recovered(self, case: Investigation, health: SubjectHealth, since: datetime) -> None:
        """Close a case whose subject is healthy, or gone, since ``since``.

        The resolution is what changed between the failure and now. A pod may have been ready all along, and a failure
        over before Casebook came to it: none is resolved before it was opened or last seen.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses the status.
        """
        incident = await self.memory.by_id(case.uid)
        began, last_seen = case.signal.occurred_at, self.cases.counter.last_seen(case)
        over = max(since, last_seen)
        ending = await self.diff.ending(case, health, incident.bundle if incident is not None else None)
        resolution = Resolution(
            kind=ending.kind,
            summary=ending.summary,
            changes=ending.changes,
            fix=joined_fix(ending.changes),
            resolved_at=max(over, case.began_at),
            seconds_to_resolve=max(0, int((over - began).total_seconds())),
        )
        if self.cases.counter.last_seen(case) > last_seen:
            return  # it was seen again while this was worked out
        await self.close(case, resolution)

    async def close(self, case: Investigation, resolution: Resolution) -> None:
        """Write a resolution to memory and to the status.

        It may be cut off at any step and run again: the resolution that memory has by then is kept.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses the status.
        """
        resolution = await self._remembered(case, resolution)
        resolved = StatusCondition(
            type=ConditionType.SUCCEEDED, status=True, reason=CaseState.RESOLVED, message=resolution.summary
        )
        fields = resolution_status(resolution) | self.cases.counted(case)
        await self.writer.write(case, fields, resolved, announce=partial(_announcements, resolution))
        category = str(case.status.get("category") or "unknown")
        metrics.RESOLVED.labels(category=category, resolution=resolution.kind).inc()
        log.info("resolved", investigation=case.name, namespace=case.namespace, resolution=resolution.summary)

    async def _remembered(self, case: Investigation, resolution: Resolution) -> Resolution:
        """What memory has, when a closing was interrupted and the failure was not seen since; else the new one.

        An end that memory has and the failure outlived was none, though nobody came to write that down.
        """
        incident = await self.memory.by_id(case.uid)
        before = incident.resolution if incident is not None else None
        if before is not None and before.resolved_at >= self.cases.counter.last_seen(case):
            return before
        if before is not None:
            await self.memory.reopen(case.uid, self.cases.counter.last_seen(case))
        await self.memory.resolve(case.uid, resolution)
        return resolution


def _announcements(resolution: Resolution, _: Investigation) -> Iterator[Announcement]:
    fix = f" Fix: {resolution.fix}." if resolution.changes and resolution.fix else ""
    note = f"Resolved ({resolution.kind}): {resolution.summary}.{fix}"
    yield Announcement(reason="InvestigationResolved", note=note)
