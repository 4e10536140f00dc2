"""What the cluster gets to see of an investigation: one status write, then Events."""

from collections.abc import Callable
from datetime import UTC, datetime

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import Conclusion, FamilyRecord, Incident
from casebook_analyzer.report import family_in_words
from casebook_operator import metrics
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import Condition, ConditionType, State, merge, reason_of
from casebook_operator.investigation.status import (
    alerts_status,
    conclusion_status,
    family_status,
    fit,
    similar_status,
)
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.investigation.times import to_rfc3339
from casebook_operator.kube import Object
from casebook_operator.settings import Settings

log = structlog.get_logger(__name__)


class Publisher:
    """Writes statuses and posts Events. The status goes first: an Event may only tell what the status says."""

    def __init__(
        self,
        *,
        store: InvestigationStore,
        ledger: Ledger,
        tally: Tally,
        roll: Roll,
        settings: Settings,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._tally = tally
        self._roll = roll
        self._settings = settings
        self._clock = clock

    async def concluded(
        self, case: Investigation, incident: Incident, search: str, family: FamilyRecord | None = None
    ) -> None:
        """The conclusion, its record and what memory knows, in one write."""
        conclusion, similar = incident.conclusion, incident.similar
        best = f"{similar[0].name}: {similar[0].resolution or 'still open'}" if similar else search
        status = (
            conclusion_status(conclusion)
            | similar_status(similar, namespace=case.namespace, visibility=self._settings.memory.visibility)
            | family_status(family)
            | self._seen(case)
        )
        if self._settings.reports.external_url:
            base = self._settings.reports.external_url.rstrip("/")
            status["reportURL"] = f"{base}/reports/{case.namespace}/{case.name}"
        written = await self._write(
            case,
            status,
            [
                *_conclusion_conditions(incident),
                Condition(type=ConditionType.RECORDED, status=True, reason="Recorded"),
                _similar_condition(len(similar), search),
                Condition(type=ConditionType.SUCCEEDED, status=True, reason=State.OPEN, message=conclusion.title),
            ],
        )
        metrics.CONCLUDED.labels(category=conclusion.category, outcome="concluded").inc()
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
        )
        await self._announce(written, incident, family)

    async def unrecorded(self, case: Investigation, conclusion: Conclusion, error: CasebookError) -> None:
        """The conclusion while the database is away. Written once, not with every retry."""
        if reason_of(case.status.get("conditions") or (), ConditionType.RECORDED) == "DatabaseUnavailable":
            return
        await self._write(
            case,
            conclusion_status(conclusion) | self._seen(case),
            [
                Condition(type=ConditionType.RECORDED, status=False, reason="DatabaseUnavailable", message=str(error)),
                Condition(
                    type=ConditionType.SUCCEEDED,
                    status=None,
                    reason=State.INVESTIGATING,
                    message="The conclusion stands; it is recorded as soon as the database is back.",
                ),
            ],
        )

    async def refused(self, case: Investigation, why: str) -> None:
        """An Investigation that Casebook will not carry out."""
        metrics.CONCLUDED.labels(category="unknown", outcome="failed").inc()
        why_not = Condition(type=ConditionType.SUCCEEDED, status=False, reason=State.FAILED, message=why)
        await self._write(case, {"observedGeneration": case.generation}, [why_not])

    async def revised(
        self, case: Investigation, incident: Incident, search: str, family: FamilyRecord | None = None
    ) -> None:
        """Another conclusion of a case that is open, drawn from the same evidence by another taxonomy."""
        conclusion, similar = incident.conclusion, incident.similar
        # What the earlier rule said of these must not stay where the new one says nothing.
        status: Object = {"severity": case.signal.severity.value, "runbookURL": ""}
        status |= conclusion_status(conclusion) | similar_status(
            similar, namespace=case.namespace, visibility=self._settings.memory.visibility
        )
        status |= family_status(family)
        category = str(case.status.get("category") or "unknown")
        was = f"{category} ({case.status.get('confidence', 0)})"
        written = await self._write(
            case,
            status,
            [
                _revised_condition(conclusion, was),
                _similar_condition(len(similar), search),
                Condition(type=ConditionType.SUCCEEDED, status=True, reason=State.OPEN, message=conclusion.title),
            ],
        )
        metrics.CONCLUDED.labels(category=conclusion.category, outcome="revised").inc()
        log.info("revised", investigation=case.name, namespace=case.namespace, category=conclusion.category, was=was)
        if written is None:
            return
        verdict = f"{conclusion.category} ({conclusion.confidence}): {conclusion.summary}"
        note = f"By taxonomy {conclusion.taxonomy_version}, was {was}. {verdict}"
        await self._store.post_event(written.reference, reason="RootCauseRevised", note=note)

    async def confirmed(self, case: Investigation, taxonomy_version: str) -> None:
        """The same conclusion by another taxonomy."""
        self._keep(case, await self._store.write_status(case, {"taxonomyVersion": taxonomy_version}))

    async def recount(self, case: Investigation) -> None:
        """What was counted since the last write, for a case that is concluded."""
        fitted = fit(case, case.status | self._seen(case))
        changed = {name: value for name, value in fitted.items() if value != case.status.get(name)}
        if changed:
            self._keep(case, await self._store.write_status(case, changed))

    def _seen(self, case: Investigation) -> Object:
        return {
            "occurrences": max(1, self._tally.occurrences(case)),
            "lastSeen": to_rfc3339(self._tally.last_seen(case)),
            "observedGeneration": case.generation,
            **self._roll.status(case),
            **alerts_status(case),
        }

    async def _write(self, case: Investigation, status: Object, conditions: list[Condition]) -> Investigation | None:
        existing = case.status.get("conditions") or ()
        status["conditions"] = merge(existing, conditions, generation=case.generation, now=self._clock())
        return self._keep(case, await self._store.write_status(case, fit(case, status)))

    def _keep(self, case: Investigation, written: Investigation | None) -> Investigation | None:
        """Remember what was written, or that there is nothing any more: a watch that broke may not tell of it."""
        if written is not None:
            self._ledger.put(written)
        else:
            self._ledger.remove(case.uid)
            self._tally.forget(case.uid)
            self._roll.forget(case.uid)
        return written

    async def _announce(self, case: Investigation, incident: Incident, family: FamilyRecord | None) -> None:
        conclusion = incident.conclusion
        verdict = f"{conclusion.category} ({conclusion.confidence}): {conclusion.summary}"
        await self._store.post_event(case.reference, reason="RootCauseClassified", note=verdict)
        if incident.similar and case.status.get("similarIncidents"):
            best = case.status["similarIncidents"][0]
            known = best.get("investigation") or "an incident of another namespace"
            fixed = f", fixed by: {best['resolution']}" if best.get("resolution") else ""
            note = f"{len(incident.similar)} similar; closest {known} ({best['scorePermille'] / 10:.0f} %){fixed}"
            await self._store.post_event(case.reference, reason="SimilarIncidentsFound", note=note)
        if family is not None and family.count > 1:
            await self._store.post_event(case.reference, reason="KnownFailure", note=f"{family_in_words(family)}.")
        if not case.signal.origin_uid:
            return  # a person has named the subject, and no pod or node
        origin = case.signal.origin
        regarding = {
            "apiVersion": "v1",
            "kind": origin.kind,
            "namespace": origin.namespace,
            "name": origin.name,
            "uid": case.signal.origin_uid,
        }
        note = f"{verdict} See: kubectl describe investigation -n {case.namespace} {case.name}"
        await self._store.post_event(regarding, reason="RootCauseClassified", note=note)


