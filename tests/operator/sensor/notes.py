"""An observer that writes down what it is shown, and a way to run a sensor beside a test."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from casebook_operator.kube import KubeClient, Object
from casebook_operator.sensor.kopf_sensor import KopfSensor


class Notes:
    """Names of what was seen, each as often as it was."""

    def __init__(self) -> None:
        self.pods: list[str] = []
        self.nodes: list[str] = []
        self.events: list[Object] = []
        self.investigations: list[tuple[str, bool]] = []

    def pod(self, pod: Object) -> None:
        self.pods.append(pod["metadata"]["name"])

    def node(self, node: Object) -> None:
        self.nodes.append(node["metadata"]["name"])

    def event(self, event: Object) -> None:
        self.events.append(event)

    def investigation(self, body: Object, *, deleted: bool) -> None:
        self.investigations.append((body["metadata"]["name"], deleted))


@asynccontextmanager
async def watching(kube: KubeClient) -> AsyncIterator[tuple[KopfSensor, Notes]]:
    """A sensor at work. It is an error when it ends by itself."""
    sensor, notes = KopfSensor(kube), Notes()
    running = asyncio.create_task(sensor.run(notes))
    try:
        yield sensor, notes
        assert not running.done(), "the sensor has ended by itself"
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
