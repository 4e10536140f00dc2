"""What a relapse says of the end before it: it was none, and what was done then is no fix."""

from collections.abc import Sequence
from datetime import datetime

from casebook_analyzer.models import Resolution, Withdrawn

MOST = 20
"""Ends that are kept, one for each fix, the latest: something that flaps for a week has one or two."""


def withdraw(before: Sequence[Withdrawn], end: Resolution, relapsed_at: datetime) -> tuple[Withdrawn, ...]:
    """The ends that did not last, with this one among them."""
    ends = (one for one in before if not one.tried)
    known = next((one for one in ends if (one.kind, one.fix) == (end.kind, end.fix)), None)
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


def with_attempt(before: Sequence[Withdrawn], attempt: Withdrawn) -> tuple[Withdrawn, ...]:
    """The same with what was tried among them, once however often the failure is looked at again."""
    if any(one.tried and one.summary == attempt.summary for one in before):
        return tuple(before)
    return (*before, attempt)[-MOST:]
