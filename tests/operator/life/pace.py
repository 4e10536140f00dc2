"""How fast life goes by in these tests: two seconds are a minute."""

import asyncio

from casebook_operator.settings import SignalSettings

RATIO = 30
MINUTE = 60 / RATIO

LEAST_SECONDS = 2.0
"""Times of the API are whole seconds: what begins and ends within one cannot be told from what lasts for two."""


def seconds(minutes: float) -> float:
    """Seconds of the test for minutes of life."""
    return minutes * MINUTE


async def live(minutes: float) -> None:
    """Let time pass."""
    await asyncio.sleep(seconds(minutes))


def hold_durations() -> SignalSettings:
    """Every default, in the same ratio."""
    defaults = SignalSettings().model_dump()
    return SignalSettings(**{name: max(LEAST_SECONDS, value / RATIO) for name, value in defaults.items()})
