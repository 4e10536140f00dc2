"""Spares the API server questions about API groups that it does not have, such as metrics without metrics-server."""

import re
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES, ApiStatusError
from casebook_operator.kube.reader import ObjectReader
from casebook_operator.kube.values import Object

T = TypeVar("T")
Objects = list[Object]

ASK_AGAIN_SECONDS = 60.0
"""After this time a group that was installed meanwhile is found."""

_GROUP = re.compile(r"/apis/[^/]+/[^/]+/")


class AbsentGroups:
    """Remembers for a minute which groups the API server said it does not have, and repeats its answer.

    It says so without a machine-readable reason (net/http, ``404 page not found``); of an object that is not there it
    gives one.
    """

    def __init__(self, kube: ObjectReader, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._kube = kube
        self._clock = clock
        self._answers: dict[str, tuple[float, ApiStatusError]] = {}

    async def get(self, path: str, **query: str | int) -> Object:
        return await self._asked(path, lambda: self._kube.get(path, **query))

    async def get_metadata(self, path: str) -> Object:
        return await self._asked(path, lambda: self._kube.get_metadata(path))

    async def get_text(self, path: str, **query: str | int) -> bytes:
        return await self._kube.get_text(path, **query)

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> Objects:
        return await self._asked(path, lambda: self._kube.list(path, limit=limit, pages=pages, **query))

    async def _asked(self, path: str, ask: Callable[[], Awaitable[T]]) -> T:
        match = _GROUP.match(path)
        if match is None:
            return await ask()
        since, answer = self._answers.get(match[0], (0.0, None))
        if answer is not None and self._clock() - since < ASK_AGAIN_SECONDS:
            raise ApiStatusError(answer.status, answer.reason, str(answer))
        try:
            return await ask()
        except ApiStatusError as error:
            if error.not_found and not error.reason:
                self._answers[match[0]] = (self._clock(), error)
            raise
