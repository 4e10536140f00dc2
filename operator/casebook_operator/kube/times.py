"""Times of Kubernetes: RFC 3339 in UTC with whole seconds, and ``MicroTime`` with six digits after the point."""

from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import is_known, read_time


def parse_time(value: object) -> datetime | None:
    """A time as an object has it, aware and in UTC. None when it is absent, or no time that can be reckoned with."""
    return read_time(value) if isinstance(value, str) else None


def real_time(value: object) -> datetime | None:
    """A time as :func:`parse_time` reads it; None also for 1970, as runtimes write it of containers never started."""
    parsed = parse_time(value)
    return parsed if parsed and is_known(parsed) else None


def latest(*times: datetime | None) -> datetime | None:
    return max((time for time in times if time is not None), default=None)


def shifted(time: datetime, seconds: float) -> datetime:
    """The time ``seconds`` later, or earlier when negative.

    A time that has no such neighbour stays as it is: what people wrote may lie at the end of the calendar.
    """
    try:
        return time + timedelta(seconds=seconds)
    except OverflowError:
        return time


def to_rfc3339(value: datetime) -> str:
    """A time as ``metav1.Time`` is written: ``2026-03-01T12:00:00Z``, fractions of seconds cut."""
    return _naive(value).isoformat(timespec="seconds") + "Z"


def to_micro_time(value: datetime) -> str:
    """A time as ``metav1.MicroTime`` is written, with microseconds. ``eventTime`` of events.k8s.io wants it."""
    return _naive(value).isoformat(timespec="microseconds") + "Z"


def _naive(value: datetime) -> datetime:
    """As the clock of UTC says it. `strftime` would write the year 999 with three digits, which the server refuses."""
    return value.astimezone(UTC).replace(tzinfo=None)
