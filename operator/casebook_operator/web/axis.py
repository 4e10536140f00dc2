"""A timeline as a page draws it: days, and in each what happened, on a lane for the subject and for each node."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import msgspec

from casebook_analyzer.memory.timeline import Moment, MomentKind, Timeline
from casebook_analyzer.report.times import day


class Lane(msgspec.Struct, frozen=True):
    """One cell of the axis."""

    kind: MomentKind | None
    """What happened here at this moment, None when it happened elsewhere."""
    failing: bool
    """Whether the lane is red below this moment."""
    was_failing: bool
    """Whether it is red above."""


class Row(msgspec.Struct, frozen=True):
    """One moment across all lanes."""

    moment: Moment
    lanes: tuple[Lane, ...]


class Day(msgspec.Struct, frozen=True):
    """The moments of one day."""

    day: str
    rows: tuple[Row, ...]


def days(timeline: Timeline) -> list[Day]:
    """The latest day first, and within it the latest moment: who reads it wants to know what is now."""
    rows = _rows(timeline.moments, (timeline.subject, *timeline.nodes))
    grouped = groupby(reversed(rows), lambda row: day(row.moment.time))
    return [Day(name, tuple(of_day)) for name, of_day in grouped]


def _rows(moments: Sequence[Moment], lanes: Sequence[str]) -> list[Row]:
    failing: Counter[str] = Counter()
    rows = []
    for moment in moments:
        before = {lane: failing[lane] > 0 for lane in lanes}
        failing[moment.on] += {MomentKind.FAILURE: 1, MomentKind.RECOVERY: -1}.get(moment.kind, 0)
        cells = (Lane(moment.kind if lane == moment.on else None, failing[lane] > 0, before[lane]) for lane in lanes)
        rows.append(Row(moment, tuple(cells)))
    return rows
