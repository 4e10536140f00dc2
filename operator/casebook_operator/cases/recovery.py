"""Closing episodes: when a subject has been healthy for long enough, what ended the failure is written down."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.health import subject_health
from casebook_operator.cases.inhibition import Inhibitor
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.subject_health import CaseView, SubjectHealth
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import name_of
from casebook_operator.kube import ObjectReader
from casebook_operator.settings import CaseSettings
from casebook_operator.work import KeyedWork

LOOKS = 10
"""How often a case that may be over is looked at within the stable time: recovery is noticed a tenth late at most."""


@dataclass(eq=False, kw_only=True)
class RecoverySweep:
    """Looks at every open case again and again, and closes those that are over."""

    kube: ObjectReader
    """The API server: no case is closed by anything else."""
    known: ObjectReader
    """What watches have brought. That something fails on costs no request."""
    cases: OpenCases
    inhibitor: Inhibitor
    closing: Closing
    taxonomy: Callable[[], Taxonomy]
    """The one that is in force now."""
    settings: CaseSettings
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._stable = timedelta(seconds=self.settings.stable_seconds)
        self._looked_at: dict[str, datetime] = {}
        self._well_since: dict[str, datetime] = {}
        self._work: KeyedWork[Investigation] = KeyedWork(
            "recovery", self.examine, concurrency=4, turn=lambda case: Turn(case.namespace)
        )

    async def run(self) -> None:
        """Look at the open cases every ``sweep_seconds``, until cancelled."""
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            self.sweep()

    def sweep(self) -> None:
        """Have every open case examined that may be over, or that a new case may explain."""
        now = self.clock()
        cases = list(self.cases.index.unresolved())
        for case in self.inhibitor.concerned(cases, now):
            self._work.submit(case.uid, case)
        for case in cases:
            if case.open and self._is_quiet(case, now) and self._is_time(case, now):
                self._work.submit(case.uid, case)
        self._forget_all_but({case.uid for case in cases})

    async def close(self) -> None:
        await self._work.close()

    async def examine(self, case: Investigation) -> None:
        """Close a case if another one explains it, or if its subject is gone or healthy for ``stable_seconds``."""
        known = self.cases.index.get(case.uid)
        if known is None or not known.open:
            return  # deleted or closed while it waited
        case, now = known, self.clock()
        cause = await self.inhibitor.cause_of(case)
        if cause is not None:
            await self.closing.close(case, self.inhibitor.hand_over(case, cause, now))
        elif self._is_quiet(case, now):
            await self._close_if_healthy(case)

    async def _close_if_healthy(self, case: Investigation) -> None:
        view = CaseView(
            case=case,
            last_seen=self.cases.counter.last_seen(case),
            taxonomy=self.taxonomy(),
            callers=self.cases.index.callers(name_of(case.subject)),
            followers=tuple(self.cases.index.followers(case.uid)),
        )
        if self._over_since(case, await subject_health(self.known, view), view) is None:
            return
        health = await subject_health(self.kube, view)
        since = self._over_since(case, health, view)
        if since is not None:
            await self.closing.close_recovered(case, health, since)

    def _over_since(self, case: Investigation, health: SubjectHealth, view: CaseView) -> datetime | None:
        """Since when a case is over, by what was seen of its subject; None while it is not."""
        now = self.clock()
        since = self._healthy_since(case, health, now)
        if health.gone:
            return since or now
        long_enough = since is not None and now - max(since, view.last_seen) >= self._patience(case)
        return since if long_enough else None

    def _patience(self, case: Investigation) -> timedelta:
        return self.cases.relapses(case).patience(self._stable)

    def _healthy_since(self, case: Investigation, health: SubjectHealth, now: datetime) -> datetime | None:
        """Where no object says since when, the stable time begins with the first look that finds nothing wrong."""
        if not health.well or health.since is not None:
            self._well_since.pop(case.uid, None)
            return health.since
        return self._well_since.setdefault(case.uid, now)

    def _is_quiet(self, case: Investigation, now: datetime) -> bool:
        """Whether the failure was not seen for the stable time."""
        return not case.alerted(now) and now - self.cases.counter.last_seen(case) >= self._stable

    def _is_time(self, case: Investigation, now: datetime) -> bool:
        """Whether a case is to be looked at now. A lasting failure is quiet all the time, and costs requests."""
        if now - self._looked_at.get(case.uid, case.created_at) < self._patience(case) / LOOKS:
            return False
        self._looked_at[case.uid] = now
        return True

    def _forget_all_but(self, unresolved: set[str]) -> None:
        for memory in (self._looked_at, self._well_since):
            for uid in memory.keys() - unresolved:
                del memory[uid]
