"""From where on a watch tells what happens: a list gives it that, the watch moves on, and may lose it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Position:
    """A resource version, or none: then all has to be listed before anything can be watched."""

    def __init__(self) -> None:
        self.version = ""
        self._known = asyncio.Event()
        self._lost = asyncio.Event()
        self._lost.set()
        self._rests: set[asyncio.Timeout] = set()

    def begin(self, version: str) -> None:
        """Take the version as of which a list is, where there was none."""
        self.version = version
        self._lost.clear()
        self._known.set()

    def lose(self) -> None:
        """Forget it, and end what is done in :meth:`kept`."""
        self.version = ""
        self._known.clear()
        self._lost.set()
        while self._rests:
            self._rests.pop().reschedule(0.0)

    async def known(self) -> str:
        """Wait until there is one."""
        await self._known.wait()
        return self.version

    async def lost(self) -> None:
        """Wait until there is none."""
        await self._lost.wait()

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """What is done within ends when the position is lost.

        Raises:
            TimeoutError: It was.
        """
        async with asyncio.timeout(None) as rest:
            self._rests.add(rest)
            try:
                yield
            finally:
                self._rests.discard(rest)
