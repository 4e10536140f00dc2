"""What happened, in order of time: the moments of one case, and those of a subject beside its nodes. Pure."""

from casebook_analyzer.timeline.case import case_moments
from casebook_analyzer.timeline.lanes import LaneState, MomentRow, walk
from casebook_analyzer.timeline.moment import Moment, MomentKind
from casebook_analyzer.timeline.subject import (
    Timeline,
    make_namespace_timeline,
    make_timeline,
    namespaces_in,
    of_namespaces,
)

__all__ = [
    "LaneState",
    "Moment",
    "MomentKind",
    "MomentRow",
    "Timeline",
    "case_moments",
    "make_namespace_timeline",
    "make_timeline",
    "namespaces_in",
    "of_namespaces",
    "walk",
]
