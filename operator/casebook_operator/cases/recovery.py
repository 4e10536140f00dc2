"""Closing episodes: when a subject has been healthy for long enough, what ended the failure is written down."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import structlog

from casebook_analyzer.evidence import clean_template, compare_templates
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Incident, Resolution, ResolutionKind
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator import metrics
from casebook_operator.cases.health import Health, subject_health
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.tally import Tally
from casebook_operator.collectors import current_template
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import Condition, ConditionType, State, merge
from casebook_operator.investigation.status import fit, resolution_status
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.investigation.times import to_rfc3339
from casebook_operator.kube import KubeClient
from casebook_operator.settings import CaseSettings
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)


class Recovery:
    """Looks at every open case again and again, and closes those that are over."""

    def __init__(
        self,
        *,
        kube: KubeClient,
        store: InvestigationStore,
        memory: Memory,
        ledger: Ledger,
        tally: Tally,
        conditions: ConditionTable,
        digest: Callable[[str], str],
        redactor: Redactor,
        settings: CaseSettings,
    ) -> None:
        self._kube = kube
        self._store = store
        self._memory = memory
        self._ledger = ledger
        self._tally = tally
        self._conditions = conditions
        self._digest = digest
        self._redactor = redactor
        self._settings = settings
        self._stable = timedelta(seconds=settings.stable_seconds)
        self._work: KeyedWork[Investigation] = KeyedWork("recovery", self.examine, concurrency=4)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(self._settings.sweep_seconds)
            now = datetime.now(UTC)
            for case in self._ledger.unresolved():
                if case.open and now - self._tally.last_seen(case) >= self._stable:
                    self._work.submit(case.uid, case)

    async def close(self) -> None:
        await self._work.close()

    async def examine(self, case: Investigation) -> None:
        """Close a case if its subject is gone, or has been healthy for the stable time."""
        known = self._ledger.get(case.uid)
        if known is None or not known.open:
            return  # deleted or closed while it waited
        case = known
        last_seen = self._tally.last_seen(case)
        health = await subject_health(self._kube, case, last_seen, self._conditions)
        now = datetime.now(UTC)
        if not health.gone and (health.since is None or now - health.since < self._stable):
            return
        incident = await self._memory.by_id(case.uid)
        resolution = await self._resolution(case, health, incident, now)
        await self._memory.resolve(case.uid, resolution)
        await self._publish(case, resolution, now)

    async def _resolution(
        self, case: Investigation, health: Health, incident: Incident | None, now: datetime
    ) -> Resolution:
        kind, summary = ResolutionKind.RECOVERED_BY_ITSELF, "recovered without a change that Casebook saw"
        changes: tuple[str, ...] = ()
        if health.gone:
            kind, summary = ResolutionKind.SUBJECT_DELETED, health.gone
        elif case.subject.kind == "Node":
            kind, summary = ResolutionKind.NODE_RECOVERED, f"{case.signal.failure_class} is healthy again on the node"
        elif health.pod is not None:
            kind, summary, changes = await self._recovery_diff(case, health, incident)
        resolved_at = health.since or now
        seconds = int((resolved_at - case.signal.occurred_at).total_seconds())
        return Resolution(
            kind=kind, summary=summary, changes=changes, resolved_at=resolved_at, seconds_to_resolve=max(0, seconds)
        )

    async def _recovery_diff(
        self, case: Investigation, health: Health, incident: Incident | None
    ) -> tuple[ResolutionKind, str, tuple[str, ...]]:
        """What differs between the pod template that failed and the one that is healthy."""
        pod = health.pod or {}
        failed = incident.bundle.template if incident is not None else None
        if failed is not None:
            healthy = await current_template(self._kube, pod, self._digest)
            changes = compare_templates(failed, clean_template(healthy, self._redactor))
            if changes:
                return ResolutionKind.TEMPLATE_CHANGED, "; ".join(changes[:3]), changes
        if pod.get("metadata", {}).get("uid") != case.signal.origin_uid:
            return ResolutionKind.POD_REPLACED, "another pod of the same template is healthy", ()
        return ResolutionKind.RECOVERED_BY_ITSELF, "the same pod is healthy again, with the same template", ()

    async def _publish(self, case: Investigation, resolution: Resolution, now: datetime) -> None:
        condition = Condition(
            type=ConditionType.SUCCEEDED, status=True, reason=State.RESOLVED, message=resolution.summary
        )
        update = resolution_status(resolution) | {
            "occurrences": self._tally.occurrences(case),
            "lastSeen": to_rfc3339(self._tally.last_seen(case)),
            "conditions": merge(case.status.get("conditions") or (), [condition], generation=case.generation, now=now),
        }
        written = await self._store.write_status(case, fit(case, case.status | update))
        category = str(case.status.get("category") or "unknown")
        metrics.RESOLVED.labels(category=category, resolution=resolution.kind).inc()
        metrics.close_series(case.namespace, case.name, category)
        log.info("resolved", investigation=case.name, namespace=case.namespace, resolution=resolution.summary)
        if written is None:
            self._ledger.remove(case.uid)
        else:
            self._ledger.put(written)
            await self._store.post_event(
                written.reference, reason="InvestigationResolved", note=f"Resolved: {resolution.summary}"
            )
        self._tally.forget(case.uid)
