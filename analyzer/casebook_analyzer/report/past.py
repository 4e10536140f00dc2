"""The sections on what ended the failure, what was concluded before, and the past incidents that resemble it."""

from collections.abc import Sequence
from datetime import datetime

from casebook_analyzer.models import Conclusion, Erasure, Exhibit, FittingPassage, MediaType, Withdrawn
from casebook_analyzer.report.blocks import Block, Code, Items, Paragraph, Quoted, Similar, Strong, Text, WebLink
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


def tried(case: ReportedCase) -> Sequence[Block]:
    """What was done against the failure in vain, and what had seemed to end it; nothing where nobody did anything."""
    done = [one for one in case.reading.withdrawn if one.kind.is_fix] if case.reading else []
    return (Items([_in_vain(one) for one in done]),) if done else ()


def _in_vain(one: Withdrawn) -> str:
    after = span(int((one.relapsed_at - one.resolved_at).total_seconds()))
    if not one.tried:
        often = f", {one.times} times" if one.times > 1 else ""
        return f"{one.summary}: seemed to help, and it failed again after {after}{often}"
    return f"{one.summary}: failed again" + (f" after {after}" if one.relapsed_at > one.resolved_at else "")


def revisions(case: ReportedCase) -> Sequence[Block]:
    """What was concluded before, and why each conclusion gave way to the next one; nothing for the first one."""
    earlier = case.reading.past.earlier if case.reading and case.reading.past else ()
    drawn = [*(one.conclusion for one in earlier), case.conclusion]
    until = [one.replaced_at for one in earlier]
    lines = [_revised(*one) for one in zip(until, drawn[:-1], drawn[1:], strict=True)]
    if not lines:
        return ()
    first = earlier[0].number - 1  # a server gives the latest ones
    return (*((Paragraph(f"Not shown here: the first {first}."),) if first else ()), Items(lines))


def _revised(until: datetime, before: Conclusion, after: Conclusion) -> Text:
    said = Strong(f"{before.category} ({before.confidence})")
    why = f": {after.revision.why}" if after.revision else ""
    return (f"until {moment(until)}: ", said, f", {before.title}. Judged again{why}.")


def similar_incidents(case: ReportedCase) -> Sequence[Block]:
    """What happened before and what fixed it, or why there is nothing to compare with."""
    if case.reading is None:
        return ()
    if case.reading.similar:
        return (Similar(incidents=case.reading.similar, now=case.reading.now),)
    return (Paragraph("Nothing similar: no past incident resembles this one closely enough."),)


def knowledge(case: ReportedCase) -> Sequence[Block]:
    """The passages that fit, or why none does; nothing where nobody has written anything."""
    found = case.reading.knowledge if case.reading else None
    if found is None:
        return ()
    if not found.passages:
        return (Paragraph(f"{found.reason[:1].upper()}{found.reason[1:]}."),)
    return (Items([_passage(one) for one in found.passages]),)


def _passage(one: FittingPassage) -> Text:
    place = f"{one.source}/{one.path}, line {one.start_line}"
    title = WebLink(one.title, one.link) if one.link else Strong(one.title)
    why = f" ({'; '.join(one.why)})" if one.why else ""
    return (title, f": {one.excerpt} ", Code(place), f", {one.band.value.lower()}{why}.")


def attached(case: ReportedCase) -> Sequence[Block]:
    """What people attached, as they brought it, and who erased what; nothing where nobody did."""
    past = case.reading.past if case.reading else None
    if past is None:
        return []
    return [*(block for one in past.exhibits for block in _exhibit(one)), *map(_erasure, past.erased)]


def _erasure(one: Erasure) -> Block:
    said = f" was erased by {one.author or 'somebody'} at {moment(one.erased_at)}."
    return Paragraph((Code(one.short), said))


def _exhibit(one: Exhibit) -> Sequence[Block]:
    how = "; read off a picture, so letters may be wrong" if one.media_type is MediaType.PNG else ""
    rest = f"; {one.left_out:,} more characters are kept" if one.left_out else ""
    said = f", attached by {one.author or 'somebody'} at {moment(one.attached_at)}, {one.size:,} bytes{how}{rest}."
    return (Paragraph((Strong(one.name), said, " ", Code(one.short))), Quoted(one.lines))
