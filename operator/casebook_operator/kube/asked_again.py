"""A request that is not answered is made once more beside the first, as the answer may be what got lost."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from casebook_analyzer.errors import ClusterUnavailableError

T = TypeVar("T")

SILENCE_SECONDS = 3.0
"""Three times what the API server takes for 99 of 100 requests of one object (sig-scalability, slos/
api_call_latency.md: 1 s). Who stands in line there (API Priority and Fairness) asks twice, and no more."""


async def first_answer(ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What ``ask`` returns; it is begun once more after :data:`SILENCE_SECONDS`, and whoever answers first is taken.

    A refusal is an answer. The other one is cancelled. Only for requests that may be made twice.

    Raises:
        ClusterUnavailableError: None is answered. Whatever else ``ask`` raises is raised as it comes.
    """
    asked = [asyncio.create_task(ask())]
    try:
        done, _ = await asyncio.wait(asked, timeout=SILENCE_SECONDS)
        if not done:
            asked.append(asyncio.create_task(ask()))
        return await _first_of(asked)
    finally:
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


async def _first_of(tasks: Iterable[asyncio.Task[T]]) -> T:
    lost: list[ClusterUnavailableError] = []
    for answer in asyncio.as_completed(tasks):
        try:
            return await answer
        except ClusterUnavailableError as error:
            lost.append(error)
    raise lost[-1]
