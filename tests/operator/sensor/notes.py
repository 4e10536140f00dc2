"""An observer that writes down what it is shown, and a way to run a sensor beside a test."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from casebook_operator.kube import KubeClient, Object
from casebook_operator.kube.known_objects import KnownObjects
from casebook_operator.scope import Scope
from casebook_operator.sensor.cluster_sensor import ClusterSensor
from casebook_operator.sharding import Share


class Notes:
    """Names of what was seen, each as often as it was."""

    def __init__(self) -> None:
        self.seen_kinds: dict[str, list[Object]] = defaultdict(list)
        self.deleted: list[tuple[str, str]] = []
        self.investigations: list[tuple[str, bool]] = []
        self.taxonomies: list[tuple[str, bool]] = []

    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        if deleted:
            self.deleted.append((kind, obj["metadata"]["name"]))
        else:
            self.seen_kinds[kind].append(obj)

    def investigation(self, body: Object, *, deleted: bool) -> None:
        self.investigations.append((body["metadata"]["name"], deleted))

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        self.taxonomies.append((body["metadata"]["name"], deleted))

    def names(self, kind: str) -> list[str]:
        return [obj["metadata"]["name"] for obj in self.seen_kinds[kind]]

    @property
    def pods(self) -> list[str]:
        return self.names("Pod")

    @property
    def nodes(self) -> list[str]:
        return self.names("Node")

    @property
    def events(self) -> list[Object]:
        return self.seen_kinds["Event"]


@asynccontextmanager
async def watching(
    kube: KubeClient,
    scope: Scope | None = None,
    known: KnownObjects | None = None,
    share: Share | None = None,
) -> AsyncIterator[tuple[ClusterSensor, Notes]]:
    """A sensor at work. It is an error when it ends by itself."""
    sensor, notes = ClusterSensor(kube, scope or Scope(), known, share), Notes()
    running = asyncio.create_task(sensor.run(notes))
    try:
        yield sensor, notes
        assert not running.done(), "the sensor has ended by itself"
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
