"""Waiting for a claim to become true."""

import asyncio
from collections.abc import Callable

from tests.patience import PATIENCE


async def until(claim: Callable[[], object]) -> None:
    """Return when the claim is true; it is an error when that takes too long."""
    async with asyncio.timeout(PATIENCE):
        while not claim():
            await asyncio.sleep(0.01)
