"""One investigation from end to end: collect -> redact -> classify -> find similar -> report -> record -> status."""

import asyncio
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import structlog

from casebook_analyzer.classify import classify
from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.evidence import serving_fact
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, Recollection, SimilarResult
from casebook_analyzer.models import Conclusion, Incident, Resolution, ResolutionKind, Signal
from casebook_analyzer.report import with_report
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.fair_slots import FairSlots, Turn
from casebook_operator.investigation import Investigation
from casebook_operator.off_loop import by_thread, on_behalf_of
from casebook_operator.pipeline.gathering import EvidenceGatherer, NothingThereError
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.spool import Spool, SpooledCase
from casebook_operator.pipeline.stages import timed
from casebook_operator.settings import Settings
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

CONCURRENT_INVESTIGATIONS = 12
"""Eleven of one namespace, or of what people asked for, and one for others. In a storm they wait for each other, to be
recorded together."""

GATHERING = 5
"""Those that read evidence at one time: four of one namespace, or of what people asked for, and one for others, who do
not wait for what makes reads slow. Of each 8 reads are in flight (:mod:`casebook_operator.reading.case_reader`),
altogether within what one APF level grants."""

BEHIND_SECONDS = 0.5
"""When failures wait for longer than this until they have an Investigation, those come before conclusions."""
BEHIND_INVESTIGATIONS = 3
"""What goes on meanwhile: two of a namespace at most, and one for others."""


_ANYBODYS = Turn()
_SERVED = "it served when somebody asked"


class Submitted(NamedTuple):
    """A case that waits to be carried out."""

    uid: str
    turn: Turn


@dataclass(eq=False, kw_only=True)
class Investigator:
    """Carries out Investigations that have no conclusion yet.

    Every step may be cut off and run again: evidence is on disk before anything rests on it, the record's key is the
    Investigation's UID, and the status is written last.
    """

    gatherer: EvidenceGatherer
    spool: Spool
    memory: Memory
    taxonomy: Callable[[], Taxonomy]
    """The one that is in force now."""
    index: InvestigationIndex
    publisher: Publisher
    settings: Settings
    fence: Callable[[], None] = lambda: None
    """Raises an error if this operator may not record cases any more, as another one looks after them."""
    backlog: Callable[[], float] = lambda: 0.0
    """For how long failures wait now until they have an Investigation, in seconds."""

    def __post_init__(self) -> None:
        self._gathering = FairSlots(lambda: GATHERING)
        self._work: KeyedWork[Submitted] = KeyedWork(
            "investigation",
            lambda item: self.investigate(item.uid, item.turn),
            concurrency=CONCURRENT_INVESTIGATIONS,
            turn=lambda item: item.turn,
            room=lambda: CONCURRENT_INVESTIGATIONS if self.backlog() < BEHIND_SECONDS else BEHIND_INVESTIGATIONS,
        )

    def submit(self, case: Investigation, *, asked: bool = False) -> None:
        """Have a case carried out after what waits; what somebody ``asked`` for, after what Casebook saw itself."""
        turn = Turn(case.namespace, asked, since=case.created_at.timestamp())
        self._work.submit(case.uid, Submitted(case.uid, turn))

    @property
    def busy(self) -> bool:
        """Whether any case waits for its first conclusion."""
        return len(self._work) > 0

    async def close(self) -> None:
        await self._work.close()

    async def investigate(self, uid: str, turn: Turn = _ANYBODYS) -> None:
        """Bring one Investigation to its conclusion, in its ``turn``. Does nothing when it has one, or was deleted.

        What a person asks about and is not there is refused, and no incident.

        Raises:
            DatabaseUnavailableError: Memory does not answer; the conclusion is in the status, and not recorded yet. An
                outage has none yet.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses the status.
        """
        case = self.index.get(uid)
        if case is None or case.concluded:
            return
        try:
            incident = await self.incident_of(case, turn)
        except NothingThereError as error:
            await self.publisher.refused(case, str(error))
            return
        view = self.settings.memory.view(case.namespace)
        try:
            with timed("similar"):
                found = await self._recollected(incident, view)
            incident = msgspec.structs.replace(incident, similar=found.similar.incidents, knowledge=found.knowledge)
            self.fence()
            with timed("record"):
                # The family as it is with this one: a recurrence counts against what ended the last one.
                family = await self.memory.record(incident, view, companions=self._work.companions)
        except DatabaseUnavailableError as error:
            await self.publisher.unrecorded(case, incident, error)
            raise
        with timed("publish"):
            await self.publisher.concluded(case, incident, found.similar.reason, family)
        await asyncio.to_thread(self.spool.remove, uid)

    async def _recollected(self, incident: Incident, view: View) -> Recollection:
        if incident.conclusion.nothing_wrong:
            nothing = SimilarResult(reason="nothing wrong was found that could be compared", searched=0)
            return Recollection(similar=nothing)
        return await self.memory.recollect(incident, view)

    async def incident_of(self, case: Investigation, turn: Turn, signal: Signal | None = None) -> Incident:
        """What the evidence of a case leads to, with its report: as ``signal`` shows the failure, or as it was opened.

        It is on disk until whoever asked removes it.
        """
        with on_behalf_of(turn):
            async with self._gathering.hold(turn):
                spooled, conclusion = await self.gatherer.gather(case, signal)
            return await by_thread(self._incident, spooled, conclusion)

    async def replay_orphans(self, of_others: Container[str] = ()) -> None:
        """Record the cases on disk whose Investigation was deleted before the database had them.

        ``of_others`` are those that another operator looks after by now: it has gathered their evidence itself.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
        """
        for case_id in self.spool.ids():
            known = self.index.get(case_id)
            if known is not None or case_id in of_others:
                if known is None or known.concluded:
                    await asyncio.to_thread(self.spool.remove, case_id)  # killed after the last step but one
                continue
            spooled = await asyncio.to_thread(self.spool.get, case_id)
            if spooled is not None:
                conclusion = await by_thread(classify, spooled.bundle, self.taxonomy())
                await self.memory.record(await by_thread(self._incident, spooled, conclusion))
                log.info("recorded a case whose Investigation is gone", investigation=spooled.name)
                await asyncio.to_thread(self.spool.remove, case_id)

    def _incident(self, spooled: SpooledCase, conclusion: Conclusion) -> Incident:
        incident = Incident(
            id=spooled.id,
            tenant=self.settings.cluster.name,
            namespace=spooled.namespace,
            name=spooled.name,
            episode=spooled.episode,
            opened_at=spooled.opened_at,
            bundle=spooled.bundle,
            conclusion=conclusion,
            report="",
            resolution=_answer(spooled),
        )
        return with_report(incident)


def _answer(spooled: SpooledCase) -> Resolution | None:
    """The end of a case that a person asked for about something that serves: it is over when it is concluded."""
    if serving_fact(spooled.bundle) is None:
        return None
    asked = spooled.bundle.collected_at
    return Resolution(kind=ResolutionKind.ANSWERED, summary=_SERVED, resolved_at=asked, seconds_to_resolve=0)
