"""An investigator with everything around it, in stand-ins."""

from pathlib import Path

from casebook_analyzer.redaction import Redactor
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.ledger import Ledger
from casebook_operator.investigation import Investigation
from casebook_operator.pipeline import Investigator
from casebook_operator.pipeline.spool import Spool
from casebook_operator.settings import ClusterSettings, Settings
from tests.operator.builders import CLUSTER, crash_looping, investigation, pod, workload
from tests.operator.fakes import FakeKube, FakeMemory, FakePublisher

CASE = investigation()


class Office:
    """An investigator with everything around it. ``Office(path)`` again is a restart after a kill."""

    def __init__(self, folder: Path) -> None:
        self.kube, self.memory, self.publisher, self.ledger = FakeKube(), FakeMemory(), FakePublisher(), Ledger()
        self.spool = Spool(folder / "spool")
        self.spool.prepare()
        self.kube.put(workload("Deployment", "checkout"), pod(crash_looping()))
        self.investigator = Investigator(
            kube=self.kube,
            memory=self.memory,
            taxonomy=load_taxonomy,
            redactor=Redactor(b"k" * 32),
            digest=lambda value: f"digest-of-{value}",
            spool=self.spool,
            ledger=self.ledger,
            publisher=self.publisher,
            settings=Settings(cluster=ClusterSettings(name=CLUSTER)),
        )

    async def investigate(self, case: Investigation = CASE) -> None:
        self.ledger.put(case)
        await self.investigator.investigate(case.uid)
