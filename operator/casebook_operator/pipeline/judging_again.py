"""Judges open Investigations again whose evidence has changed: the steps of the first time, on evidence of now."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import structlog

from casebook_analyzer.classify.revising import is_shown, takes_the_place
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import ConclusionRevision, Incident, Verdict
from casebook_operator.cases.fresh_evidence import Occasion
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.kube.values import text
from casebook_operator.pipeline.attempts import attempt_between
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.reviser import Reviser
from casebook_operator.pipeline.stages import timed
from casebook_operator.settings import CaseSettings
from casebook_operator.token_bucket import TokenBuckets
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

TICK_SECONDS = 1.0
AT_ONCE = 2
"""Begun in a second at most, in the whole cluster: of 40 ms each, a tenth of a core while a thousand cases go on."""

PATIENCE_SECONDS = 10.0
"""One is begun after this time though first conclusions are under way: whoever fails once a second would keep all
others from being judged again."""

_AGREED = frozenset({Verdict.CONFIRMED, Verdict.CORRECTED})
"""Whoever has looked knows better than a later look at the same failure."""


@dataclass(eq=False, kw_only=True)
class JudgingAgain:
    """Looks once a second for cases that are due, and begins them when nothing waits for its first conclusion for long.

    Each namespace has the budget that it has for what people ask for (``cases.asked_per_minute``).
    """

    investigator: Investigator
    reviser: Reviser
    memory: Memory
    cases: OpenCases
    settings: CaseSettings
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._budgets = TokenBuckets(per_minute=self.settings.asked_per_minute, burst=self.settings.asked_burst)
        self._work: KeyedWork[str] = KeyedWork("revision", self.judge, concurrency=AT_ONCE)
        self._quiet_at = self.clock()
        """When one was begun last, or nothing else was under way."""

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Begin what is due, for each namespace as far as its budget goes."""
        now = self.clock()
        busy = self.investigator.busy
        if len(self._work) or (busy and now - self._quiet_at < PATIENCE_SECONDS):
            return
        self._quiet_at, begun = now, 0
        for case, _ in self.cases.due_again():
            if begun < (1 if busy else AT_ONCE) and self._budgets.of(case.namespace).take():
                self._work.submit(case.uid, case.uid)
                begun += 1

    async def close(self) -> None:
        await self._work.close()

    async def judge(self, uid: str) -> None:
        """Judge one case again, if it still is due. It may be cut off anywhere, and is then found due again.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses the status.
        """
        case = self.cases.index.get(uid)
        occasion = self.cases.fresh.occasion(case) if case is not None else None
        if case is None or occasion is None:
            return
        again = await self.investigator.incident_of(case, Turn(case.namespace, asked=True), occasion.signal)
        case = self.cases.index.get(uid)
        if case is not None and case.open:  # it may have been closed or deleted meanwhile
            self.investigator.fence()
            with timed("publish"):
                await self._compared(case, again, occasion)
            self.cases.fresh.looked(uid, occasion, again.bundle.collected_at)
        await asyncio.to_thread(self.investigator.spool.remove, uid)

    async def _compared(self, case: Investigation, again: Incident, occasion: Occasion) -> None:
        known = await self.memory.by_id(case.uid)
        if known is None:
            return
        await self._attempted(case, known, again, occasion)
        settled = text(case.status, "feedback", "verdict") in _AGREED and not occasion.anew
        another = occasion.another and is_shown(occasion.signal, again.bundle)
        if settled or not takes_the_place(known.conclusion, again.conclusion, another_failure=another):
            told = await self.reviser.tell(case, known)
            log.info("the conclusion stands", investigation=case.name, why=occasion.why, told=told)
            return
        revision = ConclusionRevision(at=again.bundle.collected_at, reason=occasion.reason, why=occasion.why)
        conclusion = msgspec.structs.replace(again.conclusion, revision=revision)
        await self.reviser.revise(
            case, msgspec.structs.replace(again, conclusion=conclusion, withdrawn=known.withdrawn)
        )

    async def _attempted(self, case: Investigation, known: Incident, again: Incident, occasion: Occasion) -> None:
        """Keep what was changed meanwhile and did not help. What led to another failure is no attempt."""
        same = known.conclusion.signature.key == again.conclusion.signature.key
        tried = attempt_between(known.bundle, again.bundle) if same and not occasion.anew else None
        if tried is not None:
            await self.reviser.publisher.tried(case, await self.memory.attempt(case.uid, tried))
