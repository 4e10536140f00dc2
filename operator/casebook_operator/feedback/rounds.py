"""Has statuses tell what was said in the browser, by agents and to memory: of that the API server tells nobody."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NoReturn

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.families.spoken import spoken_of_since
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import Announcement, StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.status import family_status, proposed_status
from casebook_operator.kube.values import mappings, number, text
from casebook_operator.rounds import come_round

PAUSE_SECONDS = 30.0
"""A look is one statement over an index; who has confirmed a fix looks at the Investigation soon after."""
_OVERLAP = timedelta(minutes=5)
"""How far clocks of those who keep a word and those who look for it may differ: what RFC 4120 (8.2) recommends."""
_BEFORE = timedelta(days=7)
"""What was said while no operator ran is told by the next one, if it was down for no longer."""


@dataclass(eq=False, kw_only=True)
class FeedbackRounds:
    """Writes the fixes that agents propose, and those that people confirmed, to the statuses of our cases."""

    memory: Memory
    writer: StatusWriter
    cases: OpenCases
    view: Callable[[str], View]
    """What the readers of a namespace may learn from."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self._since = self.clock() - _BEFORE

    async def run(self) -> NoReturn:
        """Run until cancelled."""
        await come_round(self.round, every=PAUSE_SECONDS, left="what people said is written to statuses later")

    async def round(self) -> None:
        """Look once. Where something fails, the next look begins where this one did."""
        began = self.clock()
        for uid in await spoken_of_since(self.memory.session, self._since):
            await self._tell(uid)
        self._since = began - _OVERLAP

    async def _tell(self, uid: str) -> None:
        case = self.cases.index.get(uid)
        if case is None or not self.cases.ours(case) or not (case.open or case.resolved):
            return
        incident = await self.memory.by_id(uid)
        if incident is None:
            return
        past = await self.memory.past(incident, self.view(case.namespace))
        proposed = proposed_status(past.proposed) if past.proposed or "proposedFixes" in case.status else {}
        before = _numbers(case)
        await self.writer.write(
            case, family_status(past.family) | proposed, announce=lambda written: _announced(written, before)
        )


def _numbers(case: Investigation) -> set[int]:
    return {number(one, "number") for one in mappings(case.status, "proposedFixes")}


def _announced(case: Investigation, before: set[int]) -> Iterator[Announcement]:
    """An Event for each fix that the status tells since: a correction by annotation has one, too."""
    for one in mappings(case.status, "proposedFixes"):
        if number(one, "number") not in before:
            by = text(one, "author") or "somebody"
            note = f"Proposed by {by} (agent), not yet confirmed, number {number(one, 'number')}: {text(one, 'fix')}"
            yield Announcement(reason="FixProposed", note=note)
