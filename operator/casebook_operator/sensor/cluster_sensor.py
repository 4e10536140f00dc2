"""The sensor of a cluster: Kopf for what is few, the informer for what is many."""

import asyncio

from casebook_operator.kube import KubeClient
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.scope import Scope
from casebook_operator.sensor.informer import Informer
from casebook_operator.sensor.kopf_sensor import KopfSensor
from casebook_operator.sensor.protocol import Observer, StreamHealth
from casebook_operator.sensor.streams import many, streams_of
from casebook_operator.sharding import Share

LATEST_KOPF_SECONDS = 10.0
"""Kopf begins after this time at the latest: where an essential stream is refused, it never is listed."""


class ClusterSensor:
    """Shows one observer everything that is watched."""

    def __init__(
        self, kube: KubeClient, scope: Scope, known: KnownObjects | None = None, share: Share | None = None
    ) -> None:
        """``known`` is kept up to date with what evidence often needs. Without a ``share`` everything is looked at."""
        self._health = StreamHealth(scope, streams_of(scope))
        self._kopf = KopfSensor(kube, scope, self._health)
        self._informer = Informer(
            kube, scope, many(scope), self._health, known=known or KnownObjects(), share=share or Share(scope.home)
        )

    @property
    def health(self) -> StreamHealth:
        return self._health

    async def run(self, observer: Observer) -> None:
        """Run until cancelled, or until one of the two ends by itself, which neither should."""
        parts = [asyncio.create_task(part) for part in (self._informer.run(observer), self._run_kopf(observer))]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for part in parts:
                part.cancel()
            results = await asyncio.gather(*parts, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def _run_kopf(self, observer: Observer) -> None:
        """Begin when the essential streams were listed, for which the operator is waited for.

        Taxonomies that there are were read before any sensor runs: Kopf tells what becomes of them.
        """
        await self._health.all_listed(LATEST_KOPF_SECONDS)
        await self._kopf.run(observer)
