"""The sections on what ended the failure, and on the past incidents that resemble it."""

from collections.abc import Sequence

from casebook_analyzer.report.blocks import Block, Items, Paragraph, Similar
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.timeline.times import moment, span


def resolution(case: ReportedCase) -> Sequence[Block]:
    """How the subject recovered; nothing while it has not."""
    ended = case.reading.resolution if case.reading else None
    if ended is None:
        return ()
    head = f"Recovered at {moment(ended.resolved_at)}, after {span(ended.seconds_to_resolve)}"
    said = Paragraph(f"{head} ({ended.kind}): {ended.summary}")
    return (said, Items([change.text for change in ended.changes])) if ended.changes else (said,)


def similar_incidents(case: ReportedCase) -> Sequence[Block]:
    """What happened before and what fixed it, or why there is nothing to compare with."""
    if case.reading is None:
        return ()
    if case.reading.similar:
        return (Similar(incidents=case.reading.similar, now=case.reading.now),)
    return (Paragraph("Nothing similar: no past incident resembles this one closely enough."),)
