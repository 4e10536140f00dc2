"""A period in steps of one length, as many as a picture has room for. Pure."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

MOST = 62
"""Two months of days."""
_LENGTHS = (timedelta(hours=1), timedelta(days=1), timedelta(weeks=1), timedelta(weeks=4))
_FIRST = datetime.min.replace(tzinfo=UTC)
_ORIGIN = datetime(2001, 1, 1, tzinfo=UTC)
"""A Monday at midnight: days begin at midnight, and weeks on Mondays, of UTC."""


def step_of(first: datetime, end: datetime) -> timedelta:
    """The length of a step: an hour, a day, a week, four weeks, or a multiple of these."""
    span = max(end - first, timedelta())
    fits = (length for length in _LENGTHS if span <= length * MOST)
    return next(fits, _LENGTHS[-1] * (span // (_LENGTHS[-1] * MOST) + 1))


def begins(time: datetime, step: timedelta) -> datetime:
    """When the step begins that a time lies in."""
    return time - min((time - _ORIGIN) % step, time - _FIRST)


def beginnings(first: datetime, end: datetime, step: timedelta) -> Iterator[datetime]:
    """Of all steps, from one that begins at ``first`` to the last that begins before ``end``."""
    steps = -((first - end) // step)  # rounded up; the end of a step may lie after the last time that there is
    yield from (first + step * number for number in range(steps))
