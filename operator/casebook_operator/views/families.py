"""Families of incidents, and what fixed them how often."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from casebook_analyzer.models import FamilyRecord, FixRecord, FixSource, Mention, Signature
from casebook_analyzer.report import family_in_words, usage_in_words
from casebook_analyzer.report.blocks import Block, Fields, Page, Paragraph, Section, Table
from casebook_analyzer.timeline.times import moment, span
from casebook_operator.views.older import older

_SIGNATURE_LIMIT = 240

_KNOWN_FROM = {FixSource.OBSERVED: "recoveries", FixSource.PERSON: "people", FixSource.AGENT: "an agent, unconfirmed"}


class FamilyPage(msgspec.Struct, frozen=True, kw_only=True):
    """Families, the one that was seen last first."""

    items: tuple[FamilyRecord, ...]
    next: str = ""
    """The cursor of the next page; empty on the last one."""


class ShownFamily(msgspec.Struct, frozen=True, kw_only=True):
    """One family, with its latest incidents."""

    family: FamilyRecord
    signature: Signature
    incidents: Sequence[Mention]


def families_page(page: FamilyPage, now: datetime, *, filtered: bool) -> Page:
    """The answer of ``casebook family``: one row for each family, the one that was seen last first.

    ``filtered`` says that not all were asked for.
    """
    if not page.items:
        none = "No family fits." if filtered else "There are no families yet: nothing has failed."
        return Page("", [Section("", [Paragraph(none)])])
    rows = [
        (
            one.id,
            f"{one.count}",
            f"{one.open}",
            f"{span(int((now - one.last_seen).total_seconds()))} ago",
            f"{one.category}: {one.title}",
            _in_short(one.best),
        )
        for one in page.items
    ]
    columns = ("FAMILY", "SEEN", "OPEN", "LAST", "ROOT CAUSE", "BEST FIX")
    grid = Table(columns, rows, whole=frozenset({"FAMILY"}))
    one = Section("", [Paragraph("One in full: casebook family FAMILY")])
    return Page("", [Section("", [grid]), one, *older(page.next)])


def family_page(shown: ShownFamily) -> Page:
    """The answer of ``casebook family FAMILY``: its numbers, its fixes and its latest incidents."""
    family = shown.family
    sections = [
        Section("", [Paragraph(f"{family_in_words(family)}."), Fields(_numbers(family, shown.signature))]),
        Section("What fixed it", [_fixes(family.fixes)]),
        Section("Incidents", [_incidents(shown.incidents)]),
    ]
    return Page(f"Family {family.id}: {family.category}, {family.title}", sections)


def fix_in_words(fix: FixRecord) -> str:
    """``6 of 7 times (86 %, at least 49 %)``."""
    if not fix.tried:
        return "not tried yet"
    return f"{fix.succeeded} of {fix.tried} times ({fix.success_percent} %, at least {fix.bound_percent} %)"


def _in_short(best: FixRecord | None) -> str:
    return f"{best.fix}: {fix_in_words(best)}" if best else "none known"


def _numbers(family: FamilyRecord, signature: Signature) -> list[tuple[str, str]]:
    median = family.median_seconds_to_resolve
    identity = [signature.reason]
    identity += [f"exit {signature.exit_code}"] if signature.exit_code is not None else []
    identity += [f"Xid {signature.xid}"] if signature.xid is not None else []
    identity += [signature.owner_kind] if signature.owner_kind else []
    return [
        ("Signature", ", ".join(filter(None, identity))),
        ("Template", signature.template[:_SIGNATURE_LIMIT]),
        ("First, last seen", f"{moment(family.first_seen)}, {moment(family.last_seen)}"),
        ("Incidents", f"{family.count}, {family.open} not resolved, {family.resolved} resolved"),
        ("By itself", f"{family.recovered_by_itself} recovered without a change" if family.recovered_by_itself else ""),
        ("Rejected", f"{family.disputed} by people; they count for nothing" if family.disputed else ""),
        ("Time to resolve", f"{span(median)} (median)" if median is not None else ""),
        ("Namespaces", ", ".join(family.namespaces)),
        ("Clusters", ", ".join(family.clusters)),
        ("Elsewhere", f"{family.elsewhere} in other namespaces" if family.elsewhere else ""),
    ]


def _fixes(fixes: Sequence[FixRecord]) -> Block:
    if not fixes:
        return Paragraph("Nothing yet: no incident of it ended in a way that others can learn from.")
    return Table(
        ("FIX", "WORKED", "RATE", "AT LEAST", "KNOWN FROM", "LAST", "ITS INCIDENTS"),
        [
            (
                fix.fix,
                f"{fix.succeeded} of {fix.tried}" if fix.tried else "not tried",
                f"{fix.success_percent} %" if fix.tried else "",
                f"{fix.bound_percent} %" if fix.tried else "",
                _KNOWN_FROM[fix.source],
                moment(fix.last_used)[:10],
                usage_in_words(fix.usage, same="it") if fix.usage else "",
            )
            for fix in fixes
        ],
    )


def _incidents(incidents: Sequence[Mention]) -> Table:
    rows = [
        (
            f"{one.opened_at:%Y-%m-%d %H:%M}",
            f"{one.namespace}/{one.name}",
            one.subject,
            one.resolution or "not resolved",
        )
        for one in incidents
    ]
    return Table(("OPENED", "INVESTIGATION", "SUBJECT", "WHAT ENDED IT"), rows, whole=frozenset({"INVESTIGATION"}))
