"""One life of the operator after another: each ends when other shards are held than it was made for."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_operator import garbage, metrics
from casebook_operator.cases.open_series import open_series
from casebook_operator.kube import KubeClient
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.runtime import Operator, Tenure
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.settings import Settings
from casebook_operator.sharding import Share
from casebook_operator.sharding.holder import ShardHolder

log = structlog.get_logger(__name__)

RETRY_SECONDS = 2.0
"""Between two tries to begin another life while the API server or the database is away."""


class Lives:
    """What one life leaves behind is what a process that was killed leaves behind: nothing that the next one needs."""

    def __init__(
        self,
        kube: KubeClient,
        memory: Memory,
        pseudonyms: PseudonymsOf,
        settings: Settings,
        holder: ShardHolder | None,
    ) -> None:
        """Without a ``holder`` there is one life, for everything."""
        self._kube = kube
        self._memory = memory
        self._pseudonyms = pseudonyms
        self._settings = settings
        self._holder = holder
        self._now: tuple[Operator, ClusterSensor] | None = None
        self._first = True
        self._settled = False
        self._url = ""

    async def run(self, stop: asyncio.Event, url: str) -> None:
        """Run until ``stop`` is set. ``url`` is where probes and metrics are, for people who read the log.

        Raises:
            CasebookError: Something that it needs is missing at the first start, or a part of it has ended by itself.
        """
        self._url = url
        if self._holder is None:
            await self._live(None, stop)
            return
        stopping = asyncio.create_task(stop.wait(), name="stop")
        try:
            while not stop.is_set():
                waiting = asyncio.create_task(self._holder.share(), name="shards")
                await asyncio.wait((waiting, stopping), return_when=asyncio.FIRST_COMPLETED)
                if stop.is_set():
                    waiting.cancel()
                    await asyncio.gather(waiting, return_exceptions=True)
                    return
                await self._live_for(self._holder, waiting.result(), stop)
                await self._holder.settle()
        finally:
            stopping.cancel()
            await asyncio.gather(stopping, return_exceptions=True)

    async def alive(self) -> tuple[str, ...]:
        """What is wrong that a restart would repair, in words."""
        return await self._now[0].alive() if self._now else ()

    async def ready(self) -> tuple[str, ...]:
        """Why a failure in the cluster would not be seen or recorded now, in words. Empty when it would."""
        wrong = self._holder.complaints() if self._holder else ()
        if self._now:
            operator, sensor = self._now
            return *wrong, *await operator.ready(sensor)
        return wrong or ("the cases of the cluster are being read",)

    async def _live_for(self, holder: ShardHolder, share: Share, stop: asyncio.Event) -> None:
        """One life, which also ends when something else is held than ``share``."""
        over = asyncio.Event()
        watching = asyncio.create_task(_end(over, holder.change(share), stop), name="end of a life")
        try:
            await self._live(Tenure(share, lambda: holder.check(share)), over)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _live(self, tenure: Tenure | None, over: asyncio.Event) -> None:
        operator = Operator(self._kube, self._memory, self._pseudonyms, self._settings, tenure)
        cases = await self._begun(operator, over)
        if cases is None:
            return
        sensor = ClusterSensor(self._kube, operator.scope, operator.known, operator.share)
        with open_series(operator.index):
            log.info(
                "started",
                api_server=self._kube.server,
                http=self._url,
                cases=cases,
                cluster=self._settings.cluster.name,
                watches=str(operator.scope),
                shards=f"{sorted(operator.share.held)} of {operator.share.count}",
            )
            garbage.settle(first=not self._settled)
            self._settled = True
            self._now = operator, sensor
            try:
                await operator.run(sensor, over)
            finally:
                self._now = None
                metrics.WATCH_LAST_EVENT.clear()
                metrics.WATCH_ESSENTIAL.set(0)  # who holds no shard watches nothing, and need not

    async def _begun(self, operator: Operator, over: asyncio.Event) -> int | None:
        """The number of its cases, or None when its time was over before it began.

        The first life of a process fails with what is wrong, for people who have just started it; later ones wait.
        """
        while not over.is_set():
            try:
                cases = await operator.restore()
            except CasebookError as error:
                if self._first or not error.retryable:
                    raise
                log.warning("another life begins later", error=str(error))
                with suppress(TimeoutError):
                    async with asyncio.timeout(RETRY_SECONDS):
                        await over.wait()
            else:
                self._first = False
                return cases
        return None


async def _end(over: asyncio.Event, changed: Coroutine[Any, Any, None], stop: asyncio.Event) -> None:
    """Set ``over`` when either has come."""
    reasons = asyncio.create_task(changed), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait(reasons, return_when=asyncio.FIRST_COMPLETED)
        over.set()
    finally:
        for reason in reasons:
            reason.cancel()
        await asyncio.gather(*reasons, return_exceptions=True)
