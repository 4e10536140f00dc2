"""What a relapse says of the end before it: it was none, and what was done then is no fix."""

from collections.abc import Sequence
from datetime import datetime

from casebook_analyzer.models import Resolution, Withdrawn

MOST = 20
"""Ends that are kept, one for each fix, the latest: something that flaps for a week has one or two."""


def withdraw(before: Sequence[Withdrawn], end: Resolution, relapsed_at: datetime) -> tuple[Withdrawn, ...]:
    """The ends that did not last, with this one among them."""
    known = next((one for one in before if (one.kind, one.fix) == (end.kind, end.fix)), None)
    others = [one for one in before if one is not known]
    new = Withdrawn(
        kind=end.kind,
        summary=end.summary,
        fix=end.fix,
        resolved_at=end.resolved_at,
        relapsed_at=relapsed_at,
        times=1 + (known.times if known is not None else 0),
    )
    return (*others, new)[-MOST:]
