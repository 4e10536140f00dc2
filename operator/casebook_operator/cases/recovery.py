"""Closing episodes: when a subject has been healthy for long enough, what ended the failure is written down."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from casebook_analyzer.evidence import joined_fix
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Incident, Resolution
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.health import subject_health
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.superseding import Superseding
from casebook_operator.cases.tally import Tally
from casebook_operator.cases.verdict import CaseView, Health
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import name_of
from casebook_operator.kube import KubeClient
from casebook_operator.settings import CaseSettings
from casebook_operator.work import KeyedWork

LOOKS = 10
"""How often a case that may be over is looked at within the stable time: recovery is noticed a tenth late at most."""


class Recovery:
    """Looks at every open case again and again, and closes those that are over."""

    def __init__(
        self,
        *,
        kube: KubeClient,
        memory: Memory,
        ledger: Ledger,
        tally: Tally,
        superseding: Superseding,
        closing: Closing,
        diff: RecoveryDiff,
        taxonomy: Callable[[], Taxonomy],
        settings: CaseSettings,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._kube = kube
        self._memory = memory
        self._ledger = ledger
        self._tally = tally
        self._superseding = superseding
        self._closing = closing
        self._diff = diff
        self._taxonomy = taxonomy
        self._settings = settings
        self._clock = clock
        self._stable = timedelta(seconds=settings.stable_seconds)
        self._looked_at: dict[str, datetime] = {}
        self._well_since: dict[str, datetime] = {}
        self._work: KeyedWork[Investigation] = KeyedWork("recovery", self.examine, concurrency=4)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(self._settings.sweep_seconds)
            now = self._clock()
            cases = list(self._ledger.unresolved())
            for case in self._superseding.concerned(cases, now):
                self._work.submit(case.uid, case)
            for case in cases:
                if case.open and self._is_quiet(case, now) and self._is_time(case, now):
                    self._work.submit(case.uid, case)
            self._forget_all_but({case.uid for case in cases})

    async def close(self) -> None:
        await self._work.close()

    async def examine(self, case: Investigation) -> None:
        """Close a case if another explains it, if its subject is gone, or has been healthy for the stable time."""
        known = self._ledger.get(case.uid)
        if known is None or not known.open:
            return  # deleted or closed while it waited
        case, now = known, self._clock()
        cause = await self._superseding.cause_of(case)
        if cause is not None:
            await self._closing.close(case, self._superseding.hand_over(case, cause, now))
        elif self._is_quiet(case, now):
            await self._close_if_healthy(case)

    async def _close_if_healthy(self, case: Investigation) -> None:
        view = CaseView(
            case=case,
            last_seen=self._tally.last_seen(case),
            taxonomy=self._taxonomy(),
            callers=self._ledger.callers(name_of(case.subject)),
        )
        health = await subject_health(self._kube, view)
        now = self._clock()
        since = self._healthy_since(case, health, now)
        if not health.gone and (since is None or now - since < self._stable):
            return
        incident = await self._memory.by_id(case.uid)
        await self._closing.close(case, await self._resolution(case, health, incident, since or now))

    def _healthy_since(self, case: Investigation, health: Health, now: datetime) -> datetime | None:
        """Where no object says since when, the stable time begins with the first look that finds nothing wrong."""
        if not health.well:
            self._well_since.pop(case.uid, None)
            return health.since
        return self._well_since.setdefault(case.uid, now)

    def _is_quiet(self, case: Investigation, now: datetime) -> bool:
        """Whether the failure was not seen for the stable time."""
        return not case.alerted(now) and now - self._tally.last_seen(case) >= self._stable

    def _is_time(self, case: Investigation, now: datetime) -> bool:
        """Whether a case is to be looked at now. A lasting failure is quiet all the time, and costs requests."""
        if now - self._looked_at.get(case.uid, case.created_at) < self._stable / LOOKS:
            return False
        self._looked_at[case.uid] = now
        return True

    def _forget_all_but(self, unresolved: set[str]) -> None:
        for memory in (self._looked_at, self._well_since):
            for uid in memory.keys() - unresolved:
                del memory[uid]

    async def _resolution(
        self, case: Investigation, health: Health, incident: Incident | None, resolved_at: datetime
    ) -> Resolution:
        ending = await self._diff.ending(case, health, incident.bundle if incident is not None else None)
        seconds = int((resolved_at - case.signal.occurred_at).total_seconds())
        return Resolution(
            kind=ending.kind,
            summary=ending.summary,
            changes=ending.changes,
            fix=joined_fix(ending.changes),
            resolved_at=resolved_at,
            seconds_to_resolve=max(0, seconds),
        )