def _conclusion_conditions(incident: Incident) -> list[Condition]:
    bundle, conclusion = incident.bundle, incident.conclusion
    gaps = f", {len(bundle.gaps)} missing" if bundle.gaps else ""
    return [
        Condition(
            type=ConditionType.EVIDENCE_COLLECTED,
            status=True,
            reason="CollectedWithGaps" if bundle.gaps else "Collected",
            message=f"{len(bundle.facts)} facts{gaps}",
        ),
        Condition(
            type=ConditionType.CLASSIFIED,
            status=True,
            reason="RulesMatched" if conclusion.rules else "NoRuleMatched",
            message=f"{conclusion.category} with confidence {conclusion.confidence}"
            + (f" by {', '.join(conclusion.rules[:3])}" if conclusion.rules else ""),
        ),
    ]


def _revised_condition(conclusion: Conclusion, was: str) -> Condition:
    message = f"{conclusion.category} with confidence {conclusion.confidence}, was {was}"
    by = f"; by taxonomy {conclusion.taxonomy_version}" + (f": {conclusion.rules[0]}" if conclusion.rules else "")
    return Condition(type=ConditionType.CLASSIFIED, status=True, reason="Revised", message=message + by)


def _similar_condition(count: int, search: str) -> Condition:
    if count:
        message = f"{count} similar past incident{'s' if count > 1 else ''}" + (f" ({search})" if search else "")
        return Condition(type=ConditionType.SIMILAR_FOUND, status=True, reason="Found", message=message)
    return Condition(type=ConditionType.SIMILAR_FOUND, status=False, reason="NothingSimilar", message=search)
