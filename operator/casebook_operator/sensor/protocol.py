"""What a sensor owes to the rest, and what it may expect."""

import time
from typing import Protocol

from casebook_operator import metrics
from casebook_operator.kube import Object
from casebook_operator.sensor.streams import ESSENTIAL

INACTIVITY_SECONDS = 70.0
"""The API server sends a bookmark every minute (apiserver: storage/cacher, ``bookmarkFrequency``); a stream that is
silent for longer is dead, whatever TCP thinks."""


class Observer(Protocol):
    """Takes objects in. Every call returns at once: work is queued behind it."""

    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        """A version of an object of any kind that has no method of its own, or the last one that it had."""
        ...

    def investigation(self, body: Object, *, deleted: bool) -> None: ...

    def taxonomy(self, body: Object, *, deleted: bool) -> None: ...


class StreamHealth:
    """When each stream was listed and last said anything, on the monotonic clock."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._listed: set[str] = set()

    def listed(self, stream: str) -> None:
        self._listed.add(stream)
        self.heard(stream)

    def heard(self, stream: str) -> None:
        self._last[stream] = time.monotonic()
        metrics.WATCH_LAST_EVENT.labels(stream=stream).set_to_current_time()

    def complaints(self) -> tuple[str, ...]:
        """What is wrong with the essential streams now, in words. Empty when all are live."""
        now = time.monotonic()
        wrong = [f"{stream} were not listed yet" for stream in ESSENTIAL if stream not in self._listed]
        for stream in sorted(self._listed.intersection(ESSENTIAL)):
            silent = now - self._last[stream]
            if silent > 2 * INACTIVITY_SECONDS:
                wrong.append(f"the watch of {stream} is silent for {silent:.0f} s")
        return tuple(wrong)


class Sensor(Protocol):
    """Lists and watches until it is cancelled. It never gives up: an API server that is away comes back."""

    @property
    def health(self) -> StreamHealth: ...

    async def run(self, observer: Observer) -> None: ...
