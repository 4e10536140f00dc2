"""The Markdown report of a case. The same case gives the same bytes."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import CasePast, Incident
from casebook_analyzer.report.case import ReportedCase, read_case, written_case
from casebook_analyzer.report.markdown import markdown
from casebook_analyzer.report.outline import outline


def render_report(case: ReportedCase) -> str:
    """The report in Markdown as it is stored and searched, which is that of a case without a reading."""
    return markdown(outline(case))


def with_report(incident: Incident) -> Incident:
    """The incident with the report that its evidence and its conclusion make, as it is stored."""
    return msgspec.structs.replace(incident, report=render_report(written_case(incident)))


def full_report(incident: Incident, *, now: datetime, past: CasePast | None = None) -> str:
    """The report in Markdown as people read it: with what fixed the failure, and incidents that resemble it.

    ``past`` is what memory knows at ``now``; see ``read_case``.
    """
    return render_report(read_case(incident, now=now, past=past))
