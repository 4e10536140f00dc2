"""Which times are real: some sources without a clock write 1970."""

from datetime import UTC, datetime, timedelta

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands where a time is needed and nobody told one.

Kubelet writes the same for a container that was never started (CRI: ``started_at`` of 0 nanoseconds), so that one
sentinel serves for both.
"""

_FIRST_DAY = UNKNOWN_TIME + timedelta(days=1)


def is_known(time: datetime) -> bool:
    """Whether a time is real. Sources without a clock write one on the first day of 1970, in any time zone."""
    return time >= _FIRST_DAY
