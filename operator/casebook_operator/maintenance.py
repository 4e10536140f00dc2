"""Regular work on memory: missing vectors, weights, indexes, and deleting what was kept for long enough."""

import asyncio
from datetime import UTC, datetime, timedelta

import structlog

from casebook_analyzer.errors import CasebookError, DatabaseUnavailableError
from casebook_analyzer.memory import Backlog, Memory, Retention
from casebook_analyzer.memory.write.opinions import MICROS, month_of, spent
from casebook_operator import metrics
from casebook_operator.knowledge_age import AGES, KnowledgeAge

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 10.0
"""Free-text search finds a report by its words at once, and by its meaning after this time. Looking costs one query."""

KNOWLEDGE_PAUSE = timedelta(minutes=5)
"""Passages without a vector are found by their words. One that the model cannot read is tried again as rarely."""

FLEET_PAUSE = timedelta(minutes=1)
"""Other clusters find what is new after this time. To look takes a statement over an index of all incidents."""

_DAY = timedelta(days=1)


class Maintenance:
    """Looks after memory. Its first round also loads the embedding model, before the first case needs it."""

    def __init__(self, memory: Memory, retention: Retention, *, alone: bool = True) -> None:
        """Where several operators share a memory, ``alone`` says which of them looks after it for all."""
        self._memory = memory
        self._alone = alone
        if not alone:
            for gauge in (metrics.MEMORY_INCIDENTS, *AGES):
                gauge.clear()  # from then on somebody else counts them
        self._retention = retention
        self._knowledge_age = KnowledgeAge()
        self._purged_at: datetime | None = None
        self._read_at: datetime | None = None
        self._published_at: datetime | None = None
        self._stale = 0
        self.warm = False
        """Whether the first round is over."""

    async def run(self) -> None:
        """Run until cancelled."""
        if not await self._memory.warm_up():
            log.info("no embedding model: similar incidents are found by words alone")
        while True:
            await self.round(datetime.now(UTC))
            self.warm = True
            await asyncio.sleep(PAUSE_SECONDS)

    async def round(self, now: datetime) -> None:
        """Do what is due at ``now``. What fails is logged, and tried again in the next round."""
        try:
            await self._show_spending(now)
            await (self._look_after(now) if self._alone else self._memory.check())
            metrics.DATABASE_UP.labels(component="operator").set(1)
        except CasebookError as error:
            metrics.DATABASE_UP.labels(component="operator").set(not isinstance(error, DatabaseUnavailableError))
            log.warning("maintenance of memory is tried again later", error=str(error))

    async def _look_after(self, now: datetime) -> None:
        await self._embed()
        self._knowledge_age.show(await self._memory.knowledge.sources())
        if self._read_at is None or now - self._read_at >= KNOWLEDGE_PAUSE:
            if passages := await self._memory.knowledge.embed():
                log.info("embedded what people wrote", passages=passages)
            self._read_at = now
        if self._published_at is None or now - self._published_at >= FLEET_PAUSE:
            await self._publish(now)
            self._published_at = now
        changed = await self._memory.reweight()
        if changed:
            log.info("computed lexical weights again", documents=changed)
        if self._purged_at is None or now - self._purged_at >= _DAY:
            await self._purge(now)
            self._purged_at = now
        for done in await self._memory.maintain_indexes():
            log.info("changed the indexes of memory", done=done)

    async def _show_spending(self, now: datetime) -> None:
        """By the table: other operators ask models as well, and a month that begins has spent nothing."""
        spending = await spent(self._memory.session, month_of(now))
        metrics.REFLECTION_MONTH_TOKENS.set(spending.tokens)
        metrics.REFLECTION_MONTH_COST.set(spending.cost_micros / MICROS)

    async def _embed(self) -> None:
        before, backlog = self._stale, await self._counted()
        if backlog.stale > before:
            log.info("embedding incidents anew, as the model is another one", incidents=backlog.stale)
        while looked_at := await self._memory.embed_pending():
            backlog = await self._counted()
            log.info("embedded incidents", looked_at=looked_at, pending=backlog.pending, failed=backlog.failed)

    async def _publish(self, now: datetime) -> None:
        while families := await self._memory.fleet.publish(now):
            log.info("shared with the fleet", families=families)

    async def _counted(self) -> Backlog:
        backlog = await self._memory.backlog()
        self._stale = backlog.stale
        for state in ("pending", "embedded", "failed"):
            metrics.MEMORY_INCIDENTS.labels(state=state).set(getattr(backlog, state))
        return backlog

    async def _purge(self, now: datetime) -> None:
        gone = await self._memory.purge(self._retention, now)
        if any(gone.values()):
            log.info("deleted incidents whose time is over", **{kind.value: number for kind, number in gone.items()})
            await self._counted()
