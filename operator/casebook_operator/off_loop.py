"""Keeps what takes long off the event loop."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LIGHT = 16_384
"""Characters or bytes of strangers' text that are looked at in the loop itself. Patterns and decoders take some 0.1 us
for each, so that it is held up for 2 ms at most; to hand work to a thread and wait for it takes 0.1 ms."""


TO_REDACT = 8
"""How much more a character weighs that is searched for secrets: the worst take 7.5 us (``docs/security.md``)."""


async def computed(weight: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``work`` returns, computed by a thread if ``weight``, the size of what it looks at, is more than `LIGHT`."""
    if weight <= LIGHT:
        return work(*args, **kwargs)
    return await asyncio.to_thread(work, *args, **kwargs)
