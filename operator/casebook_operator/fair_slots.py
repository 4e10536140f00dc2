"""Slots that groups take in turn: whoever has a thousand things to do waits behind his own, and others do not."""

import asyncio
import heapq
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import NamedTuple


class Turn(NamedTuple):
    """Whose an item of work is. Equal groups wait for each other."""

    group: str = ""
    """The namespace. Empty for what belongs to none, which may take all slots."""
    asked: bool = False
    """Somebody asked for it. What Casebook saw itself goes first."""
    since: float = 0.0
    """When it began, in seconds of any clock. The oldest of a group goes first: its evidence perishes next."""


class _Waiter(NamedTuple):
    since: float
    number: int
    came: float
    future: asyncio.Future[None]


class FairSlots:
    """Like a semaphore, whose waiters come round robin by group, those that nobody asked for first.

    One slot is never taken by one namespace alone, nor by what people asked for: a failure elsewhere has it at once,
    also where there are fewer slots by now than one of these holds. Where there never was but one, it is everybody's.
    """

    def __init__(self, slots: Callable[[], int]) -> None:
        """``slots`` tells how many there are now. When they become more, :meth:`serve` has to be called."""
        self._slots = slots
        self._most = 1
        self._held: Counter[str] = Counter()
        self._taken = 0
        self._asked = 0
        self._numbers = count()
        self._waiting: dict[bool, OrderedDict[str, list[_Waiter]]] = {False: OrderedDict(), True: OrderedDict()}

    @asynccontextmanager
    async def hold(self, turn: Turn) -> AsyncIterator[None]:
        """Wait for a slot, and hold it until the context ends."""
        await self._wait(turn)
        try:
            yield
        finally:
            self._give_back(turn)

    @property
    def age(self) -> float:
        """For how long the first of a line has waited, in seconds; 0 when nobody waits."""
        firsts = [line[0].came for groups in self._waiting.values() for line in groups.values()]
        return time.monotonic() - min(firsts) if firsts else 0.0

    @property
    def companions(self) -> int:
        """How many others have a slot, as long as somebody waits for one; 0 when nobody does."""
        return max(0, self._taken - 1) if any(self._waiting.values()) else 0

    def serve(self) -> None:
        """Hand free slots to those whose turn it is, while there are both."""
        while (turn := self._next(self._slots())) is not None:
            groups = self._waiting[turn.asked]
            line = groups.pop(turn.group)
            waiter = heapq.heappop(line)
            if line:
                groups[turn.group] = line  # behind all other groups
            if waiter.future.cancelled():
                continue
            self._taken += 1
            self._held[turn.group] += 1
            self._asked += turn.asked
            waiter.future.set_result(None)

    async def _wait(self, turn: Turn) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._waiting[turn.asked].setdefault(turn.group, [])
        heapq.heappush(line, _Waiter(turn.since, next(self._numbers), time.monotonic(), future))
        self.serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give_back(turn)  # it was served at the moment at which it was cancelled
            raise

    def _give_back(self, turn: Turn) -> None:
        self._taken -= 1
        self._held[turn.group] -= 1
        if not self._held[turn.group]:
            del self._held[turn.group]
        self._asked -= turn.asked
        self.serve()

    def _next(self, slots: int) -> Turn | None:
        self._most = max(self._most, slots)
        if slots <= 0:
            return None
        for asked, groups in self._waiting.items():
            for group in groups:
                if self._may(Turn(group, asked), slots):
                    return Turn(group, asked)
        return None

    def _may(self, turn: Turn, slots: int) -> bool:
        """Whether a slot is free for this one. ``slots`` may be fewer than are taken: so it is after an overload."""
        if self._taken >= slots:
            return self._most > 1 and self._kept_from(turn)
        most = max(1, slots - 1)
        return (not turn.asked or self._asked < most) and (not turn.group or self._held[turn.group] < most)

    def _kept_from(self, turn: Turn) -> bool:
        """Whether one namespace that this one is not of, or what people asked for, holds all that is taken."""
        of_one = len(self._held) == 1 and not self._held.keys() & {turn.group, ""}
        return of_one or (not turn.asked and self._asked == self._taken)
