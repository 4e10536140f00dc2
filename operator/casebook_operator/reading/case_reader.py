"""Reads each object once for a case, however many collectors ask for it, so that all see it as it was at one time."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from casebook_operator.kube import AnswerTooLargeError, ApiStatusError, NotHeldError, Object, ObjectReader
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES

IN_FLIGHT = 8
"""Requests of one case at once: with the other cases still within what one priority level of the API server grants."""

_Key = tuple[str, tuple[tuple[str, str | int], ...]]


class CaseReader:
    """Remembers objects, lists and refusals, but no logs, for the few seconds that a case takes.

    What fails for a passing reason is asked again. Answers are shared: nobody may change them.
    """

    def __init__(self, kube: ObjectReader) -> None:
        self._kube = kube
        self._answers: dict[_Key, Any] = {}
        self._locks: defaultdict[_Key, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._slots = asyncio.Semaphore(IN_FLIGHT)

    async def get(self, path: str, **query: str | int) -> Object:
        answer: Object = await self._once(path, query, lambda: self._kube.get(path, **query))
        return answer

    async def get_metadata(self, path: str) -> Object:
        answer: Object = await self._once(path, {"metadata": 1}, lambda: self._kube.get_metadata(path))
        return answer

    async def get_text(self, path: str, **query: str | int) -> bytes:
        async with self._slots:
            return await self._kube.get_text(path, **query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> list[Object]:
        key = {"limit": limit, "pages": pages} | query
        call = lambda: self._kube.list(path, limit=limit, pages=pages, **query)  # noqa: E731
        answer: list[Object] = await self._once(path, key, call)
        return answer

    async def _once(self, path: str, query: dict[str, Any], call: Callable[[], Awaitable[Any]]) -> Any:
        """Whoever comes first asks; when they are cancelled, the next one asks."""
        key = (path, tuple(sorted(query.items())))
        async with self._locks[key]:
            if key not in self._answers:
                try:
                    async with self._slots:
                        self._answers[key] = await call()
                except (AnswerTooLargeError, ApiStatusError, NotHeldError) as error:
                    self._answers[key] = error
            answer = self._answers[key]
        if isinstance(answer, Exception):
            raise answer
        return answer
