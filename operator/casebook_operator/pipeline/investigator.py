"""One investigation from end to end: collect -> redact -> classify -> find similar -> report -> record -> status."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.classify import classify
from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Conclusion, Incident
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.report import render_report
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator import metrics
from casebook_operator.cases.ledger import Ledger
from casebook_operator.collectors import prepare_context, survey
from casebook_operator.investigation import Investigation
from casebook_operator.kube import KubeClient
from casebook_operator.pipeline.admission import refusal
from casebook_operator.pipeline.alert_facts import alert_facts
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.second_look import conclude
from casebook_operator.pipeline.spool import Spool, SpooledCase
from casebook_operator.scope import Scope
from casebook_operator.settings import Settings
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

CONCURRENT_INVESTIGATIONS = 4
"""Evidence reads in flight stay at 8 each (collectors.case_reader), 32 in all: within what one APF level grants."""


class Investigator:
    """Carries out Investigations that have no conclusion yet.

    Every step may be cut off and run again: evidence is on disk before anything rests on it, the record's key is the
    Investigation's UID, and the status is written last.
    """

    def __init__(
        self,
        *,
        kube: KubeClient,
        memory: Memory,
        taxonomy: Callable[[], Taxonomy],
        redactor: Redactor,
        digest: Callable[[str], str],
        spool: Spool,
        ledger: Ledger,
        publisher: Publisher,
        settings: Settings,
    ) -> None:
        self._kube = kube
        self._memory = memory
        self._taxonomy = taxonomy
        self._redactor = redactor
        self._digest = digest
        self._spool = spool
        self._ledger = ledger
        self._publisher = publisher
        self._settings = settings
        self._work: KeyedWork[str] = KeyedWork("investigation", self.investigate, concurrency=CONCURRENT_INVESTIGATIONS)

    def submit(self, case: Investigation) -> None:
        self._work.submit(case.uid, case.uid)

    async def close(self) -> None:
        await self._work.close()

    async def investigate(self, uid: str) -> None:
        """Bring one Investigation to its conclusion. Does nothing for one that has it, or that was deleted."""
        case = self._ledger.get(uid)
        if case is None or case.concluded:
            return
        refused = refusal(case, Scope.of(self._settings))
        if refused:
            await self._publisher.refused(case, refused)
            return
        spooled, conclusion = await self._evidence(case)
        incident = await asyncio.to_thread(self._incident, spooled, conclusion)
        try:
            with _timed("similar"):
                similar = await self._memory.similar(spooled.bundle, conclusion, exclude_id=uid)
            incident = msgspec.structs.replace(incident, similar=similar.incidents)
            with _timed("record"):
                await self._memory.record(incident)
            # After the record: a recurrence counts against what ended the last one.
            view = self._settings.memory.view(case.namespace)
            family = await self._memory.family(conclusion.signature.key, view)
        except DatabaseUnavailableError as error:
            await self._publisher.unrecorded(case, conclusion, error)
            raise
        with _timed("publish"):
            await self._publisher.concluded(case, incident, similar.reason, family)
        self._spool.remove(uid)

    async def replay_orphans(self) -> None:
        """Record the cases whose Investigation was deleted before the database had them."""
        for case_id in self._spool.ids():
            known = self._ledger.get(case_id)
            if known is not None:
                if known.concluded:
                    self._spool.remove(case_id)  # killed after the last step but one
                continue
            spooled = self._spool.get(case_id)
            if spooled is not None:
                conclusion = classify(spooled.bundle, self._taxonomy())
                await self._memory.record(self._incident(spooled, conclusion))
                log.info("recorded a case whose Investigation is gone", investigation=spooled.name)
                self._spool.remove(case_id)

    async def _evidence(self, case: Investigation) -> tuple[SpooledCase, Conclusion]:
        """Evidence from the spool, where an earlier run has left it, or gathered now; and what follows from it."""
        taxonomy = self._taxonomy()
        earlier = self._spool.get(case.uid)
        if earlier is not None:
            with _timed("classify"):
                return earlier, await asyncio.to_thread(classify, earlier.bundle, taxonomy)
        with _timed("collect"):
            context = await prepare_context(
                self._kube,
                case.subject,
                case.signal,
                conditions=taxonomy.conditions,
                tags=taxonomy.tags,
                digest=self._digest,
                now=datetime.now(UTC),
            )
            found = (await survey(context)).plus(alert_facts(case))
        with _timed("classify"):
            bundle, conclusion = await conclude(
                found,
                taxonomy=taxonomy,
                redactor=self._redactor,
                budget_bytes=self._settings.evidence.budget_bytes,
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
        try:
            await asyncio.to_thread(self._spool.put, spooled)
        except OSError as error:  # a full disk must not cost the case as well
            metrics.SPOOL_ERRORS.inc()
            log.warning("evidence is in memory only", investigation=case.name, error=str(error))
        return spooled, conclusion

    def _incident(self, spooled: SpooledCase, conclusion: Conclusion) -> Incident:
        report = render_report(
            spooled.bundle,
            conclusion,
            name=spooled.name,
            namespace=spooled.namespace,
            episode=spooled.episode,
            opened_at=spooled.opened_at,
        )
        return Incident(
            id=spooled.id,
            tenant=self._settings.cluster.name,
            namespace=spooled.namespace,
            name=spooled.name,
            episode=spooled.episode,
            opened_at=spooled.opened_at,
            bundle=spooled.bundle,
            conclusion=conclusion,
            report=report,
        )


@contextmanager
def _timed(stage: str) -> Iterator[None]:
    with metrics.STAGE_SECONDS.labels(stage=stage).time():
        yield
