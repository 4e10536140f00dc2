"""A cache of answers for some seconds. Callers that want the same answer at once share one question."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar, final

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_SIZE = 10_000
"""Kept at most, the oldest goes first: keys are what strangers send."""


@final
class ShortCache(Generic[Key, Value]):
    """Keeps answers for ``seconds`` of ``clock``. An error is raised to all who wait for the answer, and not kept."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._kept: OrderedDict[Key, tuple[float, asyncio.Task[Value]]] = OrderedDict()

    async def get(self, key: Key, ask: Callable[[], Awaitable[Value]]) -> Value:
        """The answer that is kept under ``key``, or a new one from ``ask``, whose errors are passed on."""
        now = self._clock()
        until, task = self._kept.get(key, (0.0, None))
        if task is None or until <= now or _failed(task):
            task = asyncio.create_task(_awaited(ask))
            self._kept.pop(key, None)
            self._kept[key] = (now + self._seconds, task)
            while len(self._kept) > _SIZE:
                self._kept.popitem(last=False)
        return await asyncio.shield(task)  # one who goes away takes the answer from nobody


async def _awaited(ask: Callable[[], Awaitable[Value]]) -> Value:
    return await ask()


def _failed(task: asyncio.Task[Value]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
