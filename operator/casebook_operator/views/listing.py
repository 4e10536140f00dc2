"""A list of incidents."""

import msgspec

from casebook_analyzer.memory.browse.listing import ListedIncident
from casebook_analyzer.models import ResolutionKind
from casebook_analyzer.report.blocks import Page, Paragraph, Section, Table
from casebook_analyzer.timeline.times import moment, span
from casebook_operator.views.older import older


class IncidentPage(msgspec.Struct, frozen=True, kw_only=True):
    """Incidents, the latest first."""

    items: tuple[ListedIncident, ...]
    next: str = ""
    """The cursor of the next page; empty on the last one."""


def incidents_page(page: IncidentPage, *, filtered: bool) -> Page:
    """The answer of ``casebook list``: one row for each incident; ``filtered`` says that not all were asked for."""
    shown = _grid(page) if page.items else Paragraph("No incident fits." if filtered else "There is no incident yet.")
    return Page("", [Section("", [shown]), *older(page.next)])


def _grid(page: IncidentPage) -> Table:
    columns = ("INVESTIGATION", "SEVERITY", "CATEGORY", "ROOT CAUSE", "OPENED", "STATE")
    rows = [
        (
            f"{one.namespace}/{one.name}",
            one.severity,
            f"{one.category} ({one.confidence})",
            one.title,
            moment(one.opened_at),
            _state(one),
        )
        for one in page.items
    ]
    return Table(columns, rows, whole=frozenset({"INVESTIGATION"}))


def _state(one: ListedIncident) -> str:
    if one.resolution_kind is None:
        return "open, in an outage" if one.caused_by else "open"
    if one.resolution_kind == ResolutionKind.ANSWERED:
        return f"answered: {one.resolution}"
    return f"over after {span(one.seconds_to_resolve or 0)}: {one.resolution or 'nothing was seen'}"
