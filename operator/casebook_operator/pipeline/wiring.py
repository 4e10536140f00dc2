"""Builds all parts that bring an Investigation from its creation to its conclusion, and connects them."""

import asyncio
from collections.abc import Callable

from casebook_analyzer.memory import Memory
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.wiring import CaseWiring
from casebook_operator.kube import ObjectReader
from casebook_operator.pipeline.gathering import EvidenceGatherer
from casebook_operator.pipeline.intake import Intake
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.judging_again import JudgingAgain
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.recount import Recount
from casebook_operator.pipeline.refusals import Refusals
from casebook_operator.pipeline.reviser import Reviser
from casebook_operator.pipeline.shared_evidence import SharedEvidence
from casebook_operator.pipeline.spool import Spool
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.settings import Settings
from casebook_operator.side_loop import SideLoop


class PipelineWiring:
    """The parts that gather evidence, judge it, remember it and write what came of it."""

    def __init__(
        self,
        *,
        wiring: CaseWiring,
        reader: ObjectReader,
        memory: Memory,
        taxonomy: Callable[[], Taxonomy],
        pseudonyms: PseudonymsOf,
        settings: Settings,
        fence: Callable[[], None] = lambda: None,
    ) -> None:
        """``taxonomy`` gives the one that is in force now; evidence is read through ``reader``.

        ``fence`` raises an error when nothing may be recorded any more.
        """
        self.spool = Spool(settings.evidence.spool)
        self.beside = SideLoop("casebook-evidence")
        self.publisher = Publisher(wiring.writer, wiring.cases, taxonomy, settings, wiring.heads)
        self.recount = Recount(wiring.cases, self.publisher)
        self.investigator = Investigator(
            gatherer=EvidenceGatherer(
                kube=reader,
                taxonomy=taxonomy,
                pseudonyms=pseudonyms,
                spool=self.spool,
                budget_bytes=settings.evidence.budget_bytes,
                beside=self.beside,
                shared=SharedEvidence(wiring.cases.index, wiring.heads, memory).of,
            ),
            spool=self.spool,
            memory=memory,
            taxonomy=taxonomy,
            index=wiring.cases.index,
            publisher=self.publisher,
            settings=settings,
            fence=fence,
            backlog=lambda: wiring.deduplicator.age,
        )
        self.reviser = Reviser(memory=memory, publisher=self.publisher, view=settings.memory.view)
        self.again = JudgingAgain(
            investigator=self.investigator,
            reviser=self.reviser,
            memory=memory,
            cases=wiring.cases,
            settings=settings.cases,
        )
        self.refusals = Refusals(self.publisher)
        self.intake = Intake(
            investigator=self.investigator, publisher=self.publisher, cases=wiring.cases, settings=settings.cases
        )

    async def close(self) -> None:
        await asyncio.gather(self.investigator.close(), self.again.close(), self.refusals.close(), self.intake.close())
