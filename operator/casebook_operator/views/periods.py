"""Times in the past as people write them: ``yesterday``, ``7d``, a date. All are UTC."""

import re
from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import read_time, usable_time

WORDS = "today, yesterday, a time span such as 7d or 24h, or a date such as 2026-03-04"
"""What :func:`past_time` understands."""
_SPAN = re.compile(r"(?P<number>\d{1,6})(?P<unit>[hdw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_DAYS_AGO = {"today": 0, "yesterday": 1}
_LONGEST = 40
_SKEW = timedelta(minutes=5)
"""How far the clock of who asks may be ahead: what RFC 4120 (8.2) recommends to allow."""


def past_time(text: str, now: datetime) -> datetime:
    """The time that a text names. A day is its beginning.

    Raises:
        ValueError: It names none.
    """
    try:
        if text in _DAYS_AGO:
            return _midnight(now) - timedelta(days=_DAYS_AGO[text])
        span = _SPAN.fullmatch(text)
        found = read_time(text) if span is None else usable_time(now - int(span["number"]) * _UNITS[span["unit"]])
    except OverflowError:
        found = None
    if found is None:
        raise ValueError(f"{text[:_LONGEST]!r} is neither {WORDS}")
    return found


def period_problem(since: datetime | None, until: datetime | None, now: datetime) -> str:
    """Why nothing can have happened in a period; empty where something can."""
    if since is not None and until is not None and since >= until:
        return "since has to be earlier than until"
    if since is not None and since > now + _SKEW:
        return "since lies in the future"
    return ""


def usual_beginning(until: datetime | None, usual: timedelta, now: datetime) -> datetime:
    """Where a period begins that was asked for without a beginning: so long before its end, or before now."""
    return (min(until, now) if until else now) - usual


def _midnight(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
