"""A second event loop, in a thread of its own, for what looks at objects of strangers at length.

A tenant may give a pod thousands of containers: what compares or searches these takes a second, in which the first loop
goes on, as both give up the interpreter's lock to each other.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar, final

from typing_extensions import override

from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.client import LIST_PAGE_SIZE, LIST_PAGES
from casebook_operator.off_loop import share_threads
from casebook_operator.own_thread import in_own_thread

T = TypeVar("T")

_THREADS = 2
"""For what the second loop itself keeps off, patterns over logs and judging: one for whoever has much to judge, and one
for a namespace that has not. Each takes the interpreter's lock from the first loop."""


class Beside(Protocol):
    """Runs what reads and thinks where it holds up nobody."""

    async def look(self, kube: ObjectReader, work: Callable[[ObjectReader], Coroutine[Any, Any, T]]) -> T:
        """What ``work`` returns. It is given a reader by which it reads from ``kube``.

        Raises:
            Exception: What ``work`` raises.
        """
        ...


@final
class SideLoop(Beside):
    """The second loop. Made and called in the first one, where everything is read."""

    def __init__(self, name: str) -> None:
        """``name`` is that of the thread."""
        self._name = name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = asyncio.Event()

    async def run(self) -> None:
        """Live until cancelled. What is being done then is cancelled, too."""
        home = asyncio.get_running_loop()

        async def live(stop: asyncio.Event) -> None:
            self._loop = asyncio.get_running_loop()
            share_threads(_THREADS, self._name)
            home.call_soon_threadsafe(self._begun.set)
            await stop.wait()

        await in_own_thread(live, self._name)

    @override
    async def look(self, kube: ObjectReader, work: Callable[[ObjectReader], Coroutine[Any, Any, T]]) -> T:
        await self._begun.wait()
        assert self._loop is not None  # noqa: S101 - it has begun
        reads = _ReadsAtHome(kube, asyncio.get_running_loop())
        looking = work(reads)
        try:
            looked = asyncio.run_coroutine_threadsafe(looking, self._loop)
        except RuntimeError as error:  # the loop has ended: the process does, and so will whoever asks
            looking.close()
            raise asyncio.CancelledError from error
        return await asyncio.wrap_future(looked)


class _ReadsAtHome:
    """Reads in the loop whose connections they are: each costs 0.07 ms more. Gives up when whoever waits does."""

    def __init__(self, kube: ObjectReader, home: asyncio.AbstractEventLoop) -> None:
        self._kube = kube
        self._home = home

    async def get(self, path: str, **query: str | int) -> Object:
        return await self._read(self._kube.get(path, **query))

    async def get_metadata(self, path: str) -> Object:
        return await self._read(self._kube.get_metadata(path))

    async def get_text(self, path: str, **query: str | int) -> bytes:
        return await self._read(self._kube.get_text(path, **query))

    async def list(
        self, path: str, *, limit: int = LIST_PAGE_SIZE, pages: int = LIST_PAGES, **query: str | int
    ) -> list[Object]:
        return await self._read(self._kube.list(path, limit=limit, pages=pages, **query))

    async def _read(self, read: Coroutine[Any, Any, T]) -> T:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(read, self._home))
