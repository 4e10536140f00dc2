"""The evidence of a case: gathered once, redacted, classified, and on disk before anything else uses it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from casebook_analyzer.classify import classify
from casebook_analyzer.errors import CasebookError
from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Conclusion, EvidenceBundle, Signal, Trigger
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator import metrics
from casebook_operator.cases.absence import absence
from casebook_operator.cases.absent_container import container_absence
from casebook_operator.investigation import Investigation
from casebook_operator.kube import ObjectReader
from casebook_operator.off_loop import by_thread
from casebook_operator.pipeline.alert_facts import alert_facts
from casebook_operator.pipeline.second_look import conclude
from casebook_operator.pipeline.spool import Spool, SpooledCase
from casebook_operator.pipeline.stages import timed
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.side_loop import Beside
from casebook_operator.survey import prepare_context, survey, survey_everything

log = structlog.get_logger(__name__)


class NothingThereError(CasebookError):
    """A person asks about what is not there. The message says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceGatherer:
    """Looks at what a case is about while it can still be seen."""

    kube: ObjectReader
    taxonomy: Callable[[], Taxonomy]
    """The one that is in force now."""
    pseudonyms: PseudonymsOf
    spool: Spool
    budget_bytes: int
    """Of the evidence of one case."""
    beside: Beside
    """Where it is looked at and judged: objects of strangers may be as large as the API server lets them be."""
    shared: Callable[[Investigation], Awaitable[Collected]]
    """What other cases say, of one that stands for them."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def gather(self, case: Investigation, signal: Signal | None = None) -> tuple[SpooledCase, Conclusion]:
        """(evidence, conclusion) of a case: from the spool, if an earlier run has left it there, or gathered now.

        A ``signal`` shows the failure as it is now; else it is looked at as it was opened.

        What cannot be read is a Gap of the evidence. A full disk is logged: the evidence is then in memory alone.

        Raises:
            NothingThereError: There is no such object as a person asks about.
            ClusterUnavailableError: The API server does not say whether there is.
            DatabaseUnavailableError: Memory does not answer, which has what is said of an outage.
        """
        taxonomy = self.taxonomy()
        earlier = await asyncio.to_thread(self.spool.get, case.uid)
        if earlier is not None:
            with timed("classify"):
                return earlier, await by_thread(classify, earlier.bundle, taxonomy)
        await self._must_exist(case)
        shared = await self.shared(case)
        bundle, conclusion = await self.beside.look(
            self.kube, lambda kube: self._looked_at(case, signal or case.signal, kube, taxonomy, shared)
        )
        for gap in bundle.gaps:
            metrics.EVIDENCE_GAPS.labels(reason=gap.reason).inc()
        spooled = SpooledCase(
            id=case.uid,
            namespace=case.namespace,
            name=case.name,
            episode=case.episode,
            opened_at=case.created_at,
            bundle=bundle,
        )
        await self._keep(spooled)
        return spooled, conclusion

    async def _must_exist(self, case: Investigation) -> None:
        if case.signal.trigger is not Trigger.MANUAL or case.judged:
            return
        subject = case.subject
        why = await absence(self.kube, subject) or await container_absence(self.kube, subject, subject.container)
        if why:
            raise NothingThereError(why)

    async def _looked_at(
        self, case: Investigation, signal: Signal, kube: ObjectReader, taxonomy: Taxonomy, shared: Collected
    ) -> tuple[EvidenceBundle, Conclusion]:
        own = self.pseudonyms(case.subject.namespace)
        with timed("collect"):
            context = await prepare_context(
                kube,
                case.subject,
                signal,
                conditions=taxonomy.conditions,
                tags=taxonomy.tags,
                digest=own.digest,
                now=self.clock(),
            )
            asked = case.signal.trigger is Trigger.MANUAL
            found = (await (survey_everything if asked else survey)(context)).plus(alert_facts(case)).plus(shared)
        with timed("classify"):
            return await conclude(found, taxonomy=taxonomy, sanitizer=own.sanitizer, budget_bytes=self.budget_bytes)

    async def _keep(self, spooled: SpooledCase) -> None:
        try:
            await asyncio.to_thread(self.spool.put, spooled)
        except OSError as error:  # a full disk must not cost the case as well
            metrics.SPOOL_ERRORS.inc()
            log.warning("evidence is in memory only", investigation=spooled.name, error=str(error))
