"""Slots that groups take in turn: whoever has a thousand things to do waits behind his own, and others do not."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Turn(NamedTuple):
    """Whose an item of work is. Equal groups wait for each other."""

    group: str = ""
    """The namespace. Empty for what belongs to none, which may take all slots."""
    asked: bool = False
    """Somebody asked for it. What Casebook saw itself goes first."""


class FairSlots:
    """Like a semaphore, whose waiters come round robin by group, those that nobody asked for first.

    One slot is never taken by one namespace alone, nor by what people asked for: a failure elsewhere has it at once.
    Where there is one slot only, it is everybody's.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._most = max(1, slots - 1)
        self._held: Counter[str] = Counter()
        self._asked = 0
        self._waiting: dict[bool, OrderedDict[str, deque[asyncio.Future[None]]]] = {
            False: OrderedDict(),
            True: OrderedDict(),
        }

    @asynccontextmanager
    async def hold(self, turn: Turn) -> AsyncIterator[None]:
        """Wait for a slot, and hold it until the context ends."""
        await self._taken(turn)
        try:
            yield
        finally:
            self._give_back(turn)

    async def _taken(self, turn: Turn) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[turn.asked].setdefault(turn.group, deque()).append(future)
        self._serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give_back(turn)  # it was served at the moment at which it was cancelled
            raise

    def _give_back(self, turn: Turn) -> None:
        self._free += 1
        self._held[turn.group] -= 1
        if not self._held[turn.group]:
            del self._held[turn.group]
        self._asked -= turn.asked
        self._serve()

    def _serve(self) -> None:
        while self._free and (turn := self._next()) is not None:
            groups = self._waiting[turn.asked]
            waiters = groups.pop(turn.group)
            future = waiters.popleft()
            if waiters:
                groups[turn.group] = waiters  # behind all other groups
            if future.cancelled():
                continue
            self._free -= 1
            self._held[turn.group] += 1
            self._asked += turn.asked
            future.set_result(None)

    def _next(self) -> Turn | None:
        for asked, groups in self._waiting.items():
            if asked and self._asked >= self._most:
                return None
            for group in groups:
                if not group or self._held[group] < self._most:
                    return Turn(group, asked)
        return None
