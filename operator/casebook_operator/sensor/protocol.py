"""The contract between a sensor and the rest of the operator."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from casebook_operator import metrics
from casebook_operator.kube import Object
from casebook_operator.scope import Scope
from casebook_operator.sensor.streams import Stream

INACTIVITY_SECONDS = 70.0
"""The API server sends a bookmark every minute (apiserver: storage/cacher, ``bookmarkFrequency``); a stream that is
silent for longer is dead, whatever TCP thinks."""

SERVER_TIMEOUT_SECONDS = 290
"""Just below the five minutes after which load balancers and the API server itself end a watch."""


class Observer(Protocol):
    """Takes objects in from a sensor. Every method returns at once, because the work is queued."""

    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        """A version of an object of any kind that has no method of its own, or the last one that it had."""
        ...

    def investigation(self, body: Object, *, deleted: bool) -> None: ...

    def taxonomy(self, body: Object, *, deleted: bool) -> None: ...


class StreamHealth:
    """When each stream was listed and last heard, in each namespace, in seconds of the monotonic clock."""

    def __init__(self, scope: Scope, streams: Sequence[Stream]) -> None:
        self._places = {stream.name: scope.places(stream.kind) for stream in streams}
        self._essential = tuple(stream.name for stream in streams if stream.essential)
        self._last: dict[str, dict[str, float]] = {stream: {} for stream in self._places}
        self._all_listed = asyncio.Event()
        metrics.WATCH_LAST_EVENT.clear()  # of an earlier life of this process
        metrics.WATCH_ESSENTIAL.set(len(self._essential))

    def listed(self, stream: str, place: str) -> None:
        self._last[stream].setdefault(place, 0.0)
        self.heard(stream, place)
        if all(len(self._last[name]) == len(self._places[name]) for name in self._essential):
            self._all_listed.set()

    async def all_listed(self, patience: float) -> None:
        """Wait until all essential streams were listed once, for so many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._all_listed.wait()

    def heard(self, stream: str, place: str) -> None:
        """What was not listed yet does not count, whatever it says. The metric tells of the most silent namespace."""
        last, now = self._last[stream], time.monotonic()
        if place not in last:
            return
        last[place] = now
        if len(last) == len(self._places[stream]):
            metrics.WATCH_LAST_EVENT.labels(stream=stream).set(time.time() - (now - min(last.values())))

    def complaints(self) -> tuple[str, ...]:
        """What is wrong with the essential streams now, in words. Empty when all of them are live."""
        now, wrong = time.monotonic(), []
        for stream in self._essential:
            for place in self._places[stream]:
                last, where = self._last[stream].get(place), f"{stream} in {place}" if place else stream
                if last is None:
                    wrong.append(f"{where} were not listed yet")
                elif now - last > 2 * INACTIVITY_SECONDS:
                    wrong.append(f"the watch of {where} is silent for {now - last:.0f} s")
        return tuple(wrong)


class Sensor(Protocol):
    """Lists and watches until it is cancelled. It never gives up: an API server that is away comes back."""

    @property
    def health(self) -> StreamHealth: ...

    async def run(self, observer: Observer) -> None: ...
