"""Waiting for a claim to become true."""

import asyncio
from collections.abc import Callable


async def until(claim: Callable[[], object], *, seconds: float = 20) -> None:
    """Return when the claim is true; it is an error when that takes too long."""
    async with asyncio.timeout(seconds):
        while not claim():
            await asyncio.sleep(0.01)
