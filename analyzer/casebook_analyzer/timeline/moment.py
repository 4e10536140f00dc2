"""One point of a timeline, and how points with the same time are ordered."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import msgspec


class MomentKind(StrEnum):
    """What happened. Points of one time stand in this order."""

    CHANGE = "change"
    """Somebody changed the subject or what it refers to."""
    OBSERVED = "observed"
    """Any other fact that the conclusion cites."""
    FAILURE = "failure"
    """The signal that opened the case."""
    OPENED = "opened"
    """Casebook opened the case."""
    RECOVERY = "recovery"


_ORDER = {kind: place for place, kind in enumerate(MomentKind)}


# What a moment does not have is left out of the JSON of ``casebook timeline``.
class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One point in time, in UTC."""

    time: datetime
    kind: MomentKind
    on: str = ""
    """The subject or node that it happened to, as incidents name their subject. Empty on the timeline of one case."""
    text: str
    """One line, which may be a stranger's."""
    fact: str = ""
    """Id of the fact that tells of it. Empty on the timeline of a subject, which spans many bundles."""
    incident: str = ""
    """``namespace/name`` of the Investigation that tells of it. Empty on the timeline of one case."""


def in_order(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Sorted by time, then by kind, then by what it happened to."""
    return tuple(sorted(moments, key=lambda moment: (moment.time, _ORDER[moment.kind], moment.on)))
