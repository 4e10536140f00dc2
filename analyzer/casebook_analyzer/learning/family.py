"""What is known of a family."""

from collections.abc import Sequence
from datetime import datetime
from statistics import median

import msgspec

from casebook_analyzer.learning.fixes import fix_records
from casebook_analyzer.learning.member import Member
from casebook_analyzer.learning.view import View
from casebook_analyzer.models import FamilyRecord, Verdict


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Counts over a whole family, which may have more incidents than were read."""

    count: int
    open: int
    first_seen: datetime
    last_seen: datetime
    disputed: int
    elsewhere: int


def family_record(
    family: str, members: Sequence[Member], totals: Totals, *, cluster: str, view: View
) -> FamilyRecord | None:
    """The record of a family by its incidents; None when there is none that was not rejected."""
    sound = sorted((member for member in members if not member.rejected), key=_latest_first)
    if not sound:
        return None
    seen = [member for member in sound if view.shows(member.namespace)]
    times = [member.resolution.seconds_to_resolve for member in seen if member.over and member.resolution]
    latest = sound[0]
    said = [member for member in sound if member.said is not None and member.said.verdict is Verdict.CORRECTED]
    said.sort(key=lambda member: member.said.given_at if member.said else member.opened_at, reverse=True)
    categories = [member.said.category for member in said if member.said and member.said.category]
    causes = [member.said.cause for member in said if member.said and member.said.cause and member in seen]
    return FamilyRecord(
        id=family,
        category=categories[0] if categories else latest.category,
        title=causes[0] if causes else latest.title,
        count=totals.count,
        first_seen=totals.first_seen,
        last_seen=totals.last_seen,
        open=totals.open,
        resolved=totals.count - totals.open,
        disputed=totals.disputed,
        recovered_by_itself=sum(member.by_itself for member in seen),
        clusters=(cluster,),
        namespaces=tuple(sorted({member.namespace for member in seen})),
        elsewhere=totals.elsewhere,
        median_seconds_to_resolve=int(median(times)) if times else None,
        fixes=fix_records(seen, view.recurrence),
    )


def _latest_first(member: Member) -> float:
    return -member.opened_at.timestamp()
