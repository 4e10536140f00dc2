"""All streams of what is many, and one inbox behind them."""

import asyncio
from collections.abc import Sequence

from casebook_operator import metrics
from casebook_operator.kube import KubeClient
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.scope import Scope
from casebook_operator.sensor.informer.inbox import Inbox
from casebook_operator.sensor.informer.reflector import Reflector
from casebook_operator.sensor.protocol import Observer, StreamHealth
from casebook_operator.sensor.streams import Stream
from casebook_operator.sharding import Share


class Informer:
    """Lists and watches each stream in each of its namespaces, and shows an observer what has changed."""

    def __init__(
        self,
        kube: KubeClient,
        scope: Scope,
        streams: Sequence[Stream],
        health: StreamHealth,
        *,
        known: KnownObjects,
        share: Share,
    ) -> None:
        metrics.WORK_ERRORS.labels(work="watch")  # begins at 0, so that Prometheus sees the first one
        self._inbox = Inbox(scope.shows)
        self._reflectors = [
            Reflector(
                kube,
                stream,
                place,
                inbox=self._inbox,
                health=health,
                known=known,
                share=share,
            )
            for stream in streams
            for place in scope.places(stream.kind)
        ]

    async def run(self, observer: Observer) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._inbox.run(observer), name="inbox")
            for reflector in self._reflectors:
                group.create_task(reflector.run(), name=str(reflector))
