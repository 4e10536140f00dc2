"""Lets Investigations into the queue: those that Casebook opened at once, others by the budget of their namespace."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from casebook_operator import metrics
from casebook_operator.cases.fair_line import FairLine
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.fair_slots import Turn
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import CaseState
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.settings import CaseSettings
from casebook_operator.token_bucket import SECONDS_A_MINUTE, TokenBuckets
from casebook_operator.work import KeyedWork

TICK_SECONDS = 1.0
CONCURRENT_NOTES = 1
NOTE_PAUSE_SECONDS = 0.1
"""Each is one write of a status, which nobody waits for, and which every watch brings back: a thousand at once would
keep the operator from what is urgent."""


class Held(msgspec.Struct, frozen=True):
    """An Investigation that waits, and until about when."""

    case: Investigation
    until: datetime


@dataclass(eq=False, kw_only=True)
class Intake:
    """Holds back what one namespace asks for beyond its budget. Nothing is lost: after a restart it is seen again."""

    investigator: Investigator
    publisher: Publisher
    cases: OpenCases
    settings: CaseSettings
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._budgets = TokenBuckets(per_minute=self.settings.asked_per_minute, burst=self.settings.asked_burst)
        self._line = FairLine()
        self._begun: set[str] = set()
        """UIDs of Investigations that were asked for and have used a token: each new version of one is free."""
        self._notes: KeyedWork[Held] = KeyedWork(
            "waiting", self._note, concurrency=CONCURRENT_NOTES, turn=lambda held: Turn(held.case.namespace)
        )

    def submit(self, case: Investigation) -> None:
        """Have an Investigation without a conclusion carried out: now, or when its namespace may. Returns at once."""
        if self.cases.is_own(case):
            self.investigator.submit(case)
        elif case.judged or case.uid in self._begun:
            self.investigator.submit(case, asked=True)
        elif case.uid not in self._line and self._budgets.of(case.namespace).take():
            self._begin(case)
        elif (place := self._line.add(case.uid, case.namespace)) is not None:
            metrics.ASKED_WAITING.set(len(self._line))
            if case.state != CaseState.WAITING:
                self._notes.submit(case.uid, Held(case, self.clock() + self._wait(place)))

    def forget(self, uid: str) -> None:
        """Take an Investigation out that has a conclusion, is refused or was deleted."""
        self._begun.discard(uid)
        self._line.remove(uid)
        metrics.ASKED_WAITING.set(len(self._line))

    async def run(self) -> None:
        """Every second, until cancelled, begin what may go on now, one namespace after the other."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.go_on()

    def go_on(self) -> None:
        """Begin what waits and may go on now."""
        for uid in self._line.take(len(self._line), lambda namespace: self._budgets.of(namespace).available):
            case = self.cases.index.get(uid)
            if case is not None and self._budgets.of(case.namespace).take():
                self._begin(case)
        metrics.ASKED_WAITING.set(len(self._line))

    async def close(self) -> None:
        await self._notes.close()

    def _begin(self, case: Investigation) -> None:
        self._begun.add(case.uid)
        self.investigator.submit(case, asked=True)

    async def _note(self, held: Held) -> None:
        if held.case.uid in self._line:
            await self.publisher.waits(held.case, held.until)
            await asyncio.sleep(NOTE_PAUSE_SECONDS)

    def _wait(self, place: int) -> timedelta:
        """How long the one in this place of its namespace's line waits, from 1."""
        return timedelta(seconds=place * SECONDS_A_MINUTE / self.settings.asked_per_minute)
