"""Times and durations as a person on call reads them, always in UTC."""

from datetime import UTC, datetime

from casebook_analyzer.models import is_known

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_MANY_DAYS = 10


def moment(time: datetime | None) -> str:
    """``2026-03-04 05:06:07 UTC``; empty for None, words for a time that no clock told."""
    if time is None:
        return ""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if is_known(time) else "at a time that is not known"


def day(time: datetime) -> str:
    """The day of a time in UTC, as ``2026-03-04``."""
    return time.astimezone(UTC).strftime("%Y-%m-%d")


def clock(time: datetime | None, near: datetime | None = None) -> str:
    """``05:06:07``, and with its day when that is not the day of ``near``."""
    if time is None:
        return ""
    with_day = near is not None and day(time) != day(near)
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S" if with_day else "%H:%M:%S")


def span(seconds: int) -> str:
    """The two largest units, from ten days on the days alone: ``45 s``, ``12 min``, ``3 h 5 min``, ``4 d 2 h``."""
    seconds = max(0, seconds)
    if seconds < _MINUTE:
        return f"{seconds} s"
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min"
    if seconds < _DAY:
        minutes = seconds % _HOUR // _MINUTE
        return f"{seconds // _HOUR} h" + (f" {minutes} min" if minutes else "")
    days, hours = seconds // _DAY, seconds % _DAY // _HOUR
    return f"{days} d" + (f" {hours} h" if hours and days < _MANY_DAYS else "")
