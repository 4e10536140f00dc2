"""When a kernel line was printed, by what stands before it."""

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from casebook_analyzer.models import read_time

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH = "|".join(_MONTHS)
_CLOCK = r"\d{2}:\d{2}:\d{2}"
_STAMP = re.compile(
    rf"\s*(?:<\d{{1,3}}>)?\s*"
    rf"(?:(?P<date>\d{{4}}-\d{{2}}-\d{{2}})[T ](?P<time>{_CLOCK})(?:[.,](?P<fraction>\d{{1,9}}))?"
    rf"(?P<zone>Z|[+-]\d{{2}}:?\d{{2}})?\s+"
    rf"|(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})\s+(?P<clock>{_CLOCK})(?:\.\d+)?\s+(?:\d{{4}}\s+)?"
    rf"|\[\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s+(?P<tmonth>{_MONTH})\s+(?P<tday>\d{{1,2}})\s+(?P<tclock>{_CLOCK})"
    rf"\s+(?P<tyear>\d{{4}})\]\s*"
    rf"|\d+,\d+,(?P<micros>\d{{1,18}}),[^;]{{1,60}};"  # /dev/kmsg
    rf"|\[(?:\s*[+]\d+\.\d+|(?:{_MONTH})\s?\d{{1,2}}\s\d{{2}}:\d{{2}})\]\s*"  # dmesg -H, which has no clock of its own
    rf")?"
    rf"(?:(?:[\w.-]{{1,64}}\s+)?kernel(?:\[\d+\])?:\s*)?"
    rf"(?:\[\s*(?P<uptime>\d{{1,12}}\.\d{{1,9}})\](?:\s?\[\s*[TC]\d+\])?:?\s*)?"
)
"""Everything in it is optional, so it always matches: nothing, where a line has no stamp."""
_LATE = timedelta(days=2)
"""A stamp without a year is of the year that puts it at most so far after the reference."""


class Stamp(NamedTuple):
    """Where the message of a line begins, and when it was printed."""

    end: int
    uptime: str = ""
    """Seconds since boot, as printed."""
    time: datetime | None = None


def read_stamp(row: str, reference: datetime | None) -> Stamp:
    """The stamp of a line: ``dmesg`` (plain, ``-T``, ``--time-format iso``), ``journalctl``, syslog and ``/dev/kmsg``.

    Local times without a zone are taken for UTC, as nodes run on it. Syslog names no year: it is ``reference``'s.
    """
    match = _STAMP.match(row)
    if match is None:
        return Stamp(0)
    uptime = match["uptime"] or ""
    if match["micros"]:
        uptime = f"{int(match['micros']) / 1e6:.6f}"
    try:
        return Stamp(match.end(), uptime, _time(match, reference))
    except ValueError:
        return Stamp(match.end(), uptime)


def _time(match: re.Match[str], reference: datetime | None) -> datetime | None:
    if match["date"]:
        fraction = (match["fraction"] or "").ljust(6, "0")[:6]
        return read_time(f"{match['date']}T{match['time']}.{fraction}{_zone(match['zone'])}")
    if match["tmonth"]:
        return read_time(_moment(int(match["tyear"]), match["tmonth"], match["tday"], match["tclock"]).isoformat())
    if match["month"] and reference is not None:
        time = _moment(reference.year, match["month"], match["day"], match["clock"])
        return time if time <= reference + _LATE else time.replace(year=reference.year - 1)
    return None


def _moment(year: int, month: str, day: str, clock: str) -> datetime:
    hour, minute, second = (int(part) for part in clock.split(":"))
    return datetime(year, _MONTHS.index(month) + 1, int(day), hour, minute, min(second, 59), tzinfo=UTC)


def _zone(zone: str | None) -> str:
    """As ISO 8601 writes it; UTC where there is none."""
    return "Z" if zone is None or zone == "Z" else f"{zone[:3]}:{zone[-2:]}"
