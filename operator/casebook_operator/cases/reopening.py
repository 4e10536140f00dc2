"""A failure that is back soon after its end: its Investigation is opened again, and what had ended it was no fix."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import msgspec
import structlog

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Signal
from casebook_analyzer.timeline.times import span
from casebook_operator import metrics
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import Announcement, StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition
from casebook_operator.kube.times import parse_time, to_rfc3339
from casebook_operator.kube.values import mapping, text
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

_SECOND = timedelta(seconds=1)
"""What a status cuts off of a time: memory has the end in full."""


class Relapse(msgspec.Struct, frozen=True):
    """An Investigation whose failure is back, and since when."""

    uid: str
    at: datetime


@dataclass(eq=False, kw_only=True)
class Reopening:
    """Opens episodes again.

    The status comes first, as people look at it and the database may be away. Memory is told until it has heard; what a
    kill cuts off is told at the next start, and at the latest when the episode ends (``Closing``).
    """

    writer: StatusWriter
    memory: Memory
    cases: OpenCases
    window: timedelta
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._work: KeyedWork[Relapse] = KeyedWork("relapse", self._tell_memory, concurrency=1)

    def restore(self) -> None:
        """Tell memory of every relapse again that it may not have heard of."""
        for case in self.cases.index.unresolved():
            if case.relapses.last is not None:
                self._work.submit(case.uid, Relapse(case.uid, case.relapses.last))

    async def close(self) -> None:
        await self._work.close()

    def belongs_to(self, latest: Investigation | None, signal: Signal) -> bool:
        """Whether a signal is a relapse of the newest episode of its failure: within the window after its closing."""
        end = ended(latest) if latest is not None else None
        if latest is None or end is None or not self.window:
            return False
        seen = self.clock() if signal.active else min(signal.occurred_at, self.clock())
        return seen - end <= self.cases.patience(latest) + self.window

    async def reopen(self, case: Investigation, signal: Signal) -> Investigation | None:
        """Open a closed episode again, with the signal as its next occurrence. None when it was deleted meanwhile.

        Raises:
            ClusterRefusedError: The API server refuses the status.
            ClusterUnavailableError: It does not answer.
        """
        now, end = self.clock(), ended(case) or case.last_seen
        at = max(min(signal.occurred_at, now), end + _SECOND)
        relapses = case.relapses.with_one(at)
        state = CaseState.RECURRING if relapses.recurring else CaseState.OPEN
        fields = {
            "resolution": None,
            "occurrences": case.occurrences + 1,
            "lastSeen": to_rfc3339(at),
            **relapses.status(),
        }
        told = f"Back {span(int((at - end).total_seconds()))} after its end ({_how(case)}), time {relapses.count}"
        condition = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=state, message=told)
        written = await self.writer.write(case, fields, condition, announce=partial(_announcements, told, case))
        if written is None:
            return None
        self._work.submit(case.uid, Relapse(case.uid, at))
        metrics.REOPENED.labels(trigger=case.signal.trigger).inc()
        log.info("reopened", investigation=case.name, namespace=case.namespace, relapses=relapses.count)
        return written

    async def _tell_memory(self, relapse: Relapse) -> None:
        await self.memory.reopen(relapse.uid, relapse.at)


def ended(case: Investigation) -> datetime | None:
    """When an episode ended; None for one that is not closed."""
    if not case.resolved:
        return None
    return parse_time(mapping(case.status, "resolution").get("resolvedTime"))


def _how(case: Investigation) -> str:
    return text(case.status, "resolution", "kind") or "nobody knows how"


def _announcements(told: str, before: Investigation, case: Investigation) -> Iterator[Announcement]:
    """What had been done is named as what did not help. A rhythm is told once, and then stands in the status."""
    fix = text(before.status, "resolution", "fix")
    rhythm = text(case.status, "relapses", "rhythm")
    more = f" What had been done did not last: {fix}." if fix else ""
    yield Announcement(
        reason="InvestigationReopened", note=f"{told}.{more}" + (f" Recurring: {rhythm}." if rhythm else "")
    )
