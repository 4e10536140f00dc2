"""Which times are real, and which can be reckoned with: some sources write 1970, and strangers the year 9999."""

from datetime import UTC, datetime, timedelta

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands where a time is needed and nobody told one.

Kubelet writes the same for a container that was never started (CRI: ``started_at`` of 0 nanoseconds), so that one
sentinel serves for both.
"""

_FIRST_DAY = UNKNOWN_TIME + timedelta(days=1)
_ENDS = (datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC))
"""A year from the first and from the last time that there is. Go writes the first one for none (``time.Time``)."""


def read_time(text: str) -> datetime | None:
    """A time in UTC as ISO 8601 writes it; None for what is no time, or too near to an end of the calendar."""
    try:
        return usable_time(datetime.fromisoformat(text))
    except ValueError:
        return None


def usable_time(given: datetime) -> datetime | None:
    """The same time in UTC, which it is without a zone; None for one that is too near to an end of the calendar.

    An hour cannot be added to the last moment of 9999, so that whoever wrote it would end what reckons with it.
    """
    try:
        time = given.astimezone(UTC) if given.tzinfo else given.replace(tzinfo=UTC)
    except OverflowError:
        return None
    return time if _ENDS[0] <= time <= _ENDS[1] else None


def is_known(time: datetime) -> bool:
    """Whether a time is real. Sources without a clock write one on the first day of 1970, in any time zone."""
    return time >= _FIRST_DAY
