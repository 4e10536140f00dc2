"""Work by key: the newest item of a key is handled once, and again until it succeeds."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

import stamina
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_operator import metrics
from casebook_operator.adaptive_limit import AdaptiveLimit
from casebook_operator.fair_slots import FairSlots, Turn
from casebook_operator.off_loop import on_behalf_of

log = structlog.get_logger(__name__)

T = TypeVar("T")

FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 30.0
"""After an outage of any length, work goes on within half a minute."""


class KeyedWork(Generic[T]):
    """Handles items in parallel, but never two of the same key at once.

    A newer item of a key replaces one that still waits: Casebook looks at states, not at edges. An error that may pass
    is retried without end, with growing, jittered pauses, and less is done at once, as the API server or the database
    cannot take more now; any other is logged and counted, and ends that item only.
    """

    def __init__(
        self,
        name: str,
        handle: Callable[[T], Awaitable[None]],
        *,
        concurrency: int,
        turn: Callable[[T], Turn] = lambda _: Turn(),
        room: Callable[[], int] = lambda: sys.maxsize,
    ) -> None:
        """``concurrency`` is how much is done at once when all goes well, and ``room`` what there is for it now.

        ``turn`` tells whose an item is, where items of several namespaces wait for each other.
        """
        self._name = name
        metrics.WORK_ERRORS.labels(work=name)  # begins at 0: Prometheus sees no increase in a series that begins at 1
        self._handle = handle
        self._turn = turn
        self._limit = AdaptiveLimit(concurrency)
        self._limit_metric = metrics.WORK_LIMIT.labels(work=name)
        self._limit_metric.set(concurrency)
        self._slots = FairSlots(lambda: min(self._limit.now, room()))
        self._waiting: dict[str, T] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def submit(self, key: str, item: T) -> None:
        self._waiting[key] = item
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._run(key), name=f"{self._name} {key}")

    @property
    def age(self) -> float:
        """For how long what comes next has waited for a slot, in seconds; 0 when nothing waits."""
        return self._slots.age

    @property
    def companions(self) -> int:
        """How many other items are at work beside any that is, in a storm: while more wait; 0 at other times."""
        return self._slots.companions

    def __len__(self) -> int:
        return len(self._tasks)

    async def close(self) -> None:
        """Stop at once. What was not finished is found again at the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, key: str) -> None:
        try:
            while key in self._waiting:
                await self._finish(key)
        finally:
            self._tasks.pop(key, None)

    async def _finish(self, key: str) -> None:
        item = self._waiting.pop(key)
        try:
            async for attempt in stamina.retry_context(
                on=_may_pass,
                attempts=None,
                timeout=None,
                wait_initial=FIRST_WAIT_SECONDS,
                wait_max=LONGEST_WAIT_SECONDS,
                wait_jitter=FIRST_WAIT_SECONDS,
            ):
                with attempt:
                    turn = self._turn(item)
                    async with self._slots.hold(turn):
                        item = self._waiting.pop(key, item)
                        with self._learning(), on_behalf_of(turn):
                            await self._handle(item)
        except CasebookError as error:
            metrics.WORK_ERRORS.labels(work=self._name).inc()
            log.error("gave up", work=self._name, key=key, error=str(error))
        except Exception:  # the boundary of this process: one broken item must not end the operator
            metrics.WORK_ERRORS.labels(work=self._name).inc()
            log.exception("gave up on an unexpected error", work=self._name, key=key)

    @contextmanager
    def _learning(self) -> Iterator[None]:
        try:
            yield
        except CasebookError as error:
            if error.retryable:
                pause = self._limit.overloaded(error.retry_after)
                self._limit_metric.set(self._limit.learned)
                asyncio.get_running_loop().call_later(pause, self._slots.serve)
            raise
        self._limit.went_well()
        self._limit_metric.set(self._limit.learned)


def _may_pass(error: Exception) -> bool:
    return isinstance(error, CasebookError) and error.retryable
