"""The end of an episode: memory first, then the status, then a word under ``kubectl describe``."""

from collections.abc import Callable
from datetime import UTC, datetime

import structlog

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Resolution
from casebook_operator import metrics
from casebook_operator.cases.ledger import Ledger
from casebook_operator.cases.roll import Roll
from casebook_operator.cases.tally import Tally
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import Condition, ConditionType, State, merge
from casebook_operator.investigation.status import fit, resolution_status
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.investigation.times import to_rfc3339

log = structlog.get_logger(__name__)


class Closing:
    """Writes resolutions."""

    def __init__(
        self,
        *,
        store: InvestigationStore,
        memory: Memory,
        ledger: Ledger,
        tally: Tally,
        roll: Roll,
        release: Callable[[str], None],
    ) -> None:
        """``release`` is told the UID of every case that is over: what was folded into it may still stand."""
        self._store = store
        self._memory = memory
        self._ledger = ledger
        self._tally = tally
        self._roll = roll
        self._release = release

    async def close(self, case: Investigation, resolution: Resolution) -> None:
        """Every step can be killed and run again: what memory has been told is then what the status says too."""
        resolution = await self._remembered(case, resolution)
        condition = Condition(
            type=ConditionType.SUCCEEDED, status=True, reason=State.RESOLVED, message=resolution.summary
        )
        existing, now = case.status.get("conditions") or (), datetime.now(UTC)
        update = resolution_status(resolution) | {
            "occurrences": self._tally.occurrences(case),
            "lastSeen": to_rfc3339(self._tally.last_seen(case)),
            "conditions": merge(existing, [condition], generation=case.generation, now=now),
            **self._roll.status(case),
        }
        written = await self._store.write_status(case, fit(case, case.status | update))
        category = str(case.status.get("category") or "unknown")
        metrics.RESOLVED.labels(category=category, resolution=resolution.kind).inc()
        log.info("resolved", investigation=case.name, namespace=case.namespace, resolution=resolution.summary)
        if written is None:
            self._ledger.remove(case.uid)
        else:
            self._ledger.put(written)
            await self._store.post_event(written.reference, reason="InvestigationResolved", note=_note(resolution))
        self._tally.forget(case.uid)
        self._roll.forget(case.uid)
        self._release(case.uid)

    async def _remembered(self, case: Investigation, resolution: Resolution) -> Resolution:
        """What memory has, when a closing was interrupted and the failure was not seen since; else the new one."""
        incident = await self._memory.by_id(case.uid)
        before = incident.resolution if incident is not None else None
        if before is not None and before.resolved_at >= self._tally.last_seen(case):
            return before
        await self._memory.resolve(case.uid, resolution)
        return resolution


def _note(resolution: Resolution) -> str:
    fix = f" Fix: {resolution.fix}." if resolution.changes and resolution.fix else ""
    return f"Resolved ({resolution.kind}): {resolution.summary}.{fix}"
