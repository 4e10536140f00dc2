"""A queue for symptoms that are failures only if they last: their objects are read again after the hold duration.

Nothing is decided here. When an object is due, it is read again and asked for its signals anew, so that what has
recovered meanwhile leaves no trace. After a restart the list of all objects fills the queue again.
"""

import asyncio
import heapq
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple

import structlog

from casebook_operator import metrics
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.fair_slots import Turn
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

Clock = Callable[[], datetime]
Look = Callable[[str, Object], None]
"""Asks an object for its signals, and takes in those that are due."""

CAPACITY = 100_000
"""Objects that may wait, about 500 bytes each: two thirds of the pods of the largest cluster that is supported."""

CONCURRENT_READS = 4
"""Objects that are read again at once. Each is one small request."""

LONGEST_NAP = timedelta(seconds=30)
"""The clock of a machine may be set: it is looked at again after this time."""


class _Delayed(NamedTuple):
    dues: Mapping[str, datetime]
    number: int
    """Its newest entry in the queue; older ones are void."""


_Entry = tuple[datetime, int, ObjectKey]


class DelayQueue:
    """Holds the objects that show a symptom which is not due yet, with one timer for all of them."""

    def __init__(self, kube: ObjectReader, *, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self._kube = kube
        self._clock = clock
        self._delayed: dict[ObjectKey, _Delayed] = {}
        self._queue: list[_Entry] = []
        self._numbers = count()
        self._changed = asyncio.Event()
        self._look: Look = _nobody
        self._work: KeyedWork[ObjectKey] = KeyedWork(
            "recheck", self._read, concurrency=CONCURRENT_READS, turn=lambda place: Turn(place.namespace)
        )

    def hold(self, place: ObjectKey, dues: Mapping[str, datetime]) -> None:
        """Let an object wait until the first of its signals is due. ``dues`` has the times by origin of the signal.

        They replace those that the object waited for before.
        """
        if not dues:
            self.drop(place)
            return
        if place not in self._delayed and len(self._delayed) >= CAPACITY:
            metrics.SIGNALS_TURNED_AWAY.inc()
            log.error("the delay queue is full; a symptom is looked at when its object changes", object=str(place))
            return
        number = next(self._numbers)
        self._delayed[place] = _Delayed(dues=dues, number=number)
        heapq.heappush(self._queue, (min(dues.values()), number, place))
        self._tidy()

    def drop(self, place: ObjectKey) -> None:
        """Let an object go: it was deleted, or nothing is wrong with it any more."""
        if self._delayed.pop(place, None) is not None:
            metrics.SIGNALS_WAITING.set(len(self._delayed))

    def dues(self, place: ObjectKey) -> Mapping[str, datetime]:
        """When the signals of a waiting object are due, by origin. Empty for an object that does not wait."""
        delayed = self._delayed.get(place)
        return delayed.dues if delayed is not None else {}

    def read_again(self, place: ObjectKey) -> None:
        """Make an object due now, whether it waits or not."""
        self._work.submit("/".join(place), place)

    async def run(self, look: Look) -> None:
        """Read every object that is due from the API server and hand it to ``look``, until cancelled."""
        self._look = look
        while True:
            self._changed.clear()
            for place in self._due():
                self.read_again(place)
            try:
                async with asyncio.timeout(self._nap().total_seconds()):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def close(self) -> None:
        await self._work.close()

    def __len__(self) -> int:
        return len(self._delayed)

    def _due(self) -> list[ObjectKey]:
        """Takes out the queue's entries that are due. Their objects stay until they are looked at."""
        now, places = self._clock(), []
        while self._queue and self._queue[0][0] <= now:
            entry = heapq.heappop(self._queue)
            if self._is_valid(entry):
                places.append(entry[2])
        return places

    def _nap(self) -> timedelta:
        if not self._queue:
            return LONGEST_NAP
        return min(LONGEST_NAP, max(timedelta(0), self._queue[0][0] - self._clock()))

    def _tidy(self) -> None:
        """Objects that change often leave void entries behind; a queue that is mostly void is made anew."""
        if len(self._queue) > 2 * len(self._delayed) + 1000:
            self._queue = [entry for entry in self._queue if self._is_valid(entry)]
            heapq.heapify(self._queue)
        metrics.SIGNALS_WAITING.set(len(self._delayed))
        self._changed.set()

    def _is_valid(self, entry: _Entry) -> bool:
        delayed = self._delayed.get(entry[2])
        return delayed is not None and delayed.number == entry[1]

    async def _read(self, place: ObjectKey) -> None:
        try:
            obj = await self._kube.get(paths.item(*place))
        except ApiStatusError as error:
            self.drop(place)
            if error.not_found:
                return
            raise
        self._look(place.kind, obj)


def _nobody(_: str, __: Object) -> None:
    """Until the queue is run."""
