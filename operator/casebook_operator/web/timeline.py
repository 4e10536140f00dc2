"""A subject's timeline as a page shows it: by day, and the latest first."""

from itertools import groupby

import msgspec

from casebook_analyzer.timeline import MomentRow, Timeline, walk
from casebook_analyzer.timeline.times import day


class TimelineDay(msgspec.Struct, frozen=True):
    """The moments of one day."""

    day: str
    """``2026-03-04``, in UTC."""
    rows: tuple[MomentRow, ...]


def days(timeline: Timeline) -> list[TimelineDay]:
    """The latest day first, and within it the latest moment: who reads it wants to know what is now."""
    grouped = groupby(reversed(list(walk(timeline))), lambda row: day(row.moment.time))
    return [TimelineDay(name, tuple(rows)) for name, rows in grouped]
