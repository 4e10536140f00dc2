"""Tells the cluster what an investigation found, in statuses and Events."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

import msgspec
import structlog

from casebook_analyzer.classify import classify
from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import Conclusion, FamilyRecord, Incident, ResolutionKind, SimilarIncident, Withdrawn
from casebook_analyzer.taxonomy import Taxonomy
from casebook_analyzer.text import counted, mask
from casebook_operator import metrics
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter, no_event
from casebook_operator.investigation import Investigation, names
from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition, reason_of
from casebook_operator.investigation.revisions import evidence_status, revised_status
from casebook_operator.investigation.status import (
    conclusion_status,
    family_status,
    knowledge_status,
    similar_status,
    tried_status,
)
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.kube.values import mappings, text
from casebook_operator.off_loop import by_thread
from casebook_operator.pipeline.announcements import of_conclusion, of_revision
from casebook_operator.settings import LogAudience, Settings

log = structlog.get_logger(__name__)


class Publisher:
    """Puts conclusions into words for statuses and Events, and has them written.

    Raises:
        ClusterRefusedError: Any method may raise it, when the API server refuses the status.
        ClusterUnavailableError: Any method may raise it, when the API server does not answer.
    """

    def __init__(
        self,
        writer: StatusWriter,
        cases: OpenCases,
        taxonomy: Callable[[], Taxonomy],
        settings: Settings,
        heads: Heads,
    ) -> None:
        """``taxonomy`` gives the one that is in force now."""
        self._writer = writer
        self._cases = cases
        self._taxonomy = taxonomy
        self._settings = settings
        self._heads = heads
        self._log_text = settings.evidence.log_text is LogAudience.INVESTIGATION_READERS

    async def concluded(
        self, case: Investigation, incident: Incident, search: str, family: FamilyRecord | None = None
    ) -> None:
        """Write a conclusion that is recorded, with the similar incidents and the family, in one go.

        ``search`` is what memory says of its search, such as why it found nothing; empty when there is nothing to say.
        """
        shared = self._heads.concluded(case, incident.conclusion)
        incident = await self._readable(incident)
        conclusion, similar = incident.conclusion, incident.similar
        best = f"{similar[0].name or similar[0].place}: {similar[0].resolution or 'still open'}" if similar else search
        status = (
            conclusion_status(conclusion)
            | self._similar(case, similar)
            | knowledge_status(incident.knowledge, log_text=self._log_text)
            | family_status(family)
            | evidence_status(incident)
            | self._cases.counted(case)
            | shared
        )
        if self._settings.reports.external_url:
            status["reportURL"] = names.report_url(self._settings.reports.external_url, case.namespace, case.name)
        written = await self._writer.write(
            case,
            status,
            *_conclusion_conditions(incident),
            StatusCondition(type=ConditionType.RECORDED, status=True, reason="Recorded"),
            _similar_condition(len(similar), search),
            StatusCondition(
                type=ConditionType.SUCCEEDED, status=True, reason=_standing(case, incident), message=conclusion.title
            ),
            announce=lambda case: () if self._heads.quiet(case) else of_conclusion(incident, family, case),
        )
        outcome = "nothing_wrong" if conclusion.nothing_wrong else "concluded"
        metrics.CONCLUDED.labels(category=conclusion.category, outcome=outcome).inc()
        for incident_found in similar:
            metrics.SIMILAR.labels(band=incident_found.band).inc()
        if written is None:
            log.info("concluded, but the Investigation was deleted meanwhile", investigation=case.name)
            return
        log.info(
            "concluded",
            investigation=case.name,
            namespace=case.namespace,
            category=conclusion.category,
            confidence=conclusion.confidence,
            similar=len(similar),
            best=best,
            knowledge=incident.knowledge.reason if incident.knowledge else "nothing was written",
        )

    async def unrecorded(self, case: Investigation, incident: Incident, error: CasebookError) -> None:
        """Write a conclusion that cannot be recorded, because the database is away. Retries write nothing more."""
        if reason_of(mappings(case.status, "conditions"), ConditionType.RECORDED) == "DatabaseUnavailable":
            return
        await self._writer.write(
            case,
            conclusion_status((await self._readable(incident)).conclusion) | self._cases.counted(case),
            StatusCondition(
                type=ConditionType.RECORDED, status=False, reason="DatabaseUnavailable", message=str(error)
            ),
            StatusCondition(
                type=ConditionType.SUCCEEDED,
                status=None,
                reason=CaseState.INVESTIGATING,
                message="The conclusion stands; it is recorded as soon as the database is back.",
            ),
        )

    async def waits(self, case: Investigation, until: datetime) -> None:
        """Write that an Investigation has to wait, and that it goes on by itself at about ``until``."""
        message = (
            f"Namespace {case.namespace} has asked for more Investigations than are begun at once. This one goes on by "
            f"itself at about {to_rfc3339(until)}."
        )
        waiting = StatusCondition(type=ConditionType.SUCCEEDED, status=None, reason=CaseState.WAITING, message=message)
        await self._writer.write(case, {"observedGeneration": case.generation}, waiting)

    async def refused(self, case: Investigation, why: str) -> None:
        """Write why Casebook will not carry an Investigation out."""
        metrics.CONCLUDED.labels(category="unknown", outcome="failed").inc()
        why_not = StatusCondition(type=ConditionType.SUCCEEDED, status=False, reason=CaseState.FAILED, message=why)
        await self._writer.write(case, {"observedGeneration": case.generation}, why_not)

    async def revised(
        self, case: Investigation, incident: Incident, search: str, family: FamilyRecord | None = None
    ) -> None:
        """Write the other conclusion that is drawn of an open case, and keep what it replaces.

        An Event tells of it where the category or the words of the cause differ.
        """
        shared = self._heads.concluded(case, incident.conclusion)
        incident = await self._readable(incident)
        conclusion, similar = incident.conclusion, incident.similar
        # What the earlier rule said of these must not stay where the new one says nothing.
        status: Object = {"severity": case.signal.severity.value, "runbookURL": ""}
        status |= conclusion_status(conclusion) | self._similar(case, similar) | family_status(family)
        status |= evidence_status(incident) | revised_status(case, conclusion.revision) | shared
        status |= knowledge_status(incident.knowledge, log_text=self._log_text)
        category = str(case.status.get("category") or "unknown")
        was = f"{category} ({case.status.get('confidence', 0)})"
        await self._writer.write(
            case,
            status,
            _revised_condition(conclusion, was),
            _similar_condition(len(similar), search),
            StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=case.standing, message=conclusion.title),
            announce=partial(of_revision, conclusion, was) if _tells_another_cause(case, status) else no_event,
        )
        metrics.CONCLUDED.labels(category=conclusion.category, outcome="revised").inc()
        log.info("revised", investigation=case.name, namespace=case.namespace, category=conclusion.category, was=was)

    async def confirmed(self, case: Investigation, taxonomy_version: str) -> None:
        """Write that another taxonomy draws the same conclusion."""
        await self._writer.write(case, {"taxonomyVersion": taxonomy_version})

    async def tried(self, case: Investigation, withdrawn: Iterable[Withdrawn]) -> None:
        """Write what was tried against an open case and did not help."""
        await self._writer.write(case, tried_status(withdrawn))

    async def recount(self, case: Investigation) -> None:
        """Write what was counted for a case since its status was last written."""
        await self._writer.write(case, self._cases.counted(case))

    async def label(self, case: Investigation) -> None:
        """Write the labels that say what the status says."""
        await self._writer.write_labels(case)

    async def _readable(self, incident: Incident) -> Incident:
        """The incident in words for everybody who may read Investigations, whom nobody asks for the right to logs."""
        if self._log_text:
            return incident
        conclusion = await by_thread(classify, incident.bundle, self._taxonomy(), log_text=False)
        conclusion = msgspec.structs.replace(conclusion, revision=incident.conclusion.revision)
        return msgspec.structs.replace(incident, conclusion=conclusion)

    def _similar(self, case: Investigation, similar: Iterable[SimilarIncident]) -> Object:
        visibility = self._settings.memory.visibility
        return similar_status(similar, namespace=case.namespace, visibility=visibility, log_text=self._log_text)


def _standing(case: Investigation, incident: Incident) -> CaseState:
    ended = incident.resolution
    return CaseState.ANSWERED if ended and ended.kind is ResolutionKind.ANSWERED else case.standing


def _conclusion_conditions(incident: Incident) -> list[StatusCondition]:
    bundle, conclusion = incident.bundle, incident.conclusion
    gaps = f", {len(bundle.gaps)} missing" if bundle.gaps else ""
    return [
        StatusCondition(
            type=ConditionType.EVIDENCE_COLLECTED,
            status=True,
            reason="CollectedWithGaps" if bundle.gaps else "Collected",
            message=f"{counted(len(bundle.facts), 'fact')}{gaps}",
        ),
        StatusCondition(
            type=ConditionType.CLASSIFIED,
            status=True,
            reason="RulesMatched" if conclusion.rules else "NoRuleMatched",
            message=conclusion.title if conclusion.nothing_wrong else _classified(conclusion),
        ),
    ]


def _classified(conclusion: Conclusion) -> str:
    by = f" by {', '.join(conclusion.rules[:3])}" if conclusion.rules else ""
    return f"{conclusion.category} with confidence {conclusion.confidence}{by}"


def _revised_condition(conclusion: Conclusion, was: str) -> StatusCondition:
    message = f"{conclusion.category} with confidence {conclusion.confidence}, was {was}"
    why = f"; {conclusion.revision.why}" if conclusion.revision else ""
    by = why + (f": {conclusion.rules[0]}" if conclusion.rules else "")
    return StatusCondition(type=ConditionType.CLASSIFIED, status=True, reason="Revised", message=message + by)


def _tells_another_cause(case: Investigation, status: Object) -> bool:
    """Whether a status tells another category or cause than the case, whose numbers may be others."""
    told = mask(text(case.status, "summary")), text(case.status, "category")
    return (mask(text(status, "summary")), text(status, "category")) != told


def _similar_condition(count: int, search: str) -> StatusCondition:
    if count:
        message = counted(count, "similar past incident") + (f" ({search})" if search else "")
        return StatusCondition(type=ConditionType.SIMILAR_FOUND, status=True, reason="Found", message=message)
    return StatusCondition(type=ConditionType.SIMILAR_FOUND, status=False, reason="NothingSimilar", message=search)
