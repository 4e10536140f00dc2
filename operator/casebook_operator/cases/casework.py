"""All parts that make Investigations out of signals, wired."""

import asyncio
from collections.abc import Callable

from casebook_analyzer.memory import Memory
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.taxonomy import Taxonomy
from casebook_analyzer.text import clean_line
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.folding import Folding
from casebook_operator.cases.handled import Handled
from casebook_operator.cases.implied import ImpliedServices
from casebook_operator.cases.intake import Intake
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.links import Links
from casebook_operator.cases.overflow import Overflow
from casebook_operator.cases.past import Past
from casebook_operator.cases.recovery import Recovery
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.cases.superseding import Superseding
from casebook_operator.cases.tally import Tally
from casebook_operator.cases.waiting import WaitingRoom
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient
from casebook_operator.settings import Settings


class Casework:
    """Opening, counting and closing. It remembers what one process has seen; the cluster has the rest."""

    def __init__(
        self,
        *,
        kube: KubeClient,
        store: InvestigationStore,
        memory: Memory,
        taxonomy: Callable[[], Taxonomy],
        redactor: Redactor,
        digest: Callable[[str], str],
        settings: Settings,
    ) -> None:
        self.ledger, self.tally, self.roll = Ledger(), Tally(), Roll()
        self.waiting = WaitingRoom(kube)
        self.overflow = Overflow(settings.cases)
        self._handled = Handled()
        resolver = SubjectResolver(kube)
        folding = Folding(links=Links(kube, resolver), ledger=self.ledger, last_seen=self.tally.last_seen)
        self.intake = Intake(
            cluster=settings.cluster,
            resolver=resolver,
            folding=folding,
            past=Past(kube),
            store=store,
            ledger=self.ledger,
            tally=self.tally,
            roll=self.roll,
            overflow=self.overflow,
            handled=self._handled,
            clean=lambda text: clean_line(redactor.redact(text)),
        )
        self.implied = ImpliedServices(
            kube=kube, ledger=self.ledger, observe=self.intake.observe, patience=settings.signals
        )
        self.recovery = Recovery(
            kube=kube,
            memory=memory,
            ledger=self.ledger,
            tally=self.tally,
            superseding=Superseding(folding=folding, tally=self.tally, roll=self.roll, handled=self._handled),
            closing=Closing(
                store=store,
                memory=memory,
                ledger=self.ledger,
                tally=self.tally,
                roll=self.roll,
                release=self.release,
            ),
            diff=RecoveryDiff(kube=kube, digest=digest, redactor=redactor),
            taxonomy=taxonomy,
            settings=settings.cases,
        )

    def release(self, holder: str) -> None:
        """Look again at everything that counted for a case which is over now, or that waited for the cap."""
        for place in self._handled.release(holder):
            self.waiting.read_again(place)

    async def close(self) -> None:
        await asyncio.gather(self.waiting.close(), self.implied.close(), self.intake.close(), self.recovery.close())
