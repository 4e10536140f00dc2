"""The waiting room: symptoms that are failures only if they last.

Nothing here decides. When its time has come, an object is read again and everything about it is asked anew, so what has
recovered meanwhile leaves no trace. After a restart the list of all objects fills the room again.
"""

import asyncio
import heapq
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple

import structlog

from casebook_operator import metrics
from casebook_operator.cases.handled import Place
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


class _Guest(NamedTuple):
    dues: Mapping[str, datetime]
    number: int
    """Its newest entry in the queue; older ones are void."""


_Entry = tuple[datetime, int, Place]


class WaitingRoom:
    """One timer for all objects that show a symptom which is not due yet."""

    def __init__(self, kube: ObjectReader, *, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self._kube = kube
        self._clock = clock
        self._guests: dict[Place, _Guest] = {}
        self._queue: list[_Entry] = []
        self._numbers = count()
        self._changed = asyncio.Event()
        self._look: Look = _nobody
        self._work: KeyedWork[Place] = KeyedWork("recheck", self._read, concurrency=CONCURRENT_READS)

    def hold(self, place: Place, dues: Mapping[str, datetime]) -> None:
        """Let an object wait for the first of its signals, given by origin. What it waited for before is replaced."""
        if not dues:
            self.drop(place)
            return
        if place not in self._guests and len(self._guests) >= CAPACITY:
            metrics.SIGNALS_TURNED_AWAY.inc()
            log.error("the waiting room is full; a symptom is looked at when its object changes", object=str(place))
            return
        number = next(self._numbers)
        self._guests[place] = _Guest(dues=dues, number=number)
        heapq.heappush(self._queue, (min(dues.values()), number, place))
        self._tidy()

    def drop(self, place: Place) -> None:
        """Let an object go: it was deleted, or nothing is wrong with it any more."""
        if self._guests.pop(place, None) is not None:
            metrics.SIGNALS_WAITING.set(len(self._guests))

    def dues(self, place: Place) -> Mapping[str, datetime]:
        """When the signals of an object that waits are due, by origin."""
        guest = self._guests.get(place)
        return guest.dues if guest is not None else {}

    def read_again(self, place: Place) -> None:
        """Look at an object now, whether it waits or not."""
        self._work.submit("/".join(place), place)

    async def run(self, look: Look) -> None:
        """Until cancelled. ``look`` is given every object whose time has come, as the API server has it now."""
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
        return len(self._guests)

    def _due(self) -> list[Place]:
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
        if len(self._queue) > 2 * len(self._guests) + 1000:
            self._queue = [entry for entry in self._queue if self._is_valid(entry)]
            heapq.heapify(self._queue)
        metrics.SIGNALS_WAITING.set(len(self._guests))
        self._changed.set()

    def _is_valid(self, entry: _Entry) -> bool:
        guest = self._guests.get(entry[2])
        return guest is not None and guest.number == entry[1]

    async def _read(self, place: Place) -> None:
        try:
            obj = await self._kube.get(paths.item(*place))
        except ApiStatusError as error:
            self.drop(place)
            if error.not_found:
                return
            raise
        self._look(place.kind, obj)


def _nobody(_: str, __: Object) -> None:
    """Until the room is opened."""
