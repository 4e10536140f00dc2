"""An investigator with everything around it, in stand-ins."""

from pathlib import Path

from casebook_analyzer.evidence import BUDGET_BYTES
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.pipeline.gathering import EvidenceGatherer
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.spool import Spool
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.settings import ClusterSettings, Settings
from tests.operator.builders import CLUSTER, crash_looping, investigation, pod, workload
from tests.operator.fakes import FakeKube, FakeMemory, FakePublisher, Here, nothing_shared

CASE = investigation()


class Office:
    """An investigator with everything around it. ``Office(path)`` again is a restart after a kill."""

    def __init__(self, folder: Path) -> None:
        self.kube, self.memory, self.publisher, self.index = (
            FakeKube(),
            FakeMemory(),
            FakePublisher(),
            InvestigationIndex(),
        )
        self.spool = Spool(folder / "spool")
        self.spool.prepare()
        self.kube.put(workload("Deployment", "checkout"), pod(crash_looping()))
        self.investigator = Investigator(
            gatherer=EvidenceGatherer(
                kube=self.kube,
                taxonomy=load_taxonomy,
                pseudonyms=lambda _: Pseudonyms(
                    Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), lambda value: f"digest-of-{value}"
                ),
                spool=self.spool,
                budget_bytes=BUDGET_BYTES,
                beside=Here(),
                shared=nothing_shared,
            ),
            spool=self.spool,
            memory=self.memory,
            taxonomy=load_taxonomy,
            index=self.index,
            publisher=self.publisher,
            settings=Settings(cluster=ClusterSettings(name=CLUSTER)),
        )

    async def investigate(self, case: Investigation = CASE) -> None:
        self.index.put(case)
        await self.investigator.investigate(case.uid)
