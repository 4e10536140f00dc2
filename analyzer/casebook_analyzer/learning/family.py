"""What is known of all incidents with one signature together."""

from collections.abc import Sequence
from datetime import datetime
from statistics import median

import msgspec

from casebook_analyzer.learning.fixes import fix_records
from casebook_analyzer.learning.member import Member
from casebook_analyzer.learning.view import View
from casebook_analyzer.models import FamilyRecord, Verdict


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Counts over the incidents in view of a whole family, which may have more of them than were read."""

    count: int
    open: int
    first_seen: datetime
    last_seen: datetime
    namespaces: tuple[str, ...]
    """Those of the incidents in view."""
    disputed: int
    """Incidents in view that people rejected. They are in no other count."""
    elsewhere: int
    """Incidents in namespaces that the view does not show."""


def family_record(
    family: str, members: Sequence[Member], totals: Totals, *, cluster: str, view: View
) -> FamilyRecord | None:
    """The record of a family; None when nothing is in view that people have not rejected.

    Args:
        family: Its id, the key of the signature.
        members: Incidents of it, in any order, with those that are rejected or not in view. The latest is among them,
            and those that something can be learned from.
        totals: Counts over all of its incidents, also those that are not among ``members``.
        cluster: The tenant.
        view: Which incidents the record may name and learn from, and whose words it believes.
    """
    in_view = [member for member in members if view.shows(member.namespace) and not member.rejected]
    if not in_view:
        return None
    seen = [member if view.believes(member.namespace) else member.unbelieved for member in in_view]
    seen.sort(key=_latest_first)
    times = [member.resolution.seconds_to_resolve for member in seen if member.over and member.resolution]
    latest = seen[0]
    said = [member for member in seen if member.said is not None and member.said.verdict is Verdict.CORRECTED]
    said.sort(key=lambda member: member.said.given_at if member.said else member.opened_at, reverse=True)
    categories = [member.said.category for member in said if member.said and member.said.category]
    causes = [member.said.cause for member in said if member.said and member.said.cause]
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
        namespaces=tuple(sorted(totals.namespaces)),
        elsewhere=totals.elsewhere,
        median_seconds_to_resolve=int(median(times)) if times else None,
        fixes=fix_records(seen, view.recurrence),
    )


def _latest_first(member: Member) -> float:
    return -member.opened_at.timestamp()
