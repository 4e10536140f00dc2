"""The walk along a subject's timeline: which lanes are failing before and after each moment."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from casebook_analyzer.timeline.moment import Moment, MomentKind
from casebook_analyzer.timeline.subject import Timeline

_OPENS = {MomentKind.FAILURE: 1, MomentKind.RECOVERY: -1}
"""By how much a moment changes the number of failures that are open on its lane."""


class LaneState(msgspec.Struct, frozen=True, kw_only=True):
    """One lane at one moment."""

    kind: MomentKind | None
    """What happened on this lane at this moment; None when it happened on another lane."""
    was_failing: bool
    """Whether a failure was open on the lane before this moment."""
    failing: bool
    """Whether one is open after it."""


class MomentRow(msgspec.Struct, frozen=True):
    """One moment across all lanes."""

    moment: Moment
    lanes: tuple[LaneState, ...]
    """One state for the subject, then one for each of its nodes, in the order of ``Timeline.lanes``."""


def walk(timeline: Timeline) -> Iterator[MomentRow]:
    """Every moment from the first to the last, with the state of all lanes around it."""
    open_failures: Counter[str] = Counter()
    for moment in timeline.moments:
        before = {lane: open_failures[lane] > 0 for lane in timeline.lanes}
        open_failures[moment.on] += _OPENS.get(moment.kind, 0)
        yield MomentRow(
            moment,
            tuple(
                LaneState(
                    kind=moment.kind if lane == moment.on else None,
                    was_failing=before[lane],
                    failing=open_failures[lane] > 0,
                )
                for lane in timeline.lanes
            ),
        )
