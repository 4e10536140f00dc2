"""Keeps what takes long off the event loop, and lets namespaces take turns at the threads that compute it."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from casebook_operator.fair_slots import FairSlots, Turn

P = ParamSpec("P")
T = TypeVar("T")

LIGHT = 16_384
"""Characters or bytes of strangers' text that are looked at in the loop itself. Patterns and decoders take some 0.1 us
for each, so that it is held up for 2 ms at most; to hand work to a thread and wait for it takes 0.1 ms."""


TO_REDACT = 8
"""How much more a character weighs that is searched for secrets: the worst take 7.5 us (``docs/security.md``)."""

_TURN: ContextVar[Turn | None] = ContextVar("_TURN", default=None)
_SLOTS: WeakKeyDictionary[asyncio.AbstractEventLoop, FairSlots] = WeakKeyDictionary()


def share_threads(number: int, name: str) -> None:
    """Give the running loop threads, called ``name``, that compute: namespaces take turns at these from now on."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(number, name))
    _SLOTS[loop] = FairSlots(lambda: number)


@contextmanager
def on_behalf_of(turn: Turn) -> Iterator[None]:
    """Whose turn it is that everything takes which is computed within, in whatever loop."""
    token = _TURN.set(turn)
    try:
        yield
    finally:
        _TURN.reset(token)


async def computed(weight: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``work`` returns, computed by a thread if ``weight``, the size of what it looks at, is more than `LIGHT`."""
    if weight <= LIGHT:
        return work(*args, **kwargs)
    return await by_thread(work, *args, **kwargs)


async def by_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``work`` returns, computed by a thread when it is its turn.

    Who gives up while it is computed does not end it: its turn lasts until the thread is free.
    """
    slots = _SLOTS.get(asyncio.get_running_loop())
    if slots is None:
        return await asyncio.to_thread(work, *args, **kwargs)
    begun = asyncio.Event()

    async def in_turn() -> T:
        async with slots.hold(_TURN.get() or Turn()):
            begun.set()
            return await asyncio.to_thread(work, *args, **kwargs)

    computing = asyncio.create_task(in_turn())
    try:
        return await asyncio.shield(computing)
    except asyncio.CancelledError:
        if not begun.is_set():
            computing.cancel()
        raise
